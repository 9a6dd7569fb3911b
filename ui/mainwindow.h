// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/profilestore.h"
#include "ui/palette/commandpalette.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialogs.h"

#include <QMainWindow>
#include <QTimer>

#include <functional>
#include <optional>

class QLabel;
class QMenu;

namespace hermes {

class Engine;
class HelpDock;
class MenuBar;
class Page;
class PageStack;
class RunPage;
class ThemeMenu;
class TokenStore;

/// The window: sidebar, pages, menus, status. Actions only; what they do is the pages' business.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /// Engine, tokens and dialogs must outlive the window.
    MainWindow(Engine *engine, TokenStore *tokens, Dialogs *dialogs, QWidget *parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] RunPage *runPage() const { return m_run; }
    /// By its place in the sidebar.
    void showPage(int place);
    /// Geometry and the form's values, kept in `$XDG_STATE_HOME/hermes-panel/window.ini`.
    /// False: there is nothing to restore, this is the first start.
    bool restoreWindow();
    void storeWindow() const;

Q_SIGNALS:
    /// By the user, or as it was at the last start; nothing: the desktop's.
    void themeChosen(std::optional<hermes::Theme> theme);
    /// The window was closed and nothing runs any more.
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    static constexpr int RunPlace = 0; ///< Of the page *Run* in the sidebar.

    void createPages();
    void adoptPage(Page *page);
    void configureEngine();
    [[nodiscard]] Page *makeSessions(QWidget *parent);
    [[nodiscard]] Page *makeHistory(QWidget *parent);
    void createFileMenu();
    void createEditMenu();
    void createViewMenu();
    void createRunMenu();
    void createPageMenu(int place);
    [[nodiscard]] std::function<void()> onRunPage(std::function<void()> act);
    void createHelpMenu();
    void createStatus();
    void showStatus();
    void showHelp();
    void showShortcuts();
    void resetLayout();
    void showPalette();
    [[nodiscard]] QList<Command> commands();
    void addCommands(QList<Command> &to, QMenu *menu, const QString &path) const;
    [[nodiscard]] HelpDock *help();
    [[nodiscard]] std::optional<Dialogs::Question> closingQuestion() const;
    [[nodiscard]] bool isBusy() const;
    void stopAndClose();
    void finishClosing();

    Engine *m_engine;
    TokenStore *m_tokens;
    Dialogs *m_dialogs;
    ProfileStore m_profiles;
    MenuBar *m_menus = nullptr;
    PageStack *m_pages = nullptr;
    RunPage *m_run = nullptr;
    ThemeMenu *m_themes = nullptr;
    QLabel *m_state = nullptr;
    HelpDock *m_help = nullptr;
    QStringList m_lastUsed; ///< Commands, the latest first.
    QTimer m_patience;
    enum class Closing { No, Asking, Stopping, Done } m_closing = Closing::No;
};

} // namespace hermes
