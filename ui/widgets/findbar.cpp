// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findbar.h"

#include "ui/theme/theme.h"
#include "ui/widgets/findline.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr qsizetype LongestSelection = 500;
constexpr auto SettlingTime = 150ms;

} // namespace

FindBar::FindBar(QPlainTextEdit *view, Mode mode, QWidget *parent) : QFrame(parent), m_view(view), m_mode(mode), m_search(view)
{
    setObjectName(u"FindBar"_s);
    createWidgets();
    createLayout();
    connectWidgets();
    m_changed.setSingleShot(true);
    m_changed.setInterval(SettlingTime);
    m_view->viewport()->installEventFilter(this);
    hide();
}

FindBar::~FindBar() = default;

void FindBar::createWidgets()
{
    m_line = new FindLine({}, this);
    m_words = m_line->addOption(tr("Whole words"), u"|W|"_s);
    m_regular = m_line->addOption(tr("Regular expression"), u".*"_s);
    setFocusProxy(m_line);
    m_problem = new WrappingLabel(this);
    m_problem->setObjectName(u"FindProblem"_s);
    m_problem->setTone(WrappingLabel::Tone::Bad);
    m_problem->hide();
    m_replaceRow = new QWidget(this);
    m_with = new QLineEdit(m_replaceRow);
    m_with->setObjectName(u"ReplaceWith"_s);
    m_with->setAccessibleName(tr("Replace with"));
    m_with->setPlaceholderText(tr("Replace with"));
    m_replace = new QPushButton(tr("Replace"), m_replaceRow);
    m_replace->setObjectName(u"Replace"_s);
    m_replace->setAccessibleName(tr("Replace"));
    m_replaceAll = new QPushButton(tr("Replace All"), m_replaceRow);
    m_replaceAll->setObjectName(u"ReplaceAll"_s);
    m_replaceAll->setAccessibleName(tr("Replace all"));
}

void FindBar::createLayout()
{
    const int gap = spacing(this, 0.3);
    auto *second = new QHBoxLayout(m_replaceRow);
    second->setContentsMargins({});
    second->setSpacing(gap);
    second->addWidget(m_with, 1);
    second->addWidget(m_replace);
    second->addWidget(m_replaceAll);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(gap);
    layout->addWidget(m_line);
    layout->addWidget(m_replaceRow);
    layout->addWidget(m_problem);
    m_with->setMinimumWidth(spacing(this, 6));
}

void FindBar::connectWidgets()
{
    connect(m_line, &FindLine::changed, this, [this] { search(Then::ShowFirst); });
    connect(m_line, &FindLine::nextWanted, this, &FindBar::findNext);
    connect(m_line, &FindLine::previousWanted, this, &FindBar::findPrevious);
    connect(m_line, &FindLine::closeWanted, this, &FindBar::closeBar);
    connect(m_replace, &QPushButton::clicked, this, &FindBar::replaceOne);
    connect(m_replaceAll, &QPushButton::clicked, this, &FindBar::replaceAll);
    connect(&m_changed, &QTimer::timeout, this, [this] {
        if (isVisible())
            search(Then::Nothing);
    });
    connect(m_view, &QPlainTextEdit::textChanged, this, [this] { m_changed.start(); });
    connect(m_view, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        if (isVisible() && m_search.isCurrent())
            showCount();
    });
    connect(m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        if (isVisible())
            m_search.mark();
    });
}

void FindBar::open(Mode mode)
{
    m_replaceRow->setVisible(mode == Mode::FindAndReplace && !m_view->isReadOnly());
    show();
    const QTextCursor cursor = m_view->textCursor();
    m_anchor = cursor.selectionStart();
    const QString selected = cursor.selectedText();
    const bool isPattern = !selected.isEmpty() && selected.size() <= LongestSelection
        && !selected.contains(QChar::ParagraphSeparator);
    if (isPattern && m_search.selected() < 0) {
        const QSignalBlocker quiet(m_line->field());
        m_line->field()->setText(m_regular->isChecked() ? QRegularExpression::escape(selected) : selected);
    }
    m_line->field()->selectAll();
    m_line->setFocus(Qt::ShortcutFocusReason);
    search(Then::Nothing);
}

void FindBar::openFind()
{
    open(m_replaceRow->isVisible() ? Mode::FindAndReplace : Mode::Find);
}

