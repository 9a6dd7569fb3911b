// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultgridmodel.h"

#include "backends/core/inbackground.h"
#include "backends/engine/sweep/resultcolumns.h"
#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/grid/jsonkeys.h"
#include "models/roles.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr int FixedAfterParameters = 4;
constexpr double NoNumber = std::numeric_limits<double>::quiet_NaN();

double secondsOf(const CandidateSummary &candidate)
{
    return double(candidate.run.count()) / 1e9;
}
} // namespace

ResultGridModel::ResultGridModel(QObject *parent) : QAbstractTableModel(parent) { }

void ResultGridModel::begin(QStringList parameterNames, int total, ParameterSource parameters, int repeat, LaunchStage stage)
{
    beginResetModel();
    ++m_columnsVersion;
    m_parameterNames = std::move(parameterNames);
    m_parameters = std::move(parameters);
    m_stage = stage;
    m_lastParameters = {-1, {}};
    m_repeat = std::max(1, repeat);
    dropRows();
    m_keyNumbers.clear();
    m_rows = CandidateRows(total);
    m_counts = {};
    m_counts[size_t(runState({}, stage))] = total;
    endResetModel();
}

/// A million texts take as long to give back as a slow file takes to be read.
void ResultGridModel::dropRows()
{
    postTo(m_dropping, [rows = std::move(m_rows), keys = std::exchange(m_keys, {})] { });
}

void ResultGridModel::setStage(LaunchStage stage)
{
    if (std::exchange(m_stage, stage) == stage)
        return;
    countStates();
    std::vector<int> changed;
    for (int row = 0; row < rowCount(); ++row) {
        if (candidate(row).state != CandidateState::Finished)
            changed.push_back(row);
    }
    announce(changed);
}

void ResultGridModel::clear()
{
    begin({}, 0, {});
}

void ResultGridModel::countStates()
{
    m_counts = {};
    for (int row = 0; row < rowCount(); ++row)
        ++m_counts[size_t(stateOf(row))];
}

void ResultGridModel::update(const QList<CandidateSummary> &candidates)
{
    QList<QList<JsonField>> objects;
    objects.reserve(candidates.size());
    for (const CandidateSummary &candidate : candidates)
        objects += candidate.lastObject.isEmpty() ? QList<JsonField>() : flatFields(candidate.lastObject);
    addKeysOf(objects);
    std::vector<int> changed;
    changed.reserve(size_t(candidates.size()));
    for (qsizetype i = 0; i < candidates.size(); ++i) {
        const int row = candidates.at(i).index;
        if (row < 0 || row >= rowCount())
            continue;
        take(candidates.at(i), objects.at(i));
        changed.push_back(row);
    }
    announce(changed);
}

void ResultGridModel::take(const CandidateSummary &candidate, const QList<JsonField> &fields)
{
    const int row = candidate.index;
    --m_counts[size_t(stateOf(row))];
    if (!this->candidate(row).lastObject.isEmpty()) {
        for (KeyColumn &column : m_keys)
            column.clear(row);
    }
    m_rows.set(candidate);
    ++m_counts[size_t(stateOf(row))];
    for (const JsonField &field : fields) {
        if (const auto known = m_keyNumbers.constFind(field.key); known != m_keyNumbers.cend())
            m_keys[size_t(*known)].set(row, field);
    }
}

void ResultGridModel::addKeysOf(const QList<QList<JsonField>> &objects)
{
    std::vector<KeyColumn> added;
    QStringList titles;
    for (const QList<JsonField> &fields : objects) {
        for (const JsonField &field : fields) {
            if (m_keyNumbers.contains(field.key) || m_keyNumbers.size() == MaxKeyColumns)
                continue;
            if (titles.isEmpty())
                titles = wholeTitles();
            m_keyNumbers.insert(field.key, int(m_keys.size() + added.size()));
            added.emplace_back(field.key, keyColumnName(field.key, titles));
            titles.append(added.back().title());
        }
    }
    if (added.empty())
        return;
    beginInsertColumns({}, columnCount(), columnCount() + int(added.size()) - 1);
    ++m_columnsVersion;
    std::ranges::move(added, std::back_inserter(m_keys));
    endInsertColumns();
}

