// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/diff/textdiff.h"

#include <QAbstractTableModel>
#include <QCache>

namespace hermes {

/// The lines of a TextDiff as a table: side by side, or one under the other. GUI thread only.
class DiffModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Arrangement : quint8 { SideBySide, Unified };
    enum class Lines : quint8 {
        All,
        Differences ///< And some around each; a row tells how many equal ones are left out.
    };
    enum class Column : quint8 { LeftNumber, LeftText, Sign, RightNumber, RightText };
    enum Role {
        KindRole = Qt::UserRole + 100, ///< DiffKind as int; -1: a row that stands for lines that are left out.
        SideRole                       ///< -1: the left text, 1: the right one, 0: both or neither.
    };

    explicit DiffModel(QObject *parent = nullptr);

    /// Null: nothing.
    void setDiff(std::shared_ptr<const TextDiff> diff);
    [[nodiscard]] const std::shared_ptr<const TextDiff> &diff() const { return m_diff; }
    void setArrangement(Arrangement arrangement);
    [[nodiscard]] Arrangement arrangement() const { return m_arrangement; }
    void setLines(Lines lines);

    /// In Unified there is one text, in the place of the right one.
    [[nodiscard]] QList<Column> columns() const;
    [[nodiscard]] int columnOf(Column column) const { return int(columns().indexOf(column)); }
    [[nodiscard]] int hunkCount() const { return m_diff ? int(m_diff->hunks.size()) : 0; }
    /// The first row of a difference.
    [[nodiscard]] int rowOfHunk(int hunk) const;
    /// The difference at a row or the last one before it; -1: none.
    [[nodiscard]] int hunkBefore(int row) const;
    /// What is to be marked in the text of a cell.
    [[nodiscard]] std::vector<WordMarks::Span> marksOf(const QModelIndex &index) const;
    /// Characters of the longest line that is shown.
    [[nodiscard]] qsizetype longestLine() const { return m_longest; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        DiffLine line = {};
        int skipped = 0; ///< Of equal lines, in place of a line.
        int side = 0;
    };

    void rebuild();
    void addLine(const DiffLine &line);
    [[nodiscard]] bool isNear(size_t line) const;
    [[nodiscard]] WordMarks wordsOf(int row) const;
    [[nodiscard]] QString text(const Row &row, Column column) const;
    [[nodiscard]] static QString sign(const Row &row);
    [[nodiscard]] QString spoken(const Row &row, Column column) const;

    std::shared_ptr<const TextDiff> m_diff;
    Arrangement m_arrangement = Arrangement::SideBySide;
    Lines m_lines = Lines::All;
    std::vector<Row> m_rows;
    std::vector<int> m_hunkRows;
    qsizetype m_longest = 0;
    mutable QCache<int, WordMarks> m_words;
};

} // namespace hermes
