// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/secrets/secret.h"

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace hermes {

/// A line in which a secret is typed or pasted, hidden unless its user wants to see it. What is pasted loses the blanks and
/// line ends around it; several lines are not taken, as a line would make another text of them.
class SecretField final : public QWidget
{
    Q_OBJECT

public:
    SecretField(const QString &objectName, const QString &accessibleName, QWidget *parent);

    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] Secret secret() const;
    /// Overwrites what was typed.
    void clear();
    void paste(const QString &text);

Q_SIGNALS:
    void edited();
    /// What was done to a text that was pasted; empty: nothing.
    void pasted(const QString &note);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void pasteFrom(bool selection);

    QLineEdit *m_line;
    QToolButton *m_show;
};

} // namespace hermes