QStringList ResultGridModel::wholeTitles() const
{
    QStringList titles = m_parameterNames + QStringList {tr("Index"), tr("State"), tr("Exit code"), tr("Duration"), tr("Output")};
    for (const KeyColumn &column : m_keys)
        titles += column.title();
    return titles;
}

QStringList ResultGridModel::keys() const
{
    QStringList names;
    for (const KeyColumn &column : m_keys)
        names += column.key();
    return names;
}

void ResultGridModel::announce(std::vector<int> &rows)
{
    std::ranges::sort(rows);
    const auto repeated = std::ranges::unique(rows);
    rows.erase(repeated.begin(), repeated.end());
    const int lastColumn = columnCount() - 1;
    const int firstColumn = columnOf(ColumnKind::State);
    for (size_t begin = 0; begin < rows.size();) {
        size_t end = begin + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        Q_EMIT dataChanged(index(rows[begin], firstColumn), index(rows[end - 1], lastColumn));
        begin = end;
    }
}

ResultGridModel::Column ResultGridModel::columnAt(int column) const
{
    using enum ColumnKind;
    const int parameters = int(m_parameterNames.size());
    if (column == 0)
        return {Index, 0};
    if (column <= parameters)
        return {Parameter, column - 1};
    const int rest = column - 1 - parameters;
    if (rest < FixedAfterParameters)
        return {std::array {State, ExitCode, Duration, Output}[size_t(rest)], 0};
    return {Key, rest - FixedAfterParameters};
}

int ResultGridModel::columnOf(ColumnKind kind) const
{
    switch (kind) {
    case ColumnKind::Index: return 0;
    case ColumnKind::Parameter: return 1;
    default: return 1 + int(m_parameterNames.size()) + int(kind) - int(ColumnKind::State);
    }
}

QStringList ResultGridModel::parametersOf(int row) const
{
    if (m_lastParameters.first != row && m_parameters)
        m_lastParameters = {row, m_parameters(row)};
    return m_lastParameters.second;
}

int ResultGridModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows.count();
}

int ResultGridModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 1 + int(m_parameterNames.size()) + FixedAfterParameters + int(m_keys.size());
}