void FindBar::openReplace()
{
    open(m_mode);
}

void FindBar::closeBar()
{
    hide();
    m_replaceRow->hide();
    m_search.unmark();
    m_view->setFocus(Qt::OtherFocusReason);
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape)
        closeBar();
    else if (isReturn && m_with->hasFocus())
        replaceOne();
    else
        QFrame::keyPressEvent(event);
}

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && isVisible())
        m_search.mark();
    return QFrame::eventFilter(watched, event);
}

SearchPattern FindBar::pattern() const
{
    return {.text = m_line->text(),
            .matchCase = m_line->matchesCase(),
            .wholeWords = m_words->isChecked(),
            .regularExpression = m_regular->isChecked()};
}

void FindBar::search(Then then)
{
    m_changed.stop();
    showProblem({});
    if (const Result<> begun = m_search.search(pattern(), [this, then] { finish(then); }); !begun)
        showProblem(begun.error().what);
}

void FindBar::finish(Then then)
{
    switch (then) {
    case Then::Nothing: break;
    case Then::ShowFirst:
        if (!m_search.matches().isEmpty())
            go(m_search.firstFrom(m_anchor) % m_search.matches().size());
        break;
    case Then::ReplaceOne: replaceOne(); break;
    case Then::Next:
    case Then::Previous: step(then); break;
    }
    showCount();
    if (isVisible())
        m_search.mark();
}

void FindBar::findNext()
{
    if (m_line->text().isEmpty())
        openFind();
    else
        step(Then::Next);
}

void FindBar::findPrevious()
{
    if (m_line->text().isEmpty())
        openFind();
    else
        step(Then::Previous);
}

void FindBar::step(Then then)
{
    if (!m_search.isCurrent()) {
        search(then);
        return;
    }
    const qsizetype count = m_search.matches().size();
    if (count == 0)
        return;
    const QTextCursor cursor = m_view->textCursor();
    const qsizetype at = m_search.selected();
    if (then == Then::Next)
        go((at >= 0 ? at + 1 : m_search.firstFrom(cursor.selectionEnd())) % count);
    else
        go(((at >= 0 ? at : m_search.firstFrom(cursor.selectionStart())) + count - 1) % count);
}

void FindBar::go(qsizetype match)
{
    m_search.select(match);
    m_anchor = int(m_search.matches().at(match).position);
    showCount();
}

void FindBar::replaceOne()
{
    if (m_view->isReadOnly() || m_line->text().isEmpty())
        return;
    if (!m_search.isCurrent()) {
        search(Then::ReplaceOne);
        return;
    }
    const qsizetype at = m_search.selected();
    if (const auto with = at >= 0 ? m_search.replacement(at, m_with->text()) : std::nullopt) {
        const bool wasEmpty = m_search.matches().at(at).length == 0;
        QTextCursor cursor = m_view->textCursor();
        cursor.insertText(*with);
        // Where nothing was matched, what stands there now must not be found again at once.
        if (wasEmpty)
            cursor.movePosition(QTextCursor::NextCharacter);
        m_view->setTextCursor(cursor);
    }
    step(Then::Next);
}

void FindBar::replaceAll()
{
    if (m_view->isReadOnly())
        return;
    m_search.replaceAll(m_with->text(), [this](qsizetype count) {
        showCount(tr("%L1 replaced").arg(count));
        m_changed.stop();
    });
}

void FindBar::showCount(const QString &notice)
{
    const QLocale locale;
    const qsizetype count = m_search.matches().size();
    const qsizetype at = m_search.selected();
    QString text = notice;
    if (!notice.isEmpty() || m_line->text().isEmpty() || m_problem->isVisibleTo(this))
        text = notice;
    else if (count == 0)
        text = tr("No match");
    else if (at >= 0 && count < LiveSearch::MostMatches)
        text = tr("%1 of %2").arg(locale.toString(at + 1), locale.toString(count));
    else if (at >= 0)
        text = tr("%1 of over %2").arg(locale.toString(at + 1), locale.toString(count));
    else
        text = tr("%Ln matches", nullptr, int(count));
    m_line->showCount(text);
}

void FindBar::showProblem(const QString &problem)
{
    m_problem->showText(problem);
    m_problem->setVisible(!problem.isEmpty());
    showCount();
}

} // namespace hermes
