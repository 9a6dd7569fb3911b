// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "historymodel.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/history/launchtext.h"
#include "models/roles.h"

#include <QFuture>
#include <QLocale>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

qint64 failedOf(const LaunchCounts &counts)
{
    return counts.failed + counts.signalled + counts.timedOut;
}

/// Without a result that is one: cancelled, lost, not run. While it is under way nothing is missing yet.
qint64 missingOf(const LaunchRecord &record)
{
    if (record.state == LaunchState::Running)
        return 0;
    const LaunchCounts &counts = record.counts;
    return record.count - counts.succeeded - failedOf(counts) - counts.infrastructure;
}

} // namespace

HistoryModel::HistoryModel(Engine *engine, QObject *parent) : QAbstractTableModel(parent), m_engine(engine)
{
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(200ms);
    connect(&m_debounce, &QTimer::timeout, this, &HistoryModel::refresh);
    connect(engine, &Engine::journalChanged, this, [this] {
        if (m_watching)
            refresh();
    });
    connect(engine, &Engine::progressChanged, this, &HistoryModel::takeProgress);
}

HistoryModel::~HistoryModel()
{
    setWatching(false);
}

void HistoryModel::setFilter(HistoryFilter filter)
{
    m_filter = std::move(filter);
    m_debounce.start();
    Q_EMIT loadingChanged();
}

void HistoryModel::setWatching(bool watching)
{
    if (std::exchange(m_watching, watching) == watching)
        return;
    m_engine->watchJournal(watching);
    if (watching)
        refresh();
}

void HistoryModel::refresh()
{
    m_debounce.stop();
    if (m_asked == Asked::Nothing)
        ask(Asked::Refresh);
    else
        m_again = true;
}

void HistoryModel::hide(const QList<LaunchId> &ids)
{
    m_hidden += QSet<LaunchId>(ids.cbegin(), ids.cend());
    dropHidden();
}

void HistoryModel::unhide(const QList<LaunchId> &ids)
{
    m_hidden -= QSet<LaunchId>(ids.cbegin(), ids.cend());
    refresh();
}

void HistoryModel::dropHidden()
{
    QList<LaunchRecord> left;
    for (const LaunchRecord &record : m_rows) {
        if (!m_hidden.contains(record.id))
            left += record;
    }
    merge(left);
}

int HistoryModel::rowOf(LaunchId id) const
{
    const auto found = std::ranges::lower_bound(m_rows, id, std::ranges::greater(), &LaunchRecord::id);
    return found != m_rows.end() && found->id == id ? int(found - m_rows.begin()) : -1;
}

void HistoryModel::ask(Asked what)
{
    HistoryFilter filter = m_filter;
    filter.limit = what == Asked::More ? PageSize : int(std::max<size_t>(PageSize, m_rows.size() + size_t(m_hidden.size())));
    filter.before = what == Asked::More && !m_rows.empty() ? std::optional(m_rows.back().id) : std::nullopt;
    m_asked = what;
    Q_EMIT loadingChanged();
    m_engine->history(filter).then(
        this, [this, what, limit = filter.limit](const Result<QList<LaunchRecord>> &answer) { take(what, answer, limit); });
}

void HistoryModel::take(Asked what, const Result<QList<LaunchRecord>> &answer, qsizetype limit)
{
    m_asked = Asked::Nothing;
    if (std::exchange(m_again, false)) {
        ask(Asked::Refresh);
        return;
    }
    if (!answer) {
        m_more = false;
        Q_EMIT failed(answer.error());
        Q_EMIT loadingChanged();
        return;
    }
    QList<LaunchRecord> shown = *answer;
    shown.removeIf([this](const LaunchRecord &record) { return m_hidden.contains(record.id); });
    m_loaded = true;
    // Whoever hears of the rows may ask for more at once: not before all of these are there.
    m_more = false;
    if (what == Asked::More)
        append(shown);
    else
        merge(shown);
    m_more = answer->size() == limit;
    Q_EMIT loadingChanged();
}

void HistoryModel::append(const QList<LaunchRecord> &records)
{
    if (records.isEmpty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(records.size()) - 1);
    m_rows.insert(m_rows.end(), records.cbegin(), records.cend());
    endInsertRows();
}

