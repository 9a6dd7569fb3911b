// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QMenuBar>

namespace hermes {

/// The menu bar, entered by Alt alone or by enter(), and by no other key.
///
/// While a screen reader listens, Qt (6.8) hands every key over to it first and delivers it again later: the Alt of a
/// shortcut such as Alt+2 may then arrive after its shortcut was carried out, and its release would enter the menu bar.
class MenuBar final : public QMenuBar
{
    Q_OBJECT

public:
    using QMenuBar::QMenuBar;

    /// Marks the first title, to be gone on from by arrows, Return or letters. Escape leaves.
    void enter();

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool m_altIsOfShortcut = false; ///< Another key was pressed with it.
};

} // namespace hermes
