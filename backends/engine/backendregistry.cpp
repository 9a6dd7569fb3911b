// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backendregistry.h"

#include <QSet>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// The settings in one text; where a value came from makes no difference.
QString identity(const Settings &settings)
{
    QStringList keys = settings.values().keys();
    keys.sort();
    QString text = settings.backend();
    for (const QString &key : std::as_const(keys))
        text += u'\n' + key + u'=' + settings.text(key).replace(u'\\', u"\\\\"_s).replace(u'\n', u"\\n"_s);
    return text;
}

} // namespace

void BackendRegistry::add(BackendKind kind)
{
    m_kinds.push_back(std::make_unique<const BackendKind>(std::move(kind)));
}

QList<BackendKind> BackendRegistry::kinds() const
{
    QList<BackendKind> list;
    for (const auto &kind : m_kinds)
        list.append(*kind);
    return list;
}

const BackendKind *BackendRegistry::find(const QString &name) const
{
    const auto found = std::ranges::find_if(m_kinds,
                                            [&](const auto &kind) { return kind->kind == name || kind->aliases.contains(name); });
    return found == m_kinds.end() ? nullptr : found->get();
}

Result<const BackendKind *> BackendRegistry::known(const QString &name) const
{
    if (const BackendKind *kind = find(name))
        return kind;
    QStringList names;
    for (const auto &kind : m_kinds)
        names.append(kind->kind);
    return fail(FaultKind::Usage, u"Unknown backend \"%1\""_s.arg(name), u"Known backends: %1."_s.arg(names.join(u", "_s)));
}

Result<std::shared_ptr<Backend>> BackendRegistry::backend(const Settings &settings)
{
    const Result<const BackendKind *> kind = this->known(settings.backend());
    if (!kind)
        return std::unexpected(kind.error());
    const std::scoped_lock lock(m_mutex);
    std::shared_ptr<Backend> &known = m_backends[identity(settings)];
    if (known)
        return known;
    Result<std::shared_ptr<Backend>> made = (*kind)->create(settings);
    if (made)
        known = *made;
    return made;
}

void BackendRegistry::retireOthers(const QList<Settings> &settings)
{
    QSet<QString> kept;
    for (const Settings &one : settings)
        kept.insert(identity(one));
    std::vector<std::shared_ptr<Backend>> retired;
    {
        const std::scoped_lock lock(m_mutex);
        for (auto one = m_backends.begin(); one != m_backends.end();) {
            if (!one.value() || kept.contains(one.key())) {
                ++one;
                continue;
            }
            retired.push_back(one.value());
            // Its own pointer and the one above: nobody else has it.
            if (one.value().use_count() == 2)
                one = m_backends.erase(one);
            else
                ++one;
        }
    }
    for (const std::shared_ptr<Backend> &one : retired)
        one->drainPool();
}

void BackendRegistry::clear()
{
    QHash<QString, std::shared_ptr<Backend>> all;
    {
        const std::scoped_lock lock(m_mutex);
        all = std::exchange(m_backends, {});
    }
    all.clear();
}

} // namespace hermes
