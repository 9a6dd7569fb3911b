// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lineedits.h"

#include "ui/editor/indentation.h"

#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// From the first line to the last one of the selection; a selection that ends before the first character of a line does not
/// count that one.
struct Lines
{
    explicit Lines(const QTextCursor &cursor)
        : first(cursor.document()->findBlock(cursor.selectionStart())),
          last(cursor.document()->findBlock(std::max(cursor.selectionStart(), cursor.selectionEnd() - 1)))
    { }

    template<typename Act>
    void each(Act act) const
    {
        const int end = last.blockNumber();
        for (QTextBlock block = first; block.isValid() && block.blockNumber() <= end; block = block.next())
            act(block);
    }

    QTextBlock first;
    QTextBlock last;
};

void selectLines(QTextCursor &cursor, int from, int to)
{
    cursor.setPosition(from);
    cursor.setPosition(to, QTextCursor::KeepAnchor);
}

} // namespace

void indentLines(QTextCursor cursor)
{
    cursor.beginEditBlock();
    Lines(cursor).each([](const QTextBlock &block) { QTextCursor(block).insertText(QString(IndentColumns, u' ')); });
    cursor.endEditBlock();
}

void unindentLines(QTextCursor cursor)
{
    cursor.beginEditBlock();
    Lines(cursor).each([](const QTextBlock &block) {
        QTextCursor line(block);
        if (block.text().startsWith(u'\t'))
            line.deleteChar();
        else
            for (int i = 0; i < IndentColumns && block.text().startsWith(u' '); ++i)
                line.deleteChar();
    });
    cursor.endEditBlock();
}

void toggleComment(QTextCursor cursor)
{
    const Lines lines(cursor);
    qsizetype column = -1;
    bool commented = true;
    lines.each([&](const QTextBlock &block) {
        const QString text = block.text();
        const qsizetype indent = indentOf(text).size();
        if (indent == text.size())
            return;
        column = column < 0 ? indent : std::min(column, indent);
        commented = commented && text.at(indent) == u'#';
    });
    if (column < 0)
        return;
    cursor.beginEditBlock();
    lines.each([&](const QTextBlock &block) {
        const QString text = block.text();
        const qsizetype indent = indentOf(text).size();
        if (indent == text.size())
            return;
        QTextCursor line(block);
        line.setPosition(block.position() + int(commented ? indent : column));
        if (!commented) {
            line.insertText(u"# "_s);
            return;
        }
        line.deleteChar();
        if (block.text().size() > indent && block.text().at(indent) == u' ')
            line.deleteChar();
    });
    cursor.endEditBlock();
}

QTextCursor duplicateLines(QTextCursor cursor)
{
    const Lines lines(cursor);
    const int offset = cursor.position() - lines.first.position();
    const int anchorOffset = cursor.anchor() - lines.first.position();
    QTextCursor copied(lines.first);
    copied.setPosition(lines.last.position() + lines.last.length() - 1, QTextCursor::KeepAnchor);
    const QString text = copied.selectedText();
    QTextCursor end(lines.last);
    end.movePosition(QTextCursor::EndOfBlock);
    const int begin = end.position() + 1;
    end.insertText(u'\n' + text);
    selectLines(cursor, begin + anchorOffset, begin + offset);
    return cursor;
}

QTextCursor moveLines(QTextCursor cursor, Direction direction)
{
    const Lines lines(cursor);
    const QTextBlock other = direction == Direction::Up ? lines.first.previous() : lines.last.next();
    if (!other.isValid())
        return cursor;
    const int shift = direction == Direction::Up ? -other.length() : other.length();
    const int position = cursor.position() + shift;
    const int anchor = cursor.anchor() + shift;
    const int begin = std::min(lines.first.position(), other.position());
    const int end = std::max(lines.last.position() + lines.last.length(), other.position() + other.length()) - 1;
    QTextCursor moved(cursor.document());
    moved.setPosition(lines.first.position());
    moved.setPosition(lines.last.position() + lines.last.length() - 1, QTextCursor::KeepAnchor);
    const QString text = moved.selectedText();
    const QString passed = other.text();
    moved.setPosition(begin);
    moved.setPosition(end, QTextCursor::KeepAnchor);
    moved.insertText(direction == Direction::Up ? text + u'\n' + passed : passed + u'\n' + text);
    selectLines(cursor, anchor, position);
    return cursor;
}

} // namespace hermes