QVariant ResultGridModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int row = index.row();
    const Column column = columnAt(index.column());
    switch (role) {
    case Qt::DisplayRole: return textAt(row, index.column());
    case SortRole: return rawValue(row, column);
    case StateRole: return int(stateOf(row));
    case IndexRole: return row;
    case Qt::ToolTipRole: return toolTip(row, column);
    case Qt::TextAlignmentRole: {
        const QMetaType type = rawValue(row, column).metaType();
        const bool isNumber = type.id() == QMetaType::Int || type.id() == QMetaType::Double;
        return int((isNumber && column.kind != ColumnKind::State ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default: return {};
    }
}

QVariant ResultGridModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(tr("Candidate %1").arg(section)) : QVariant();
    if (section < 0 || section >= columnCount())
        return {};
    if (role == Qt::DisplayRole)
        return headerText(section);
    if (role == Qt::TextAlignmentRole)
        return int((hasNumbers(columnAt(section)) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

bool ResultGridModel::hasNumbers(Column column) const
{
    switch (column.kind) {
    case ColumnKind::Index:
    case ColumnKind::ExitCode:
    case ColumnKind::Duration: return true;
    case ColumnKind::Parameter: return m_rows.count() > 0 && rawValue(0, column).typeId() == QMetaType::Double;
    case ColumnKind::Key: return m_keys[size_t(column.number)].hasNumbers();
    default: return false;
    }
}

QString ResultGridModel::headerText(int section) const
{
    const Column column = columnAt(section);
    switch (column.kind) {
    case ColumnKind::Index: return tr("Index");
    case ColumnKind::Parameter: return m_parameterNames.at(column.number);
    case ColumnKind::State: return tr("State");
    case ColumnKind::ExitCode: return tr("Exit code");
    case ColumnKind::Duration: return tr("Duration");
    case ColumnKind::Output: return tr("Output");
    case ColumnKind::Key: break;
    }
    return lineText(m_keys[size_t(column.number)].title());
}

QString ResultGridModel::wholeText(int row, Column column) const
{
    const CandidateSummary &shown = candidate(row);
    const bool finished = shown.state == CandidateState::Finished;
    switch (column.kind) {
    case ColumnKind::Index: return QString::number(row);
    case ColumnKind::Parameter: return parametersOf(row).value(column.number);
    case ColumnKind::State: return stateWord(stateOf(row));
    case ColumnKind::ExitCode: return finished ? QString::number(shown.exitCode) : QString();
    case ColumnKind::Duration: return finished ? durationText(shown.run) : QString();
    case ColumnKind::Output: return shown.firstLine;
    case ColumnKind::Key: break;
    }
    return keyText(row, column.number);
}

QVariant ResultGridModel::rawValue(int row, Column column) const
{
    const CandidateSummary &shown = candidate(row);
    const bool finished = shown.state == CandidateState::Finished;
    switch (column.kind) {
    case ColumnKind::Index: return row;
    case ColumnKind::State: return int(stateOf(row));
    case ColumnKind::ExitCode: return finished ? QVariant(shown.exitCode) : QVariant();
    case ColumnKind::Duration: return finished ? QVariant(secondsOf(shown)) : QVariant();
    case ColumnKind::Output: return shown.firstLine;
    case ColumnKind::Parameter:
    case ColumnKind::Key: break;
    }
    if (column.kind == ColumnKind::Key) {
        const KeyColumn &values = m_keys[size_t(column.number)];
        const double number = values.number(row);
        return std::isnan(number) ? QVariant(values.otherText(row)) : QVariant(number);
    }
    const QString text = wholeText(row, column);
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    return isNumber ? QVariant(number) : QVariant(text);
}

QString ResultGridModel::textAt(int row, int column) const
{
    return lineText(wholeText(row, columnAt(column)));
}

double ResultGridModel::numberAt(int row, int column) const
{
    const Column asked = columnAt(column);
    if (asked.kind == ColumnKind::Key)
        return m_keys[size_t(asked.number)].number(row);
    if (asked.kind == ColumnKind::State || asked.kind == ColumnKind::Output)
        return NoNumber;
    const QVariant value = rawValue(row, asked);
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    return isNumber && value.isValid() && value.typeId() != QMetaType::QString ? number : NoNumber;
}

QString ResultGridModel::toolTip(int row, Column column) const
{
    if (column.kind == ColumnKind::State || column.kind == ColumnKind::ExitCode)
        return tr("Candidate %1 %2.").arg(QString::number(row), sentenceOf(row));
    return toolTipText(wholeText(row, column));
}

/// As it was printed: "450.0" stays "450.0".
QString ResultGridModel::keyText(int row, int key) const
{
    const KeyColumn &values = m_keys[size_t(key)];
    if (const QString other = values.otherText(row); !other.isEmpty())
        return values.isMixed() ? QString(u'"' + other + u'"') : other;
    const QByteArray &object = candidate(row).lastObject;
    if (object.isEmpty())
        return {};
    const QList<JsonField> fields = flatFields(object);
    const auto found = std::ranges::find(fields, values.key(), &JsonField::key);
    return found == fields.cend() || found->type == JsonType::String ? QString() : found->text;
}

void ResultGridModel::addSortValues(SortColumn &to, int column, int first, int end) const
{
    const Column asked = columnAt(column);
    if (asked.kind == ColumnKind::Parameter || asked.kind == ColumnKind::Output)
        to.setTextsMayBeNumbers();
    for (int row = first; row < end; ++row)
        addSortValue(to, row, asked);
}

void ResultGridModel::addSortValue(SortColumn &to, int row, Column column) const
{
    const CandidateSummary &shown = candidate(row);
    const bool finished = shown.state == CandidateState::Finished;
    switch (column.kind) {
    case ColumnKind::Index: to.addNumber(row); break;
    case ColumnKind::State: to.addNumber(double(stateOf(row))); break;
    case ColumnKind::ExitCode: to.addNumber(finished ? shown.exitCode : NoNumber); break;
    case ColumnKind::Duration: to.addNumber(finished ? secondsOf(shown) : NoNumber); break;
    case ColumnKind::Parameter:
    case ColumnKind::Output: to.addText(wholeText(row, column)); break;
    case ColumnKind::Key: {
        const KeyColumn &values = m_keys[size_t(column.number)];
        const double number = values.number(row);
        if (std::isnan(number))
            to.addText(values.otherText(row));
        else
            to.addNumber(number);
        break;
    }
    }
}

} // namespace hermes
