// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessiontablemodel.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/sessions/sessionroles.h"

#include <QLocale>
#include <QSet>

#include <algorithm>
#include <ranges>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
std::chrono::seconds between(const QDateTime &time, const QDateTime &now)
{
    return std::chrono::seconds(std::max<qint64>(0, time.secsTo(now)));
}

using Column = SessionTableModel::Column;

bool hasValue(const SessionInfo &info, Column column)
{
    switch (column) {
    case Column::Cpu: return info.cpu.has_value();
    case Column::Memory: return info.memory.has_value();
    case Column::Image: return !info.image.isEmpty();
    case Column::Status: return !info.status.isEmpty();
    case Column::Limits: return !info.limits.isEmpty();
    // A container that no sandbox is behind is called by its name already.
    case Column::Place: return !info.place.isEmpty() && info.place != info.id;
    case Column::Cost: return info.cost.has_value();
    default: return true;
    }
}

bool isNumber(Column column)
{
    switch (column) {
    case Column::Age:
    case Column::Idle:
    case Column::Size:
    case Column::Cpu:
    case Column::Memory:
    case Column::Cost: return true;
    default: return false;
    }
}
} // namespace

void SessionTableModel::setSessions(const QList<SessionInfo> &sessions, const QDateTime &now)
{
    removeVanished(sessions);
    std::vector<SessionRow> added;
    for (const SessionInfo &info : sessions) {
        const int place = indexOf(keyOf(info));
        SessionRow changed = place < 0 ? SessionRow() : m_rows[size_t(place)];
        update(changed, info, now);
        if (place < 0)
            added.push_back(std::move(changed));
        else
            change(place, std::move(changed));
    }
    if (!added.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + int(added.size()) - 1);
        std::ranges::move(added, std::back_inserter(m_rows));
        renumber();
        endInsertRows();
    }
    showOptionalColumns();
    setNow(now);
}

void SessionTableModel::removeVanished(const QList<SessionInfo> &sessions)
{
    QSet<SessionKey> there;
    for (const SessionInfo &info : sessions)
        there.insert(keyOf(info));
    for (int last = rowCount() - 1; last >= 0; --last) {
        if (there.contains(m_rows[size_t(last)].key()))
            continue;
        int first = last;
        while (first > 0 && !there.contains(m_rows[size_t(first) - 1].key()))
            --first;
        beginRemoveRows({}, first, last);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        renumber();
        endRemoveRows();
        last = first;
    }
}

/// Takes over what was listed.
void SessionTableModel::update(SessionRow &known, const SessionInfo &info, const QDateTime &now) const
{
    known.info = info;
    known.unlisted = info.problem;
    if (info.problem.isEmpty())
        known.listed = now;
    if (info.state == SessionState::Closed || info.state == SessionState::Lost)
        known.size.reset();
    if (info.state == SessionState::Closed) {
        // Closed by somebody else, or by us after all.
        if (known.activity == SessionActivity::CloseFailed)
            known.activity = SessionActivity::None;
    }
}

void SessionTableModel::setUnlisted(const QString &problem)
{
    for (int row = 0; row < rowCount(); ++row) {
        SessionRow changed = m_rows[size_t(row)];
        changed.unlisted = problem;
        change(row, std::move(changed));
    }
}

void SessionTableModel::setNow(const QDateTime &now)
{
    const QDateTime before = std::exchange(m_now, now);
    const auto showsTheSame = [&](const QDateTime &time) { return ageText(between(time, before)) == ageText(between(time, now)); };
    // All get older alike, so no order changes by it, and mostly nothing that is shown.
    const auto isSame = [&](const SessionRow &row) {
        return row.unlisted.isEmpty() && showsTheSame(row.info.created) && showsTheSame(row.info.lastUsed);
    };
    const auto first = std::ranges::find_if_not(m_rows, isSame);
    if (first == m_rows.end())
        return;
    const auto last = std::ranges::find_if_not(m_rows.rbegin(), m_rows.rend(), isSame).base() - 1;
    Q_EMIT dataChanged(index(int(first - m_rows.begin()), Age), index(int(last - m_rows.begin()), Note), {Qt::DisplayRole});
}

