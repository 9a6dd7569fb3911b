// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace hermes {

/// How a launch stands and the buttons that change it: beside one another where there is room, else the text above the buttons.
class StatusRow final : public QWidget
{
    Q_OBJECT

public:
    /// Takes the buttons.
    explicit StatusRow(const QList<QPushButton *> &buttons, QWidget *parent = nullptr);

    /// At most two lines of it are seen; the tool tip has the whole.
    void showText(const QString &text);
    [[nodiscard]] QString text() const;
    void setBuddy(QWidget *buddy);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();

    QLabel *m_text;
    QWidget *m_buttons;
    QBoxLayout *m_parts;
};

} // namespace hermes
