// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sessions/sessiontablemodel.h"

#include <QSortFilterProxyModel>

namespace hermes {

/// What is to be shown of the table. Everything that is set must hold.
struct SessionFilter
{
    enum class Ownership : quint8 {
        Any,
        Mine,   ///< Open in this window.
        Others, ///< Open in another program.
        Nobody  ///< No program that runs has it open.
    };

    QString text = {}; ///< In id, backend, profile, owner, image, place or note, whatever the case.
    std::optional<SessionState> state = {};
    std::optional<SessionKind> kind = {};
    QString backend = {};
    Ownership owner = Ownership::Any;
    bool isStaleOnly = false;

    [[nodiscard]] bool accepts(const SessionRow &row) const;
    bool operator==(const SessionFilter &) const = default;
};

/// The rows of a SessionTableModel that a filter lets through, sorted by their raw values; what is not known comes last in
/// either order. The filter stays whatever becomes of the rows.
class SessionFilterModel final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit SessionFilterModel(SessionTableModel *table, QObject *parent = nullptr);

    [[nodiscard]] const SessionFilter &filter() const { return m_filter; }
    void setFilter(SessionFilter filter);
    /// The row behind an index of this model.
    [[nodiscard]] const SessionRow &rowAt(const QModelIndex &index) const;
    /// Invalid for a row that is not shown.
    [[nodiscard]] QModelIndex indexOf(const SessionKey &key) const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    SessionTableModel *m_table;
    SessionFilter m_filter;
};

} // namespace hermes