void SessionTableModel::setUntilDone(std::chrono::seconds untilDone)
{
    m_untilDone = untilDone;
    for (int row = 0; row < rowCount(); ++row) {
        if (sessionStatus(m_rows[size_t(row)]) == SessionStatus::Waiting)
            Q_EMIT dataChanged(index(row, State), index(row, State), {Qt::DisplayRole});
    }
}

void SessionTableModel::setSize(const SessionKey &key, const Result<DiskUse> &size)
{
    const int place = indexOf(key);
    if (place < 0)
        return;
    SessionRow changed = m_rows[size_t(place)];
    changed.size = size;
    change(place, std::move(changed));
}

void SessionTableModel::setActivity(const SessionKey &key, SessionActivity activity, const QString &outcome)
{
    const int place = indexOf(key);
    if (place < 0)
        return;
    SessionRow changed = m_rows[size_t(place)];
    changed.activity = activity;
    changed.outcome = outcome;
    change(place, std::move(changed));
}

void SessionTableModel::setClosed(const SessionKey &key)
{
    const int place = indexOf(key);
    if (place < 0)
        return;
    SessionRow changed = m_rows[size_t(place)];
    changed.info.state = SessionState::Closed;
    changed.info.stale = false;
    changed.info.staleReason.clear();
    changed.info.owner.clear();
    changed.size.reset();
    changed.activity = SessionActivity::None;
    changed.outcome.clear();
    change(place, std::move(changed));
}

void SessionTableModel::remove(const SessionKey &key)
{
    const int place = indexOf(key);
    if (place < 0)
        return;
    beginRemoveRows({}, place, place);
    m_rows.erase(m_rows.begin() + place);
    renumber();
    endRemoveRows();
}

const SessionRow *SessionTableModel::find(const SessionKey &key) const
{
    const int place = indexOf(key);
    return place < 0 ? nullptr : &m_rows[size_t(place)];
}

void SessionTableModel::change(int row, SessionRow changed)
{
    SessionRow &known = m_rows[size_t(row)];
    // The time alone is no change: every listing brings another one.
    known.listed = changed.listed;
    if (known == changed)
        return;
    known = std::move(changed);
    Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
}

void SessionTableModel::showOptionalColumns()
{
    size_t place = 0;
    for (int each = Note + 1; each <= Cost; ++each) {
        const auto column = Column(each);
        const bool isThere = place < m_optional.size() && m_optional[place] == column;
        const bool isWanted = std::ranges::any_of(m_rows, [&](const SessionRow &row) { return hasValue(row.info, column); });
        const int section = Note + 1 + int(place);
        if (isWanted && !isThere) {
            beginInsertColumns({}, section, section);
            m_optional.insert(m_optional.begin() + qsizetype(place), column);
            endInsertColumns();
        } else if (!isWanted && isThere) {
            beginRemoveColumns({}, section, section);
            m_optional.erase(m_optional.begin() + qsizetype(place));
            endRemoveColumns();
        }
        place += isWanted ? 1 : 0;
    }
}

SessionTableModel::Column SessionTableModel::columnAt(int section) const
{
    return section <= Note ? Column(section) : m_optional[size_t(section - Note - 1)];
}

void SessionTableModel::renumber()
{
    m_places.clear();
    for (int row = 0; row < rowCount(); ++row)
        m_places.insert(m_rows[size_t(row)].key(), row);
}

int SessionTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int SessionTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Note + 1 + int(m_optional.size());
}

std::chrono::seconds SessionTableModel::since(const QDateTime &time) const
{
    return between(time, m_now);
}

