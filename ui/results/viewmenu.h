// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/views/viewlibrary.h"

#include <QPushButton>

class QActionGroup;
class QMenu;

namespace hermes {

class Dialogs;

/// The button *Saved Views*: a menu of the user's views of results, to choose one, and to save, rename and delete them.
///
/// Knows which one is chosen; what that looks like, and what it looks like now, is its owner's business.
class ViewMenu final : public QPushButton
{
    Q_OBJECT

public:
    /// `current` says how results are looked at now. Library and dialogs must outlive the button.
    ViewMenu(ViewLibrary *library, Dialogs *dialogs, std::function<ResultView()> current, QWidget *parent);

    /// Its menu, for the window's menu bar.
    [[nodiscard]] QMenu *views() const { return m_menu; }
    /// Empty: none.
    [[nodiscard]] const QString &chosen() const { return m_chosen; }
    /// Chooses one by its name once the library has it; empty: none.
    void choose(const QString &name);

Q_SIGNALS:
    /// Results are to be looked at in this way; without a name: as usual.
    void viewWanted(const hermes::ResultView &view);
    void chosenChanged();

private:
    enum class Awaiting : quint8 { Nothing, View, Name };

    void fillMenu();
    void addCommands();
    void takeLibrary();
    void await(Awaiting what, const QString &name);
    void setChosen(const QString &name);
    void askForName(const QString &proposal, const QString &title, const QString &accept,
                    const std::function<void(const QString &name)> &then);
    void askToDelete();

    ViewLibrary *m_library;
    Dialogs *m_dialogs;
    std::function<ResultView()> m_current;
    QMenu *m_menu;
    QActionGroup *m_oneOfThem;
    QString m_chosen;
    QStringList m_shown; ///< In the menu.
    Awaiting m_awaiting = Awaiting::Nothing;
    QString m_awaited; ///< To be chosen once the library has it: by its name alone, or to be looked at as well.
};

} // namespace hermes
