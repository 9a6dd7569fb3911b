// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QAction;
class QPushButton;
class QString;
class QWidget;

namespace hermes {

/// A button that says and does what the action does, and is there and enabled as it is. `name` is its accessible name,
/// which stays whatever the text; the object's name is the same without spaces.
[[nodiscard]] QPushButton *makeActionButton(QAction *action, const QString &name, QWidget *parent);

/// One with a text of its own, which is its accessible name as well; enabled as the action is, and with its tool tip. The object's
/// name is "Button" and that of the action.
[[nodiscard]] QPushButton *makeNamedButton(QAction *action, const QString &text, QWidget *parent);

} // namespace hermes