QString SessionTableModel::text(const SessionRow &row, Column column) const
{
    const SessionInfo &info = row.info;
    switch (column) {
    case Id: return lineText(info.id);
    case State: return statusText(row, m_untilDone);
    case Kind: return kindText(info.kind);
    case Backend: return lineText(info.backend);
    case Profile: return lineText(info.profile);
    case Age: return info.created.isValid() ? ageText(since(info.created)) : QString();
    case Idle: return info.lastUsed.isValid() ? ageText(since(info.lastUsed)) : QString();
    case Size: return sizeText(row.size);
    case Owner: return info.isOwn ? tr("this window") : lineText(info.owner);
    case Note: return noteText(row, m_now);
    case Cpu: return info.cpu ? QLocale().toString(*info.cpu, 'f', 2) : QString();
    case Memory: return info.memory ? byteCountText(*info.memory) : QString();
    case Image: return lineText(info.image);
    case Status: return lineText(info.status);
    case Limits: return lineText(info.limits);
    case Place: return hasValue(info, Place) ? lineText(info.place) : QString();
    case Cost: return info.cost ? QLocale().toCurrencyString(*info.cost, u"$"_s) : tr("unknown");
    default: return {};
    }
}

QVariant SessionTableModel::sortValue(const SessionRow &row, Column column) const
{
    // Of two that are a moment apart the older one stays the older one, whatever the clock says.
    const auto byAge = [](const QDateTime &time) { return time.isValid() ? QVariant(-time.toMSecsSinceEpoch()) : QVariant(); };
    switch (column) {
    case Age: return byAge(row.info.created);
    case Idle: return byAge(row.info.lastUsed);
    case Size: return row.size && *row.size ? QVariant((*row.size)->bytes) : QVariant();
    case Cpu: return row.info.cpu ? QVariant(*row.info.cpu) : QVariant();
    case Memory: return row.info.memory ? QVariant(*row.info.memory) : QVariant();
    case Cost: return row.info.cost ? QVariant(*row.info.cost) : QVariant();
    default: break;
    }
    const QString shown = text(row, column);
    return shown.isEmpty() ? QVariant() : QVariant(shown);
}

QString SessionTableModel::toolTip(const SessionRow &row, Column column) const
{
    switch (column) {
    case Id: return toolTipText(row.info.folder.isEmpty() ? row.info.id : tr("%1\nFiles in %2").arg(row.info.id, row.info.folder));
    case Age: return QLocale().toString(row.info.created.toLocalTime(), QLocale::ShortFormat);
    case Idle: return QLocale().toString(row.info.lastUsed.toLocalTime(), QLocale::ShortFormat);
    case Size: return row.size && !*row.size ? toolTipText(toText(row.size->error())) : QString();
    case Memory:
        if (row.info.memory && row.info.memoryLimit)
            return tr("%1 of at most %2").arg(byteCountText(*row.info.memory), byteCountText(*row.info.memoryLimit));
        return {};
    default: return toolTipText(hasFailed(row) ? row.outcome : text(row, column));
    }
}

QVariant SessionTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const SessionRow &row = m_rows[size_t(index.row())];
    const Column column = columnAt(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::ToolTipRole: return toolTip(row, column);
    case Qt::AccessibleTextRole:
        return row.unlisted.isEmpty() || column != State ? text(row, column) : tr("%1, not up to date").arg(text(row, column));
    case Qt::TextAlignmentRole: return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole: return sortValue(row, column);
    case SessionStatusRole: return int(sessionStatus(row));
    case UnlistedRole: return !row.unlisted.isEmpty();
    case ProblemRole: return hasFailed(row) ? row.outcome : row.unlisted;
    default: return {};
    }
}

QVariant SessionTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole && section < rowCount() ? QVariant(lineText(row(section).info.id)) : QVariant();
    if (section < 0 || section >= columnCount())
        return {};
    const Column column = columnAt(section);
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Id: return tr("Id");
    case State: return tr("State");
    case Kind: return tr("Kind");
    case Backend: return tr("Backend");
    case Profile: return tr("Profile");
    case Age: return tr("Age");
    case Idle: return tr("Idle");
    case Size: return tr("Size");
    case Owner: return tr("Owner");
    case Note: return tr("Note");
    case Cpu: return tr("CPUs busy");
    case Memory: return tr("Memory");
    case Image: return tr("Image");
    case Status: return tr("Reported as");
    case Limits: return tr("Limits");
    case Place: return tr("Container");
    case Cost: return tr("Cost");
    default: return {};
    }
}

} // namespace hermes