/// Makes the rows those of the answer, in place; both are in descending order of ids.
void HistoryModel::merge(const QList<LaunchRecord> &records)
{
    int row = 0;
    qsizetype next = 0;
    while (row < rowCount() || next < records.size()) {
        const LaunchId here = row < rowCount() ? record(row).id : 0;
        const LaunchId there = next < records.size() ? records[next].id : 0;
        if (here > there) {
            int end = row + 1;
            while (end < rowCount() && record(end).id > there)
                ++end;
            beginRemoveRows({}, row, end - 1);
            m_rows.erase(m_rows.begin() + row, m_rows.begin() + end);
            endRemoveRows();
        } else if (here < there) {
            qsizetype end = next + 1;
            while (end < records.size() && records[end].id > here)
                ++end;
            beginInsertRows({}, row, row + int(end - next) - 1);
            m_rows.insert(m_rows.begin() + row, records.cbegin() + next, records.cbegin() + end);
            endInsertRows();
            row += int(end - next);
            next = end;
        } else {
            if (record(row) != records[next]) {
                m_rows[size_t(row)] = records[next];
                Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
            }
            ++row;
            ++next;
        }
    }
}

void HistoryModel::takeProgress(LaunchId id, const LaunchProgress &progress)
{
    const int row = rowOf(id);
    if (row < 0 || record(row).state != LaunchState::Running || record(row).counts == countsOf(progress))
        return;
    m_rows[size_t(row)].counts = countsOf(progress);
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

int HistoryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int HistoryModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

bool HistoryModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_more && m_asked == Asked::Nothing;
}

void HistoryModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        ask(Asked::More);
}

QVariant HistoryModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const LaunchRecord &shown = record(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(shown, index.column());
    case SortRole: return rawValue(shown, index.column());
    case StateRole: return int(launchRunState(shown));
    case IndexRole: return shown.id;
    case Qt::ToolTipRole: return toolTip(shown, index.column());
    case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
    default: return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole && section >= 0 && section < rowCount() ? tr("Launch %1").arg(record(section).id)
                                                                               : QVariant();
    const bool isNumber = (section >= Candidates && section <= Duration) || section == RerunOf;
    if (role == Qt::TextAlignmentRole)
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Started: return tr("Started");
    case Name: return tr("Name or code");
    case Kind: return tr("Kind");
    case Backend: return tr("Backend");
    case State: return tr("State");
    case Candidates: return tr("Candidates");
    case Ok: return tr("Ok");
    case Failed: return tr("Failed");
    case Infrastructure: return tr("Infrastructure");
    case Missing: return tr("Missing");
    case Duration: return tr("Duration");
    case RerunOf: return tr("Re-run of");
    default: return {};
    }
}

QVariant HistoryModel::rawValue(const LaunchRecord &record, int column) const
{
    switch (column) {
    case Started: return record.createdAt;
    case Candidates: return record.count;
    case Ok: return record.counts.succeeded;
    case Failed: return failedOf(record.counts);
    case Infrastructure: return record.counts.infrastructure;
    case Missing: return missingOf(record);
    case Duration: {
        const auto duration = launchDuration(record);
        return duration ? QVariant(double(duration->count()) / 1000) : QVariant();
    }
    case RerunOf: return record.rerunOf ? QVariant(*record.rerunOf) : QVariant();
    default: return text(record, column);
    }
}

QString HistoryModel::text(const LaunchRecord &record, int column) const
{
    switch (column) {
    case Started: return launchTimeText(record.createdAt, TimeLength::Column);
    case Name: return launchTitle(record);
    case Kind: return launchKindWord(record.kind);
    case Backend: return launchPlaceText(record);
    case State: return launchOutcomeWord(record);
    case Duration: {
        const auto duration = launchDuration(record);
        return duration ? durationText(*duration) : QString();
    }
    case RerunOf: return record.rerunOf ? QString::number(*record.rerunOf) : QString();
    default: break;
    }
    // Where there is none, the cell is empty: what is there stands out.
    const qint64 count = rawValue(record, column).toLongLong();
    return count == 0 && column != Candidates && column != Ok ? QString() : QLocale().toString(count);
}

QString HistoryModel::toolTip(const LaunchRecord &record, int column) const
{
    switch (column) {
    case Name: return toolTipText(QString::fromUtf8(record.code));
    case Started: return QLocale().toString(record.createdAt.toLocalTime(), QLocale::LongFormat);
    case Missing: return tr("Cancelled, lost, or not run");
    case Failed: return tr("Another exit code than 0, a signal, or over the timeout");
    case RerunOf:
        return record.rerunOf
            ? tr("Runs some candidates of launch %1 again and keeps the results of the others").arg(*record.rerunOf)
            : QString();
    default: return toolTipText(launchCountsText(record));
    }
}

} // namespace hermes
