// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultcolumns.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr qsizetype MaxKeys = 1000;
}

ResultColumns::ResultColumns(const QStringList &parameters) : m_parameterCount(parameters.size())
{
    const QStringList results {u"exit_code"_s, u"reason"_s, u"seconds"_s, u"stdout"_s, u"stderr"_s};
    m_names.append(u"index"_s);
    for (const QString &parameter : parameters) {
        const bool taken = parameter == m_names.front() || results.contains(parameter);
        m_names.append(taken ? u"param."_s + parameter : parameter);
    }
    m_names += results;
    m_keysBegin = m_names.size();
}

bool ResultColumns::add(const QList<JsonField> &fields)
{
    const qsizetype before = m_names.size();
    for (const JsonField &field : fields) {
        if (m_indexByKey.contains(field.key) || keyCount() == MaxKeys)
            continue;
        QString name = field.key;
        while (name.isEmpty() || m_names.contains(name))
            name.prepend(u"out."_s);
        m_indexByKey.insert(field.key, keyCount());
        m_names.append(name);
    }
    return m_names.size() > before;
}

} // namespace hermes
