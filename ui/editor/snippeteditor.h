// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"
#include "models/snippets/holecheck.h"
#include "ui/highlighting/colouring.h"

#include <QList>
#include <QPlainTextEdit>

#include <memory>
#include <vector>

namespace hermes {

class Gutter;
class Highlighter;

/// The code editor: line numbers, the current line, brackets, colours of the language, problems where they are, and what
/// keys do with lines and indents.
class SnippetEditor final : public QPlainTextEdit
{
    Q_OBJECT

public:
    static constexpr int SmallestZoom = -6;
    static constexpr int LargestZoom = 24;

    explicit SnippetEditor(QWidget *parent = nullptr);
    ~SnippetEditor() override;

    void setLanguage(Language language);
    /// For a text that is no snippet: its colours. Lines and comments are those of the language all the same.
    void setSyntax(Syntax syntax);
    [[nodiscard]] Language language() const { return m_language; }
    /// What is in the editor, character by character. toPlainText() makes spaces of no-break spaces.
    [[nodiscard]] QString text() const;
    /// Puts another text in place of the whole one, as one step of undo.
    void replaceText(const QString &text);

    /// Underlines them and marks their lines; they stay where they are while the text around them is edited.
    void setProblems(const QList<TextProblem> &problems);
    [[nodiscard]] int problemCount() const { return int(m_problems.size()); }
    /// Goes to the next problem behind the cursor, or the first one.
    void showNextProblem();

    /// Lines are counted from 1; the last one stands for all beyond it.
    void goToLine(int line);
    void toggleComment();
    void duplicateLines();
    void moveLinesUp();
    void moveLinesDown();

    /// In points more than the system's size for code.
    [[nodiscard]] int zoom() const { return m_zoom; }
    void setZoom(int zoom);
    /// All the text has its colours.
    [[nodiscard]] bool isColoured() const;

    [[nodiscard]] int gutterWidth() const;
    /// For the gutter: the lines that are within the rectangle.
    void paintLineNumbers(QPainter *painter, const QRect &rectangle);
    /// What is wrong in the line at this height of the gutter; empty: nothing.
    [[nodiscard]] QString problemsAtHeight(int y) const;

Q_SIGNALS:
    /// A file was dropped on the editor.
    void fileDropped(const QString &path);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    struct Problem
    {
        QTextCursor place = {};
        QString message = {};
    };

    void markCurrentLine();
    void markBrackets();
    void placeGutter();
    void breakLineWithIndent();
    void moveOutside();
    [[nodiscard]] bool indentByKey(const QKeyEvent *event);
    [[nodiscard]] QString messageAt(int position) const;

    Language m_language = Language::Python;
    int m_zoom = 0;
    Gutter *m_gutter;
    std::unique_ptr<Highlighter> m_highlighter;
    std::vector<Problem> m_problems;
};

} // namespace hermes
