// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sessions/sessionrow.h"

#include <QAbstractTableModel>

#include <vector>

namespace hermes {

/// Every sandbox and session that is known, one row each, in no particular order.
///
/// Rows are known by their keys and updated in place, so that selections and proxies stay. The columns behind *Note* are there only
/// while any row has something for them, in the order of the enumeration. Nothing here asks anybody: see SessionSource.
class SessionTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Id,
        State,
        Kind,
        Backend,
        Profile,
        Age,
        Idle,
        Size,
        Owner,
        Note,
        Cpu,
        Memory,
        Image,
        Status,
        Limits,
        Place,
        Cost
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// What there is now. Rows that are still there keep size and activity; `now` is the time of the listing.
    void setSessions(const QList<SessionInfo> &sessions, const QDateTime &now);
    /// Nothing could be listed: the rows stay as they were, and say so.
    void setUnlisted(const QString &problem);
    /// Ages and idle times are those of this moment.
    void setNow(const QDateTime &now);
    /// How long the rows that wait to be closed or deleted have left.
    void setUntilDone(std::chrono::seconds untilDone);
    void setSize(const SessionKey &key, const Result<DiskUse> &size);
    void setActivity(const SessionKey &key, SessionActivity activity, const QString &outcome = {});
    /// It was closed just now.
    void setClosed(const SessionKey &key);
    void remove(const SessionKey &key);

    [[nodiscard]] const SessionRow &row(int row) const { return m_rows[size_t(row)]; }
    /// Null for a key that is not listed.
    [[nodiscard]] const SessionRow *find(const SessionKey &key) const;
    [[nodiscard]] const std::vector<SessionRow> &rows() const { return m_rows; }
    /// What a section shows.
    [[nodiscard]] Column columnAt(int section) const;
    /// -1 for a key that is not listed.
    [[nodiscard]] int indexOf(const SessionKey &key) const { return m_places.value(key, -1); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const SessionRow &row, Column column) const;
    [[nodiscard]] QVariant sortValue(const SessionRow &row, Column column) const;
    [[nodiscard]] QString toolTip(const SessionRow &row, Column column) const;
    [[nodiscard]] std::chrono::seconds since(const QDateTime &time) const;
    void removeVanished(const QList<SessionInfo> &sessions);
    void update(SessionRow &known, const SessionInfo &info, const QDateTime &now) const;
    void change(int row, SessionRow changed);
    void showOptionalColumns();
    void renumber();

    std::vector<SessionRow> m_rows;
    QHash<SessionKey, int> m_places;
    QDateTime m_now;
    std::chrono::seconds m_untilDone {0};
    std::vector<Column> m_optional; ///< Those that are there.
};

} // namespace hermes
