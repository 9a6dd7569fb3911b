// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QString>

class QAbstractItemModel;

namespace hermes {

/// Cells of a flat table, by row and column of its model, in the order in which they are to be written.
struct TableSelection
{
    const QAbstractItemModel *model = nullptr; ///< Not owned.
    QList<int> rows = {};
    QList<int> columns = {};
};

/// What a clipboard is given at once at most: more belongs into a file.
inline constexpr qsizetype MaxCopiedRows = 10'000;

enum class TableHeader : quint8 { Left, Written };

/// Values separated by tabs, a row a line. Where a value has a tab or line end it is in quotes, as spreadsheets have it.
[[nodiscard]] QString asTsv(const TableSelection &selection, TableHeader header);
/// A pipe table with a header; numbers at the right.
[[nodiscard]] QString asMarkdown(const TableSelection &selection);
/// An array with one object a row, keyed by the columns' titles. What sorts as a number is one; what is empty is null.
[[nodiscard]] QString asJson(const TableSelection &selection);

} // namespace hermes
