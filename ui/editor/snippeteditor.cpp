// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "snippeteditor.h"

#include "ui/editor/highlighter.h"
#include "ui/theme/theme.h"

#include <QFontDatabase>
#include <QPainter>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int IndentColumns = 4;

class Gutter final : public QWidget
{
public:
    explicit Gutter(SnippetEditor *editor) : QWidget(editor), m_editor(editor) { }
    [[nodiscard]] QSize sizeHint() const override { return {m_editor->gutterWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent *event) override { m_editor->paintGutter(event); }

private:
    SnippetEditor *m_editor;
};

} // namespace

SnippetEditor::SnippetEditor(QWidget *parent)
    : QPlainTextEdit(parent), m_gutter(new Gutter(this)), m_highlighter(std::make_unique<Highlighter>(document()))
{
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setLineWrapMode(NoWrap);
    setTabStopDistance(fontMetrics().horizontalAdvance(u' ') * IndentColumns);
    setFrameShape(QFrame::StyledPanel);
    document()->setDocumentMargin(spacing(this, 0.3));
    m_highlighter->setLanguage(Language::Python);
    m_highlighter->setPalette(palette());
    connect(this, &QPlainTextEdit::blockCountChanged, this, &SnippetEditor::placeGutter);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &SnippetEditor::markCurrentLine);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rectangle, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rectangle.y(), m_gutter->width(), rectangle.height());
    });
    placeGutter();
    markCurrentLine();
}

SnippetEditor::~SnippetEditor() = default;

void SnippetEditor::setLanguage(Language language)
{
    m_highlighter->setLanguage(language);
}

QString SnippetEditor::text() const
{
    return document()->toRawText().replace(QChar::ParagraphSeparator, u'\n');
}

int SnippetEditor::gutterWidth() const
{
    const auto digits = std::max<qsizetype>(2, QString::number(blockCount()).size());
    return fontMetrics().horizontalAdvance(u'9') * int(digits) + spacing(this, 0.9);
}

void SnippetEditor::placeGutter()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(inside.left(), inside.top(), gutterWidth(), inside.height());
}

void SnippetEditor::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), palette().color(QPalette::Base));
    painter.setFont(font());
    const ThemeColors &colors = themeColors(palette());
    const int current = textCursor().blockNumber();
    const int right = m_gutter->width() - spacing(this, 0.4);
    QTextBlock block = firstVisibleBlock();
    QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    while (block.isValid() && place.top() <= event->rect().bottom()) {
        if (block.isVisible() && place.bottom() >= event->rect().top()) {
            painter.setPen(block.blockNumber() == current ? palette().color(QPalette::Text) : colors.muted);
            painter.drawText(QRectF(0, place.top(), right, fontMetrics().height()), Qt::AlignRight,
                             QString::number(block.blockNumber() + 1));
        }
        block = block.next();
        place.moveTop(place.bottom());
        place.setHeight(blockBoundingRect(block).height());
    }
}

void SnippetEditor::markCurrentLine()
{
    viewport()->update();
    m_gutter->update();
}

void SnippetEditor::paintEvent(QPaintEvent *event)
{
    // Under the text and not as a selection, which would hide the colour behind the holes. Not under the placeholder,
    // which may take more lines than the one that is there.
    if (hasFocus() && !isReadOnly() && !document()->isEmpty()) {
        QPainter painter(viewport());
        const QRect line = cursorRect();
        painter.fillRect(QRect(0, line.top(), viewport()->width(), line.height()), themeColors(palette()).currentLine);
    }
    QPlainTextEdit::paintEvent(event);
}

void SnippetEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
}

void SnippetEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_highlighter) {
        m_highlighter->setPalette(palette());
        markCurrentLine();
    } else if (event->type() == QEvent::FontChange && m_gutter) {
        placeGutter();
    }
}

void SnippetEditor::focusInEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusInEvent(event);
    markCurrentLine();
}

void SnippetEditor::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    markCurrentLine();
}

void SnippetEditor::keyPressEvent(QKeyEvent *event)
{
    const bool plain = event->modifiers() == Qt::NoModifier;
    if (isReadOnly()) {
        QPlainTextEdit::keyPressEvent(event);
    } else if (plain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        breakLineWithIndent();
    } else if (event->key() == Qt::Key_Backtab && indentSelection(true)) {
        event->accept();
    } else if (plain && event->key() == Qt::Key_Tab) {
        if (!indentSelection(false))
            insertPlainText(QString(IndentColumns - textCursor().positionInBlock() % IndentColumns, u' '));
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

void SnippetEditor::breakLineWithIndent()
{
    const QString before = textCursor().block().text().left(textCursor().positionInBlock());
    const auto firstText = std::ranges::find_if_not(before, [](QChar c) { return c.isSpace(); });
    QString indent = before.left(firstText - before.cbegin());
    if (before.trimmed().endsWith(u':'))
        indent += QString(IndentColumns, u' ');
    insertPlainText(u'\n' + indent);
    ensureCursorVisible();
}

bool SnippetEditor::indentSelection(bool outward)
{
    QTextCursor cursor = textCursor();
    if (!cursor.hasSelection() && !outward)
        return false;
    QTextBlock block = document()->findBlock(cursor.selectionStart());
    const int last = document()->findBlock(std::max(cursor.selectionStart(), cursor.selectionEnd() - 1)).blockNumber();
    cursor.beginEditBlock();
    for (; block.isValid() && block.blockNumber() <= last; block = block.next()) {
        QTextCursor line(block);
        if (!outward) {
            line.insertText(QString(IndentColumns, u' '));
            continue;
        }
        for (int i = 0; i < IndentColumns && block.text().startsWith(u' '); ++i)
            line.deleteChar();
    }
    cursor.endEditBlock();
    return true;
}

} // namespace hermes
