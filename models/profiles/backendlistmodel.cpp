// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backendlistmodel.h"

#include "models/displaytext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("BackendListModel", text);
}

QString timeText(const QDateTime &when)
{
    const bool today = when.date() == QDate::currentDate();
    return today ? QLocale().toString(when.time(), QLocale::ShortFormat) : QLocale().toString(when, QLocale::ShortFormat);
}

} // namespace

QString connectionText(const ConnectionTest &test, const Result<Settings> &current)
{
    const bool isOld = !current || !test.isOf(*current);
    switch (test.state) {
        using enum ConnectionTest::State;
    case Untested: return translated("not tested yet");
    case Running: return translated("testing…");
    case Stopping: return translated("stopping the test…");
    case Cancelled: return translated("test cancelled at %1").arg(timeText(test.when));
    case Passed:
        return (isOld ? translated("passed at %1 with other settings") : translated("passed at %1")).arg(timeText(test.when));
    case Failed: break;
    }
    // The step comes first: what is behind it may be cut off.
    const QString step = test.failed() ? lineText(test.failed()->name) : QString();
    return (isOld ? translated("failed: %1 (at %2 with other settings)") : translated("failed: %1 (at %2)"))
        .arg(step, timeText(test.when));
}

BackendListModel::BackendListModel(const Engine *engine, const ProfileStore *store, const ConnectionTests *tests, QObject *parent)
    : QAbstractListModel(parent), m_engine(engine), m_store(store), m_tests(tests)
{
    connect(store, &ProfileStore::changed, this, &BackendListModel::update);
    connect(tests, &ConnectionTests::changed, this, &BackendListModel::update);
    update();
}

void BackendListModel::setUnsaved(const QSet<BackendName> &names)
{
    m_unsaved = names;
    update();
}

void BackendListModel::setHidden(const QSet<QString> &profiles)
{
    m_hidden = profiles;
    update();
}

int BackendListModel::rowOf(const BackendName &name) const
{
    const auto found = std::ranges::find(m_entries, name, &Entry::name);
    return found == m_entries.end() ? -1 : int(found - m_entries.begin());
}

QList<BackendName> BackendListModel::names() const
{
    const QList<BackendKind> kinds = m_engine->kinds();
    QList<BackendName> profiles;
    for (const Profile &profile : m_store->profiles().profiles) {
        const auto kind = findBackendKind(profile.backend, kinds);
        if (!m_hidden.contains(profile.name))
            profiles.append({.backend = kind ? (*kind)->kind : profile.backend, .profile = profile.name});
    }
    QList<BackendName> gone;
    for (const BackendName &name : m_unsaved) {
        if (!name.profile.isEmpty() && !m_hidden.contains(name.profile) && !profiles.contains(name))
            gone.append(name);
    }
    std::ranges::sort(gone, {}, &BackendName::profile);
    profiles += gone;

    QList<BackendName> names;
    for (const BackendKind &kind : kinds) {
        names.append({.backend = kind.kind});
        for (const BackendName &name : std::as_const(profiles)) {
            if (name.backend == kind.kind)
                names.append(name);
        }
    }
    for (const BackendName &name : std::as_const(profiles)) {
        if (!names.contains(name))
            names.append(name);
    }
    return names;
}

BackendListModel::Entry BackendListModel::entryOf(const BackendName &name) const
{
    Entry entry {.name = name, .title = lineText(name.profile), .kindTitle = name.backend, .unsaved = m_unsaved.contains(name)};
    const ConnectionTest test = m_tests->test(name);
    entry.testState = test.state;
    const QList<BackendKind> kinds = m_engine->kinds();
    const auto kind = findBackendKind(name.backend, kinds);
    Result<Settings> settings = kind ? settingsInForce((*kind)->schema, m_store->profiles(), name.profile)
                                     : std::unexpected(kind.error());
    entry.testText = connectionText(test, settings);
    // A card has no room for the path that is the same for all.
    if (!settings)
        entry.problem = messageText(toText(settings.error()).replace(m_store->path(), QFileInfo(m_store->path()).fileName()));
    if (!name.profile.isEmpty() && !m_store->profiles().find(name.profile))
        entry.problem = tr("It is not in the profile file any more; saving it makes it again.");
    if (kind) {
        entry.kindTitle = (*kind)->title;
        entry.isolation = (*kind)->isolation;
        if (name.profile.isEmpty())
            entry.title = (*kind)->title;
    }
    return entry;
}

void BackendListModel::update()
{
    std::vector<Entry> entries;
    for (const BackendName &name : names())
        entries.push_back(entryOf(name));
    replace(entries);
}

/// In place: what is gone is taken out, then every place gets what belongs there.
void BackendListModel::replace(const std::vector<Entry> &entries)
{
    for (int row = int(m_entries.size()) - 1; row >= 0; --row) {
        if (std::ranges::contains(entries, m_entries[size_t(row)].name, &Entry::name))
            continue;
        beginRemoveRows({}, row, row);
        m_entries.erase(m_entries.begin() + row);
        endRemoveRows();
    }
    for (int row = 0; row < int(entries.size()); ++row) {
        const Entry &entry = entries[size_t(row)];
        const int known = rowOf(entry.name);
        if (known < 0) {
            beginInsertRows({}, row, row);
            m_entries.insert(m_entries.begin() + row, entry);
            endInsertRows();
            continue;
        }
        if (known != row) {
            beginMoveRows({}, known, known, {}, row);
            std::rotate(m_entries.begin() + row, m_entries.begin() + known, m_entries.begin() + known + 1);
            endMoveRows();
        }
        if (m_entries[size_t(row)] != entry) {
            m_entries[size_t(row)] = entry;
            Q_EMIT dataChanged(index(row), index(row));
        }
    }
}

int BackendListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

QVariant BackendListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry &entry = m_entries[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return entry.title;
    case Qt::ToolTipRole: return entry.problem.isEmpty() ? QVariant() : toolTipText(entry.problem);
    case Qt::AccessibleTextRole: return entry.title;
    case Qt::AccessibleDescriptionRole: {
        QStringList parts {entry.kindTitle, entry.testText, entry.problem, entry.unsaved ? tr("not saved") : QString()};
        parts.removeAll(QString());
        return parts.join(u", "_s);
    }
    case KindTitleRole: return lineText(entry.kindTitle);
    case IsolationRole: return entry.isolation;
    case TestStateRole: return int(entry.testState);
    case TestTextRole: return entry.testText;
    case ProblemRole: return entry.problem;
    case UnsavedRole: return entry.unsaved;
    default: return {};
    }
}

} // namespace hermes
