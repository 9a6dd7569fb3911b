// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultcolumns.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr qsizetype MaxKeys = 1000;
}

QString keyColumnName(const QString &key, const QStringList &taken)
{
    QString name = key;
    while (name.isEmpty() || taken.contains(name))
        name.prepend("out."_L1);
    return name;
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
        m_indexByKey.insert(field.key, keyCount());
        m_names.append(keyColumnName(field.key, m_names));
    }
    return m_names.size() > before;
}

} // namespace hermes
