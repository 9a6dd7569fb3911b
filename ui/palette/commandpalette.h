// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>

class QAction;
class QLineEdit;
class QListWidget;

namespace hermes {

/// One thing that the window can do.
struct Command
{
    QString text = {}; ///< With where it belongs: "Run: Run Sweep".
    QPointer<QAction> action = {};
};

/// Finds a command by some letters of its name and does it. A popup over the window; Escape closes it.
class CommandPalette final : public QFrame
{
    Q_OBJECT

public:
    /// Deletes itself when it is closed. The commands that were used last come first.
    CommandPalette(QList<Command> commands, const QStringList &lastUsed, QWidget *window);

    void open();

Q_SIGNALS:
    void used(const QString &command);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showMatches();
    void runCurrent();
    void choose(int row);
    [[nodiscard]] int rankOf(const Command &command) const;

    QList<Command> m_commands;
    QStringList m_lastUsed;
    QLineEdit *m_query;
    QListWidget *m_list;
};

} // namespace hermes
