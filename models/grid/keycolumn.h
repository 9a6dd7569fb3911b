// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/sweep/jsonobject.h"

#include <QHash>

#include <vector>

namespace hermes {

/// The values that candidates printed under one JSON key, by row: numbers as such, so that a million of them can be sorted
/// and drawn without a look at any text. A value; one thread at a time.
class KeyColumn final
{
public:
    KeyColumn(QString key, QString title) : m_key(std::move(key)), m_title(std::move(title)) { }

    [[nodiscard]] const QString &key() const { return m_key; }
    /// The key, told apart from the other columns' titles.
    [[nodiscard]] const QString &title() const { return m_title; }
    void set(int row, const JsonField &field);
    /// The row's candidate printed no such key (any more).
    void clear(int row);

    /// NaN where there is no number.
    [[nodiscard]] double number(int row) const;
    /// Of what is no number; empty for numbers too.
    [[nodiscard]] QString otherText(int row) const { return m_others.value(row); }
    [[nodiscard]] bool hasNumbers() const { return m_numberCount > 0; }
    /// Numbers and other values stand in this column.
    [[nodiscard]] bool isMixed() const { return m_numberCount > 0 && !m_others.isEmpty(); }

private:
    QString m_key;
    QString m_title;
    std::vector<double> m_numbers; ///< As far as a row had one.
    QHash<int, QString> m_others;
    int m_numberCount = 0;
};

} // namespace hermes
