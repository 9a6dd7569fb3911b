// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sessions/sessioncleanup.h"
#include "models/sessions/sessionfiltermodel.h"

#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QSettings;
class QTableView;

namespace hermes {

class ColumnFit;
class EmptyState;
class SessionFilterBar;
class SessionSource;
class TableMenu;

/// The upper part of the page: the table, what is shown of it, and what can be done with the rows that are selected.
class SessionPane final : public QWidget
{
    Q_OBJECT

public:
    /// The models must outlive it.
    SessionPane(SessionTableModel *table, SessionSource *source, SessionCleanup *cleanup, QWidget *parent = nullptr);

    [[nodiscard]] QTableView *table() const { return m_view; }
    [[nodiscard]] SessionFilterBar *filterBar() const { return m_filter; }
    /// For menus; null: a separator.
    [[nodiscard]] QList<QAction *> commands() const;
    /// "Close 2 Sandboxes".
    [[nodiscard]] QString closingText(const QList<SessionKey> &keys) const;
    /// Of the rows that are selected and shown.
    [[nodiscard]] QList<SessionKey> selected() const;
    /// The row that the keyboard is on; null without one.
    [[nodiscard]] const SessionRow *current() const;

    void resetColumns();
    void store(QSettings &settings) const;
    void restore(const QSettings &settings);

Q_SIGNALS:
    /// Those of the selected rows for which the verb makes sense.
    void closeWanted(const QList<hermes::SessionKey> &keys);
    void deleteWanted(const QList<hermes::SessionKey> &keys);
    void refreshWanted();
    /// To be used by another page.
    void useWanted(const hermes::SessionKey &key);
    /// Something cannot be done: a sentence for a banner.
    void refused(const QString &text);
    /// current() is another one, or has changed.
    void currentChanged();

private:
    void createActions();
    void createTable();
    void createLayout();
    void connectModels();
    [[nodiscard]] QList<SessionKey> selected(bool (*fits)(const SessionRow &)) const;
    void selectStale();
    void deleteKeyPressed();
    void addCommands(QMenu *menu);
    void showLater();
    void showAll();
    void showActions();
    void showVerbs();
    void showState();

    SessionTableModel *m_table;
    SessionSource *m_source;
    SessionCleanup *m_cleanup;
    SessionFilterModel *m_shown;
    SessionFilterBar *m_filter;
    QTableView *m_view;
    TableMenu *m_menu = nullptr;
    ColumnFit *m_fit = nullptr;
    EmptyState *m_empty = nullptr;
    QLabel *m_status;
    QAction *m_close = nullptr;
    QAction *m_delete = nullptr;
    QAction *m_keep = nullptr;
    QAction *m_retry = nullptr;
    QAction *m_stale = nullptr;
    QAction *m_use = nullptr;
    QAction *m_refresh = nullptr;
    QTimer m_later;       ///< Many changes are shown once.
    QTimer m_slow;        ///< The first listing takes long enough to say so.
};

} // namespace hermes
