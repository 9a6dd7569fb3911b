// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QPlainTextEdit>

#include <memory>

namespace hermes {

class Highlighter;

/// The code editor: line numbers, the current line, colours of the language, four spaces for a tab.
class SnippetEditor final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit SnippetEditor(QWidget *parent = nullptr);
    ~SnippetEditor() override;

    void setLanguage(Language language);
    /// What is in the editor, character by character. toPlainText() makes spaces of no-break spaces.
    [[nodiscard]] QString text() const;

    [[nodiscard]] int gutterWidth() const;
    void paintGutter(QPaintEvent *event);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void markCurrentLine();
    void placeGutter();
    void breakLineWithIndent();
    [[nodiscard]] bool indentSelection(bool outward);

    QWidget *m_gutter;
    std::unique_ptr<Highlighter> m_highlighter;
};

} // namespace hermes
