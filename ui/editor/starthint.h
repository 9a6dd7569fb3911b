// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QPlainTextEdit;

namespace hermes {

/// What to do with an editor that is empty, beside typing: two buttons below its first lines.
class StartHint final : public QWidget
{
    Q_OBJECT

public:
    /// The editor becomes its parent.
    explicit StartHint(QPlainTextEdit *editor);

Q_SIGNALS:
    void templateWanted();
    void fileWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();

    QPlainTextEdit *m_editor;
};

} // namespace hermes
