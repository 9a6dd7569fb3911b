// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/backendlistmodel.h"
#include "models/profiles/secrettasks.h"
#include "models/profiles/settingsformmodel.h"
#include "ui/backends/settingeditor.h"
#include "ui/page.h"

#include <memory>

class QLabel;
class QListView;
class QPushButton;
class QStackedWidget;
class QTabBar;

namespace hermes {

class Badge;
class Banner;
class ConnectionPane;
class ElidingLabel;
class ImagesPane;
class PoolPane;
class ProfileActions;
class SettingsForm;
class Splitter;
class WrappingLabel;

/// The page *Backends*: every kind of backend and every profile at the left; settings and the test of the connection of the
/// one that is chosen at the right, and behind a tab its images where it has such. Edits are kept until they are saved or reverted.
class BackendsPage final : public Page
{
    Q_OBJECT

public:
    /// What the page works on; all of it must outlive it.
    struct Parts
    {
        Engine *engine;
        ProfileStore *profiles;
        TokenStore *tokens;
        Dialogs *dialogs;
    };

    explicit BackendsPage(const Parts &parts, QWidget *parent = nullptr);
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
    void createWidgets();
    void createCommands();
    void createLayout();
    [[nodiscard]] QWidget *makeListSide();
    [[nodiscard]] QWidget *makeFormSide();
    [[nodiscard]] QWidget *makeRightSide();
    void connectParts();
    /// After the file or the list has changed: the same backend, or its neighbour where it is gone.
    void showAgain();
    void showChosen();
    void showHeading();
    void showTested();
    void showImages();
    void showFileProblem();
    void actOnSecret(int row, SecretAction action);
    void showSecrets();

    Engine *m_engine;
    ProfileStore *m_store;
    Dialogs *m_dialogs;
    SecretTasks m_secrets;
    ConnectionTests m_tests;
    BackendListModel m_list;
    SettingsFormModel m_form;
    ProfileActions *m_actions;
    QAction *m_stored = nullptr; ///< Shows the stored secrets.
    QList<QAction *> m_commands;
    BackendName m_wanted; ///< Kept from the last start until the file was read.
    int m_row = 0; ///< Of the chosen one, to stay near it when it goes.

    Banner *m_fileProblem = nullptr;
    Banner *m_keychainProblem = nullptr;
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
    QTabBar *m_tabs = nullptr;
    QStackedWidget *m_stack = nullptr;
    ImagesPane *m_images = nullptr;
    PoolPane *m_pool = nullptr;
    Splitter *m_columns = nullptr;
    Splitter *m_right = nullptr;
};

} // namespace hermes
