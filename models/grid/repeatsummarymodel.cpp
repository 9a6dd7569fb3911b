// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "repeatsummarymodel.h"

#include "models/resultgridmodel.h"
#include "models/roles.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr double NoNumber = std::numeric_limits<double>::quiet_NaN();

double meanOf(const std::vector<double> &values)
{
    return values.empty() ? NoNumber : std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

double deviationOf(const std::vector<double> &values)
{
    if (values.size() < 2)
        return NoNumber;
    const double mean = meanOf(values);
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / double(values.size() - 1));
}

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return NoNumber;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

} // namespace

RepeatSummaryModel::RepeatSummaryModel(const ResultGridModel *grid, QObject *parent) : QAbstractTableModel(parent), m_grid(grid)
{
    connect(grid, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(grid, &QAbstractItemModel::modelReset, this, [this] {
        findColumns();
        endResetModel();
    });
    connect(grid, &QAbstractItemModel::dataChanged, this, &RepeatSummaryModel::rowsChanged);
    findColumns();
}

void RepeatSummaryModel::findColumns()
{
    using enum ResultGridModel::ColumnKind;
    const QStringList &names = m_grid->parameterNames();
    m_columns.clear();
    m_rows = (m_grid->rowCount() + m_grid->repeat() - 1) / m_grid->repeat();
    for (int i = 0; i < names.size(); ++i) {
        // These two tell the repeats apart.
        if (names.at(i) != "repeat"_L1 && names.at(i) != "seed"_L1)
            m_columns.push_back({.statistic = Statistic::Value, .source = m_grid->columnOf(Parameter) + i});
    }
    m_columns.push_back({.statistic = Statistic::Ended, .source = m_grid->columnOf(State)});
    m_columns.push_back({.statistic = Statistic::Ok, .source = m_grid->columnOf(State)});
    const auto addStatistics = [this](int source) {
        for (const Statistic statistic : {Statistic::Mean, Statistic::Deviation, Statistic::Median})
            m_columns.push_back({.statistic = statistic, .source = source});
    };
    addStatistics(m_grid->columnOf(Duration));
    for (int column = m_grid->columnOf(Key); column < m_grid->columnCount(); ++column) {
        if (m_grid->isNumeric(column))
            addStatistics(column);
    }
    m_numericKeys = numericKeys();
}

int RepeatSummaryModel::numericKeys() const
{
    int count = 0;
    for (int column = m_grid->columnOf(ResultGridModel::ColumnKind::Key); column < m_grid->columnCount(); ++column)
        count += m_grid->isNumeric(column) ? 1 : 0;
    return count;
}

void RepeatSummaryModel::rowsChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight)
{
    // A key is known by its first value, and whether it has numbers by the first of them.
    if (numericKeys() != m_numericKeys) {
        beginResetModel();
        findColumns();
        endResetModel();
        return;
    }
    const int repeat = m_grid->repeat();
    Q_EMIT dataChanged(index(topLeft.row() / repeat, 0), index(bottomRight.row() / repeat, columnCount() - 1));
}

int RepeatSummaryModel::firstCandidate(int row) const
{
    return row * m_grid->repeat();
}

int RepeatSummaryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int RepeatSummaryModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

double RepeatSummaryModel::calculate(int row, const Column &column) const
{
    const int first = firstCandidate(row);
    const int end = std::min(first + m_grid->repeat(), m_grid->rowCount());
    std::vector<double> values;
    int ended = 0;
    int succeeded = 0;
    for (int candidate = first; candidate < end; ++candidate) {
        const RunState state = m_grid->stateOf(candidate);
        ended += isFinished(state) ? 1 : 0;
        succeeded += state == RunState::Ok ? 1 : 0;
        if (column.statistic < Statistic::Mean || state != RunState::Ok)
            continue;
        if (const double value = m_grid->numberAt(candidate, column.source); !std::isnan(value))
            values.push_back(value);
    }
    switch (column.statistic) {
    case Statistic::Value: return m_grid->numberAt(first, column.source);
    case Statistic::Ended: return ended;
    case Statistic::Ok: return succeeded;
    case Statistic::Mean: return meanOf(values);
    case Statistic::Deviation: return deviationOf(values);
    case Statistic::Median: break;
    }
    return medianOf(std::move(values));
}

QString RepeatSummaryModel::textOf(int row, const Column &column) const
{
    constexpr int Digits = 6;
    if (column.statistic == Statistic::Value)
        return m_grid->textAt(firstCandidate(row), column.source);
    const double value = calculate(row, column);
    return std::isnan(value) ? QString() : QString::number(value, 'g', Digits);
}

QVariant RepeatSummaryModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Column &column = m_columns[size_t(index.column())];
    if (role == Qt::DisplayRole)
        return textOf(index.row(), column);
    if (role == SortRole) {
        const double value = calculate(index.row(), column);
        if (!std::isnan(value))
            return value;
        return column.statistic == Statistic::Value ? QVariant(textOf(index.row(), column)) : QVariant();
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = column.statistic != Statistic::Value || m_grid->isNumeric(column.source);
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return {};
}

QVariant RepeatSummaryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(tr("Combination %1").arg(section)) : QVariant();
    if (section < 0 || section >= columnCount())
        return {};
    const Column &column = m_columns[size_t(section)];
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = column.statistic != Statistic::Value || m_grid->isNumeric(column.source);
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole)
        return {};
    const bool isTime = m_grid->columnAt(column.source).kind == ResultGridModel::ColumnKind::Duration;
    const QString title = isTime ? tr("Seconds") : m_grid->headerData(column.source, Qt::Horizontal).toString();
    switch (column.statistic) {
    case Statistic::Value: return title;
    case Statistic::Ended: return tr("Ended");
    case Statistic::Ok: return tr("Ok");
    case Statistic::Mean: return tr("%1 mean").arg(title);
    case Statistic::Deviation: return tr("%1 sd").arg(title);
    case Statistic::Median: break;
    }
    return tr("%1 median").arg(title);
}

void RepeatSummaryModel::addSortValues(SortColumn &to, int column, int first, int end) const
{
    const Column &asked = m_columns[size_t(column)];
    if (asked.statistic == Statistic::Value)
        to.setTextsMayBeNumbers();
    for (int row = first; row < end; ++row) {
        if (asked.statistic == Statistic::Value)
            to.addText(textOf(row, asked));
        else
            to.addNumber(calculate(row, asked));
    }
}

} // namespace hermes
