// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>

class QSpinBox;

namespace hermes {

class SnippetEditor;

/// Asks for a line of the editor; Enter goes there, Escape thinks better of it. Hidden until it is opened.
class GoToLineBar final : public QFrame
{
    Q_OBJECT

public:
    explicit GoToLineBar(SnippetEditor *editor, QWidget *parent = nullptr);

    void open();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void close(int line);

    SnippetEditor *m_editor;
    QSpinBox *m_line;
};

} // namespace hermes
