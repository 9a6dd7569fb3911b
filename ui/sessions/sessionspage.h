// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sessions/sessioncleanup.h"
#include "models/sessions/sessionsource.h"
#include "models/sessions/sessiontablemodel.h"
#include "ui/page.h"

namespace hermes {

class Banner;
class Engine;
class FilesPane;
class SessionPane;
class Splitter;

/// The page *Sessions*: everything that is open or was left on any backend, its files, and how to get rid of it.
///
/// While the page is not shown it asks nothing of anybody.
class SessionsPage final : public Page
{
    Q_OBJECT

public:
    /// Engine and dialogs must outlive the page.
    SessionsPage(Engine *engine, Dialogs *dialogs, QWidget *parent = nullptr);
    ~SessionsPage() override;

    void undo() override;
    [[nodiscard]] QString helpFile() const override;
    [[nodiscard]] QList<QWidget *> parts() const override;
    [[nodiscard]] QList<QAction *> commands() const override;
    void resetLayout() override;
    void restore(const QSettings &settings) override;
    void store(QSettings &settings) const override;
    [[nodiscard]] QList<Dialogs::Question> closingQuestions() const override;
    void stop() override;
    [[nodiscard]] bool isBusy() const override;

    [[nodiscard]] SessionCleanup *cleanup() { return &m_cleanup; }

Q_SIGNALS:
    /// The user wants to run something in this sandbox.
    void sandboxChosen(const QString &backend, const QString &profile, const QString &id);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void createLayout();
    void connectParts();
    void askToClose(const QList<SessionKey> &keys);
    void askToDelete(const QList<SessionKey> &keys);
    void begin(SessionCleanup::Verb verb, const QList<SessionKey> &keys);
    [[nodiscard]] QStringList summaries(const QList<SessionKey> &keys) const;
    void showListing();
    void showOutcome(const SessionCleanup::Outcome &outcome);

    Dialogs *m_dialogs;
    SessionTableModel m_table;
    SessionSource m_source;
    SessionCleanup m_cleanup;
    Banner *m_listing;
    Banner *m_message;
    SessionPane *m_sessions;
    FilesPane *m_files;
    Splitter *m_rows = nullptr;
};

} // namespace hermes
