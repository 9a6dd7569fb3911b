// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "snippeteditor.h"

#include "models/displaytext.h"
#include "ui/editor/bracketmatch.h"
#include "ui/editor/gutter.h"
#include "ui/editor/highlighter.h"
#include "ui/editor/indentation.h"
#include "ui/editor/lineedits.h"
#include "ui/theme/theme.h"
#include "ui/widgets/textmarks.h"

#include <QDropEvent>
#include <QHelpEvent>
#include <QMimeData>
#include <QPainter>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QToolTip>
#include <QUrl>
#include <QWheelEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int WheelStep = 120; // a notch of the wheel, in eighths of a degree

/// The one file that is dragged; empty for anything else.
QString draggedFile(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.first().isLocalFile() ? urls.first().toLocalFile() : QString();
}

Syntax syntaxOf(Language language)
{
    return language == Language::Python ? Syntax::Python : Syntax::Shell;
}

} // namespace

SnippetEditor::SnippetEditor(QWidget *parent)
    : QPlainTextEdit(parent),
      m_gutter(new Gutter(this)),
      m_highlighter(std::make_unique<Highlighter>(document(), syntaxOf(m_language), palette()))
{
    setLineWrapMode(NoWrap);
    setFrameShape(QFrame::StyledPanel);
    setZoom(0);
    document()->setDocumentMargin(spacing(this, 0.3));
    connect(this, &QPlainTextEdit::blockCountChanged, this, &SnippetEditor::placeGutter);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        markCurrentLine();
        markBrackets();
    });
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rectangle, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rectangle.y(), m_gutter->width(), rectangle.height());
    });
    placeGutter();
    markCurrentLine();
}

SnippetEditor::~SnippetEditor()
{
    // It takes its colours away from the text, and who listens to the text may be half gone by now.
    const QSignalBlocker quiet(document());
    m_highlighter.reset();
}

void SnippetEditor::setLanguage(Language language)
{
    m_language = language;
    setSyntax(syntaxOf(language));
    markBrackets();
}

void SnippetEditor::setSyntax(Syntax syntax)
{
    m_highlighter->setSyntax(syntax);
}

QString SnippetEditor::text() const
{
    return document()->toRawText().replace(QChar::ParagraphSeparator, u'\n');
}

void SnippetEditor::replaceText(const QString &text)
{
    QTextCursor cursor(document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
}

void SnippetEditor::setProblems(const QList<TextProblem> &problems)
{
    m_problems.clear();
    QList<QTextEdit::ExtraSelection> marks;
    QTextCharFormat format;
    format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    format.setUnderlineColor(themeColors(palette()).bad);
    const int end = document()->characterCount() - 1;
    for (const TextProblem &problem : problems) {
        QTextCursor place(document());
        place.setPosition(std::min(int(problem.position), end));
        place.setPosition(std::min(int(problem.position + problem.length), end), QTextCursor::KeepAnchor);
        m_problems.push_back({.place = place, .message = problem.message});
        marks.append({.cursor = place, .format = format});
    }
    setMarks(this, MarkLayer::Problems, marks);
    m_gutter->update();
}

void SnippetEditor::showNextProblem()
{
    if (m_problems.empty())
        return;
    const int here = textCursor().position();
    auto next = std::ranges::find_if(m_problems, [here](const Problem &each) { return each.place.selectionStart() > here; });
    if (next == m_problems.end())
        next = m_problems.begin();
    QTextCursor cursor = textCursor();
    cursor.setPosition(next->place.selectionStart());
    setTextCursor(cursor);
    centerCursor();
    setFocus(Qt::OtherFocusReason);
}

QString SnippetEditor::messageAt(int position) const
{
    for (const Problem &problem : m_problems) {
        if (position >= problem.place.selectionStart() && position <= problem.place.selectionEnd())
            return problem.message;
    }
    return {};
}

QString SnippetEditor::problemsAtHeight(int y) const
{
    const int line = cursorForPosition(QPoint(0, y)).blockNumber();
    QStringList messages;
    for (const Problem &problem : m_problems) {
        if (document()->findBlock(problem.place.selectionStart()).blockNumber() == line)
            messages += problem.message;
    }
    return messages.join(u'\n');
}

void SnippetEditor::goToLine(int line)
{
    const QTextBlock block = document()->findBlockByNumber(std::clamp(line, 1, blockCount()) - 1);
    setTextCursor(QTextCursor(block));
    centerCursor();
}

void SnippetEditor::toggleComment()
{
    if (!isReadOnly())
        hermes::toggleComment(textCursor());
}

void SnippetEditor::duplicateLines()
{
    if (!isReadOnly())
        setTextCursor(hermes::duplicateLines(textCursor()));
}

void SnippetEditor::moveLinesUp()
{
    if (!isReadOnly())
        setTextCursor(moveLines(textCursor(), Direction::Up));
}

void SnippetEditor::moveLinesDown()
{
    if (!isReadOnly())
        setTextCursor(moveLines(textCursor(), Direction::Down));
}

void SnippetEditor::setZoom(int zoom)
{
    m_zoom = std::clamp(zoom, SmallestZoom, LargestZoom);
    QFont font = codeFont();
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(4.0, font.pointSizeF() + m_zoom));
    else
        font.setPixelSize(std::max(5, font.pixelSize() + m_zoom));
    setFont(font);
    setTabStopDistance(fontMetrics().horizontalAdvance(u' ') * IndentColumns);
}

