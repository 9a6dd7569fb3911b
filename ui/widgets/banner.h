// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>

class QBoxLayout;
class QPushButton;

namespace hermes {

class WrappingLabel;

/// A message about the page, at its top: it steals no focus and stays until it is dismissed or no longer true.
class Banner final : public QFrame
{
    Q_OBJECT

public:
    enum class Level { Info, Warning, Error };
    enum class Closing {
        ByUser,    ///< Has a button to dismiss it.
        Standing   ///< Stays as long as its cause.
    };

    Banner(const QString &name, Closing closing, QWidget *parent = nullptr);

    /// Shows the message; an empty text hides the banner.
    void showMessage(Level level, const QString &text);
    void clear();
    /// One more button below the message, which stays whatever that says; the banner owns it.
    QPushButton *addButton(const QString &text);
    [[nodiscard]] const QString &text() const { return m_message; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QBoxLayout *m_buttons;
    WrappingLabel *m_text;
    QString m_message;
    Level m_level = Level::Info;
};

} // namespace hermes
