// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/sweep/jsonobject.h"

#include <QHash>
#include <QStringList>

namespace hermes {

/// The name of a key's column beside those that are `taken`: the key with "out." in front as often as it takes, and once where
/// the key is empty.
[[nodiscard]] QString keyColumnName(const QString &key, const QStringList &taken);

/// The columns of a table of results: index, the parameters, exit_code, reason, seconds, stdout, stderr and one for each
/// key of the JSON objects that candidates printed last, in the order in which they turned up.
///
/// No two columns share a name: a parameter gets `param.` in front where its name is one of the fixed columns, a key gets
/// `out.` as often as it takes. Beyond 1,000 keys no more columns are added; what is left out is still in stdout.
class ResultColumns final
{
public:
    explicit ResultColumns(const QStringList &parameters);

    /// Adds columns for the keys that are new. True when there was one.
    bool add(const QList<JsonField> &fields);

    /// All names in their order.
    [[nodiscard]] const QStringList &names() const { return m_names; }
    [[nodiscard]] qsizetype parameterCount() const { return m_parameterCount; }
    /// The keys' columns are the last ones: names()[keysBegin() + i].
    [[nodiscard]] qsizetype keysBegin() const { return m_keysBegin; }
    [[nodiscard]] qsizetype keyCount() const { return m_names.size() - m_keysBegin; }
    /// Which of the keys' columns this key has; -1 when it has none.
    [[nodiscard]] qsizetype keyIndex(const QString &key) const { return m_indexByKey.value(key, -1); }

private:
    QStringList m_names;
    qsizetype m_parameterCount = 0;
    qsizetype m_keysBegin = 0;
    QHash<QString, qsizetype> m_indexByKey;
};

} // namespace hermes