bool SnippetEditor::isColoured() const
{
    return m_highlighter->isComplete();
}

int SnippetEditor::gutterWidth() const
{
    return m_gutter->neededWidth();
}

void SnippetEditor::placeGutter()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(inside.left(), inside.top(), gutterWidth(), inside.height());
}

void SnippetEditor::paintLineNumbers(QPainter *painter, const QRect &rectangle)
{
    const int current = textCursor().blockNumber();
    QSet<int> wrong;
    for (const Problem &problem : m_problems)
        wrong.insert(document()->findBlock(problem.place.selectionStart()).blockNumber());
    QTextBlock block = firstVisibleBlock();
    QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    while (block.isValid() && place.top() <= rectangle.bottom()) {
        const int number = block.blockNumber();
        if (block.isVisible() && place.bottom() >= rectangle.top())
            m_gutter->paintLine(
                painter,
                {.number = number + 1, .top = place.top(), .isCurrent = number == current, .isWrong = wrong.contains(number)});
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

void SnippetEditor::markBrackets()
{
    QList<QTextEdit::ExtraSelection> marks;
    const auto mark = [&](int position, const QColor &background) {
        QTextEdit::ExtraSelection made;
        made.cursor = QTextCursor(document());
        made.cursor.setPosition(position);
        made.cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
        made.format.setBackground(background);
        made.format.setFontWeight(QFont::Bold);
        marks.append(made);
    };
    if (const auto match = hasFocus() ? matchBracket(textCursor(), m_language) : std::nullopt) {
        const ThemeColors &colors = themeColors(palette());
        mark(match->bracket, match->partner ? colors.infoBackground : colors.errorBackground);
        if (match->partner)
            mark(*match->partner, colors.infoBackground);
        else
            marks.last().format.setForeground(colors.bad);
    }
    setMarks(this, MarkLayer::Brackets, std::move(marks));
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
    m_highlighter->begin();
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
        markBrackets();
    } else if (event->type() == QEvent::FontChange && m_gutter) {
        placeGutter();
    }
}

void SnippetEditor::focusInEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusInEvent(event);
    markCurrentLine();
    markBrackets();
}

void SnippetEditor::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    markCurrentLine();
    markBrackets();
}

bool SnippetEditor::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || m_problems.empty())
        return QPlainTextEdit::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString message = messageAt(cursorForPosition(help->pos()).position());
    QToolTip::showText(help->globalPos(), toolTipText(message), this);
    return true;
}

void SnippetEditor::dragEnterEvent(QDragEnterEvent *event)
{
    if (draggedFile(event->mimeData()).isEmpty())
        QPlainTextEdit::dragEnterEvent(event);
    else
        event->acceptProposedAction();
}

void SnippetEditor::dragMoveEvent(QDragMoveEvent *event)
{
    if (draggedFile(event->mimeData()).isEmpty())
        QPlainTextEdit::dragMoveEvent(event);
    else
        event->acceptProposedAction();
}

void SnippetEditor::dropEvent(QDropEvent *event)
{
    const QString path = draggedFile(event->mimeData());
    if (path.isEmpty()) {
        QPlainTextEdit::dropEvent(event);
        return;
    }
    event->acceptProposedAction();
    Q_EMIT fileDropped(path);
}

void SnippetEditor::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        QPlainTextEdit::wheelEvent(event);
        return;
    }
    const int steps = event->angleDelta().y() / WheelStep;
    setZoom(m_zoom + steps);
    event->accept();
}

bool SnippetEditor::indentByKey(const QKeyEvent *event)
{
    if (event->key() == Qt::Key_Backtab) {
        unindentLines(textCursor());
        return true;
    }
    if (event->modifiers() != Qt::NoModifier)
        return false;
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        breakLineWithIndent();
    else if (event->key() == Qt::Key_Tab && textCursor().hasSelection())
        indentLines(textCursor());
    else if (event->key() == Qt::Key_Tab)
        insertPlainText(QString(IndentColumns - textCursor().positionInBlock() % IndentColumns, u' '));
    else
        return false;
    return true;
}

void SnippetEditor::keyPressEvent(QKeyEvent *event)
{
    if (!isReadOnly() && indentByKey(event)) {
        event->accept();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
    if (!isReadOnly() && (event->text() == u":"_s || event->text() == u"}"_s))
        moveOutside();
}

void SnippetEditor::breakLineWithIndent()
{
    if (m_language == Language::Shell)
        moveOutside(); // "fi" may be the beginning of another word until now
    const QString before = textCursor().block().text().left(textCursor().selectionStart() - textCursor().block().position());
    insertPlainText(u'\n' + indentAfter(m_language, before));
    ensureCursorVisible();
}

/// A word that closes the block goes back to where the block began, as soon as it is written.
void SnippetEditor::moveOutside()
{
    const QTextBlock block = textCursor().block();
    if (!textCursor().atBlockEnd())
        return;
    QTextBlock before = block.previous();
    while (before.isValid() && before.text().trimmed().isEmpty())
        before = before.previous();
    if (before.isValid() && belongsOutside(m_language, block.text(), before.text()))
        unindentLines(textCursor());
}

} // namespace hermes
