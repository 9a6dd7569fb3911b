// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QScrollArea>

namespace hermes {

/// Fields in a column that is scrolled where it is higher than its room. A field that gets the focus by a key comes into sight.
class FormRoom : public QScrollArea
{
    Q_OBJECT

public:
    explicit FormRoom(QWidget *parent = nullptr);

    /// Scrolls the room that the widget is in, if there is one; at the end of the widget, what does not fit is left out.
    static void bringIntoSight(QWidget *widget);

private:
    void follow(QWidget *focused);
};

} // namespace hermes
