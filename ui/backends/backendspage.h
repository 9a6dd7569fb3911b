// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/backendlistmodel.h"
#include "models/profiles/settingsformmodel.h"
#include "ui/page.h"

#include <memory>

class QLabel;
class QListView;
class QPushButton;

namespace hermes {

class Badge;
class Banner;
class ConnectionPane;
class ElidingLabel;
class PoolPane;
class ProfileActions;
class SettingsForm;
class Splitter;
class WrappingLabel;

/// The page *Backends*: every kind of backend and every profile at the left; settings and the test of the connection of the
/// one that is chosen at the right. Edits are kept until they are saved or reverted.
class BackendsPage final : public Page
{
    Q_OBJECT

public:
    /// They must outlive the page.
    BackendsPage(Engine *engine, ProfileStore *store, Dialogs *dialogs, QWidget *parent = nullptr);
    /// A profile whose deletion is still waiting is deleted now: that is what the user asked for.
    ~BackendsPage() override;

    void undo() override;
    [[nodiscard]] QString helpFile() const override;
    [[nodiscard]] QList<QWidget *> parts() const override;
    [[nodiscard]] QList<QAction *> commands() const override { return m_commands; }
    void resetLayout() override;
    void restore(const QSettings &settings) override;
    void store(QSettings &settings) const override;
    [[nodiscard]] QList<Dialogs::Question> closingQuestions() const override;

    void choose(const BackendName &name);
    [[nodiscard]] BackendName chosen() const { return m_form.name(); }

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void createWidgets(Dialogs *dialogs);
    void createCommands();
    void createLayout();
    [[nodiscard]] QWidget *makeListSide();
    [[nodiscard]] QWidget *makeFormSide();
    void connectParts();
    /// After the file or the list has changed: the same backend, or its neighbour where it is gone.
    void showAgain();
    void showChosen();
    void showHeading();
    void showTested();
    void showFileProblem();

    Engine *m_engine;
    ProfileStore *m_store;
    ConnectionTests m_tests;
    BackendListModel m_list;
    SettingsFormModel m_form;
    ProfileActions *m_actions;
    QList<QAction *> m_commands;
    BackendName m_wanted; ///< Kept from the last start until the file was read.
    int m_row = 0; ///< Of the chosen one, to stay near it when it goes.

    Banner *m_fileProblem = nullptr;
    Banner *m_message = nullptr;
    Banner *m_entryProblem = nullptr;
    QListView *m_cards = nullptr;
    ElidingLabel *m_path = nullptr;
    ElidingLabel *m_title = nullptr;
    Badge *m_isolation = nullptr;
    WrappingLabel *m_about = nullptr;
    SettingsForm *m_settings = nullptr;
    WrappingLabel *m_edits = nullptr;
    QPushButton *m_save = nullptr;
    QPushButton *m_revert = nullptr;
    ConnectionPane *m_connection = nullptr;
    PoolPane *m_pool = nullptr;
    Splitter *m_columns = nullptr;
    Splitter *m_right = nullptr;
};

} // namespace hermes
