// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "diffmodel.h"

#include <QLocale>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int WordsInMemory = 500;
constexpr size_t ContextLines = 3;
/// Of a line that is longer only this much is shown and compared by words.
constexpr qsizetype LongestShown = 5000;

QString shown(QStringView line)
{
    return line.size() <= LongestShown ? line.toString() : line.first(LongestShown).toString() + u'…';
}

} // namespace

DiffModel::DiffModel(QObject *parent) : QAbstractTableModel(parent), m_words(WordsInMemory) { }

void DiffModel::setDiff(std::shared_ptr<const TextDiff> diff)
{
    beginResetModel();
    m_diff = std::move(diff);
    rebuild();
    endResetModel();
}

void DiffModel::setArrangement(Arrangement arrangement)
{
    beginResetModel();
    m_arrangement = arrangement;
    rebuild();
    endResetModel();
}

void DiffModel::setLines(Lines lines)
{
    beginResetModel();
    m_lines = lines;
    rebuild();
    endResetModel();
}

void DiffModel::addLine(const DiffLine &line)
{
    if (line.hunk >= int(m_hunkRows.size()))
        m_hunkRows.push_back(int(m_rows.size()));
    if (line.left >= 0)
        m_longest = std::max(m_longest, m_diff->left->lines[size_t(line.left)].size());
    if (line.right >= 0)
        m_longest = std::max(m_longest, m_diff->right->lines[size_t(line.right)].size());
    if (m_arrangement == Arrangement::SideBySide || line.kind == DiffKind::Equal) {
        m_rows.push_back({.line = line});
        return;
    }
    if (line.left >= 0)
        m_rows.push_back({.line = line, .side = -1});
    if (line.right >= 0)
        m_rows.push_back({.line = line, .side = 1});
}

/// Whether an equal line is one of those around a difference.
bool DiffModel::isNear(size_t line) const
{
    const size_t first = line < ContextLines ? 0 : line - ContextLines;
    const size_t last = std::min(line + ContextLines, m_diff->lines.size() - 1);
    for (size_t at = first; at <= last; ++at) {
        if (m_diff->lines[at].kind != DiffKind::Equal)
            return true;
    }
    return false;
}

void DiffModel::rebuild()
{
    m_rows.clear();
    m_hunkRows.clear();
    m_words.clear();
    m_longest = 0;
    if (!m_diff)
        return;
    for (size_t at = 0; at < m_diff->lines.size(); ++at) {
        if (m_lines == Lines::All || isNear(at)) {
            addLine(m_diff->lines[at]);
            continue;
        }
        if (m_rows.empty() || m_rows.back().skipped == 0)
            m_rows.push_back({});
        ++m_rows.back().skipped;
    }
    m_longest = std::min(m_longest, LongestShown);
}

QList<DiffModel::Column> DiffModel::columns() const
{
    using enum Column;
    if (m_arrangement == Arrangement::Unified)
        return {LeftNumber, RightNumber, Sign, RightText};
    return {LeftNumber, LeftText, Sign, RightNumber, RightText};
}

int DiffModel::rowOfHunk(int hunk) const
{
    return m_hunkRows[size_t(hunk)];
}

int DiffModel::hunkBefore(int row) const
{
    const auto after = std::ranges::upper_bound(m_hunkRows, row);
    return int(std::distance(m_hunkRows.begin(), after)) - 1;
}

WordMarks DiffModel::wordsOf(int row) const
{
    if (const WordMarks *known = m_words.object(row))
        return *known;
    const DiffLine &line = m_rows[size_t(row)].line;
    const auto start = [](QStringView text) { return text.first(std::min(LongestShown, text.size())); };
    WordMarks found = wordMarks(start(m_diff->left->lines[size_t(line.left)]), start(m_diff->right->lines[size_t(line.right)]));
    m_words.insert(row, new WordMarks(found));
    return found;
}

std::vector<WordMarks::Span> DiffModel::marksOf(const QModelIndex &index) const
{
    const Row &row = m_rows[size_t(index.row())];
    const Column column = columns().at(index.column());
    if (row.line.kind != DiffKind::Changed || (column != Column::LeftText && column != Column::RightText))
        return {};
    const bool ofLeft = row.side < 0 || (row.side == 0 && column == Column::LeftText);
    return ofLeft ? wordsOf(index.row()).left : wordsOf(index.row()).right;
}

int DiffModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int DiffModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(columns().size());
}

QString DiffModel::sign(const Row &row)
{
    switch (row.line.kind) {
    case DiffKind::Equal: return {};
    case DiffKind::Changed: return row.side == 0 ? u"~"_s : row.side < 0 ? u"-"_s : u"+"_s;
    case DiffKind::Removed: return u"-"_s;
    case DiffKind::Added: break;
    }
    return u"+"_s;
}

QString DiffModel::text(const Row &row, Column column) const
{
    const bool left = row.line.left >= 0 && row.side <= 0;
    const bool right = row.line.right >= 0 && row.side >= 0;
    switch (column) {
    case Column::LeftNumber: return left ? QString::number(row.line.left + 1) : QString();
    case Column::RightNumber: return right ? QString::number(row.line.right + 1) : QString();
    case Column::Sign: return sign(row);
    case Column::LeftText: return left ? shown(m_diff->left->lines[size_t(row.line.left)]) : QString();
    case Column::RightText: break;
    }
    if (right)
        return shown(m_diff->right->lines[size_t(row.line.right)]);
    const bool isOnlyText = m_arrangement == Arrangement::Unified && left;
    return isOnlyText ? shown(m_diff->left->lines[size_t(row.line.left)]) : QString();
}

/// What a screen reader says: without it a cell does not tell whether its line is the same on the other side.
QString DiffModel::spoken(const Row &row, Column column) const
{
    QString plain = text(row, column);
    switch (row.line.kind) {
    case DiffKind::Equal: return plain;
    case DiffKind::Changed: return tr("changed: %1").arg(plain);
    case DiffKind::Removed: return plain.isEmpty() && row.side == 0 ? tr("no line here") : tr("removed: %1").arg(plain);
    case DiffKind::Added: break;
    }
    return plain.isEmpty() && row.side == 0 ? tr("no line here") : tr("added: %1").arg(plain);
}

QVariant DiffModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[size_t(index.row())];
    const Column column = columns().at(index.column());
    const bool isText = column == Column::LeftText || column == Column::RightText;
    if (role == KindRole)
        return row.skipped > 0 ? -1 : int(row.line.kind);
    if (role == SideRole)
        return row.side;
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    if (row.skipped > 0)
        return isText ? tr("Equal lines left out: %1").arg(QLocale().toString(row.skipped)) : QString();
    return role == Qt::AccessibleTextRole && isText ? spoken(row, column) : text(row, column);
}

QVariant DiffModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section >= columnCount())
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (columns().at(section)) {
    case Column::LeftNumber: return tr("Line", "of the left text");
    case Column::RightNumber: return tr("Line", "of the right text");
    case Column::LeftText: return tr("Left");
    case Column::Sign: return tr("Sign");
    case Column::RightText: break;
    }
    return m_arrangement == Arrangement::Unified ? tr("Text") : tr("Right");
}

} // namespace hermes
