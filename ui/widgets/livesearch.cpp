// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "livesearch.h"

#include "ui/theme/theme.h"
#include "ui/widgets/textmarks.h"

#include <QPlainTextEdit>
#include <QTextBlock>

#include <algorithm>

namespace hermes {

namespace {
/// On one screen.
constexpr qsizetype MostMarks = 1000;
} // namespace

LiveSearch::LiveSearch(QPlainTextEdit *view, QObject *parent)
    : QObject(parent), m_view(view), m_latest(std::make_shared<std::atomic<int>>(0))
{ }

LiveSearch::~LiveSearch() = default;

QString LiveSearch::text() const
{
    return m_view->document()->toRawText().replace(QChar::ParagraphSeparator, u'\n');
}

bool LiveSearch::isCurrent() const
{
    return isSettled() && m_revision == m_view->document()->revision();
}

Result<> LiveSearch::search(const SearchPattern &pattern, std::function<void()> then)
{
    const int number = ++m_asked;
    *m_latest = number;
    const int revision = m_view->document()->revision();
    const auto finish = [this, number, revision, then = std::move(then)](const QList<TextMatch> &matches) {
        if (number != m_asked)
            return;
        m_answered = number;
        m_revision = revision;
        m_matches = matches;
        then();
    };
    m_search.reset();
    const Result<TextSearch> search = pattern.text.isEmpty() ? Result<TextSearch>() : TextSearch::compile(pattern);
    if (pattern.text.isEmpty() || !search) {
        finish({});
        return search ? Result<> {} : std::unexpected(search.error());
    }
    m_search = *search;
    m_thread
        .run([search = *search, text = text(), number, latest = m_latest] {
            return *latest == number ? search.find(text, MostMatches) : QList<TextMatch>();
        })
        .then(this, finish);
    return {};
}

void LiveSearch::replaceAll(const QString &with, std::function<void(qsizetype)> then)
{
    if (!m_search)
        return;
    const int revision = m_view->document()->revision();
    m_thread.run([search = *m_search, text = text(), with] { return search.replaceAll(text, with); })
        .then(this, [this, revision, with, then = std::move(then)](const TextSearch::Replaced &replaced) {
            if (revision != m_view->document()->revision()) {
                replaceAll(with, then); // what was typed meanwhile counts
                return;
            }
            if (replaced.count > 0) {
                QTextCursor cursor(m_view->document());
                cursor.setPosition(int(replaced.from));
                cursor.setPosition(int(replaced.from + replaced.length), QTextCursor::KeepAnchor);
                cursor.insertText(replaced.text);
            }
            then(replaced.count);
        });
}

std::optional<QString> LiveSearch::replacement(qsizetype match, const QString &with) const
{
    return m_search ? m_search->replacement(text(), m_matches.at(match), with) : std::nullopt;
}

qsizetype LiveSearch::firstFrom(int position) const
{
    return std::ranges::lower_bound(m_matches, position, {}, &TextMatch::position) - m_matches.begin();
}

qsizetype LiveSearch::selected() const
{
    const QTextCursor cursor = m_view->textCursor();
    const qsizetype found = firstFrom(cursor.selectionStart());
    if (!isCurrent() || found == m_matches.size())
        return -1;
    const TextMatch &match = m_matches.at(found);
    return match.position == cursor.selectionStart() && match.position + match.length == cursor.selectionEnd() ? found : -1;
}

void LiveSearch::select(qsizetype match)
{
    QTextCursor cursor = m_view->textCursor();
    cursor.setPosition(int(m_matches.at(match).position));
    cursor.setPosition(int(m_matches.at(match).position + m_matches.at(match).length), QTextCursor::KeepAnchor);
    m_view->setTextCursor(cursor);
}

void LiveSearch::mark()
{
    QList<QTextEdit::ExtraSelection> marks;
    if (m_revision == m_view->document()->revision()) {
        const QRect shown = m_view->viewport()->rect();
        const int first = m_view->cursorForPosition(shown.topLeft()).block().position();
        const QTextBlock last = m_view->cursorForPosition(shown.bottomLeft()).block();
        const int end = last.position() + last.length();
        QTextCharFormat format;
        format.setBackground(themeColors(m_view->palette()).warningBackground);
        for (qsizetype at = firstFrom(first); at < m_matches.size() && marks.size() < MostMarks; ++at) {
            const TextMatch &match = m_matches.at(at);
            if (match.position >= end)
                break;
            QTextCursor cursor(m_view->document());
            cursor.setPosition(int(match.position));
            cursor.setPosition(int(match.position + match.length), QTextCursor::KeepAnchor);
            marks.append({.cursor = cursor, .format = format});
        }
    }
    setMarks(m_view, MarkLayer::Matches, std::move(marks));
}

void LiveSearch::unmark()
{
    setMarks(m_view, MarkLayer::Matches, {});
}

} // namespace hermes
