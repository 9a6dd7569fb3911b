// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findbar.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
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

QToolButton *FindBar::makeTool(const QString &name, const QString &text)
{
    auto *button = new QToolButton(this);
    button->setObjectName(QString(name).remove(u' '));
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setText(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

void FindBar::createWidgets()
{
    m_find = new QLineEdit(this);
    m_find->setObjectName(u"Find"_s);
    m_find->setAccessibleName(tr("Find"));
    m_find->setPlaceholderText(tr("Find"));
    m_find->setClearButtonEnabled(true);
    setFocusProxy(m_find);
    m_count = new QLabel(this);
    m_count->setObjectName(u"MatchCount"_s);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_previous = makeTool(tr("Find previous"), {});
    m_previous->setArrowType(Qt::UpArrow);
    m_next = makeTool(tr("Find next"), {});
    m_next->setArrowType(Qt::DownArrow);
    m_case = makeTool(tr("Match case"), u"Aa"_s);
    m_words = makeTool(tr("Whole words"), u"|W|"_s);
    m_regular = makeTool(tr("Regular expression"), u".*"_s);
    for (QToolButton *option : {m_case, m_words, m_regular})
        option->setCheckable(true);
    m_close = makeTool(tr("Close find bar"), {});
    m_close->setIcon(glyphIcon(Glyph::Cross));
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
    m_replaceAll = new QPushButton(tr("Replace all"), m_replaceRow);
    m_replaceAll->setObjectName(u"ReplaceAll"_s);
    m_replaceAll->setAccessibleName(tr("Replace all"));
}

void FindBar::createLayout()
{
    const int gap = spacing(this, 0.3);
    auto *first = new QHBoxLayout;
    first->setSpacing(gap);
    first->addWidget(m_find, 1);
    first->addWidget(m_count);
    for (QToolButton *button : {m_previous, m_next, m_case, m_words, m_regular, m_close})
        first->addWidget(button);
    auto *second = new QHBoxLayout(m_replaceRow);
    second->setContentsMargins({});
    second->setSpacing(gap);
    second->addWidget(m_with, 1);
    second->addWidget(m_replace);
    second->addWidget(m_replaceAll);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(gap);
    layout->addLayout(first);
    layout->addWidget(m_replaceRow);
    layout->addWidget(m_problem);
    m_find->setMinimumWidth(spacing(this, 6));
    m_with->setMinimumWidth(spacing(this, 6));
}

void FindBar::connectWidgets()
{
    connect(m_find, &QLineEdit::textChanged, this, [this] { search(Then::ShowFirst); });
    for (const QToolButton *option : {m_case, m_words, m_regular})
        connect(option, &QToolButton::toggled, this, [this] { search(Then::ShowFirst); });
    connect(m_next, &QToolButton::clicked, this, &FindBar::findNext);
    connect(m_previous, &QToolButton::clicked, this, &FindBar::findPrevious);
    connect(m_close, &QToolButton::clicked, this, &FindBar::closeBar);
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
        const QSignalBlocker quiet(m_find);
        m_find->setText(m_regular->isChecked() ? QRegularExpression::escape(selected) : selected);
    }
    m_find->selectAll();
    m_find->setFocus(Qt::ShortcutFocusReason);
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
    else if (isReturn && m_find->hasFocus())
        step(event->modifiers().testFlag(Qt::ShiftModifier) ? Then::Previous : Then::Next);
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
    return {.text = m_find->text(),
            .matchCase = m_case->isChecked(),
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
    if (m_find->text().isEmpty())
        openFind();
    else
        step(Then::Next);
}

void FindBar::findPrevious()
{
    if (m_find->text().isEmpty())
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
    if (m_view->isReadOnly() || m_find->text().isEmpty())
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
    if (!notice.isEmpty() || m_find->text().isEmpty() || m_problem->isVisibleTo(this))
        text = notice;
    else if (count == 0)
        text = tr("No match");
    else if (at >= 0 && count < LiveSearch::MostMatches)
        text = tr("%1 of %2").arg(locale.toString(at + 1), locale.toString(count));
    else if (at >= 0)
        text = tr("%1 of over %2").arg(locale.toString(at + 1), locale.toString(count));
    else
        text = tr("%Ln matches", nullptr, int(count));
    m_count->setText(text);
    m_count->setAccessibleName(text);
}

void FindBar::showProblem(const QString &problem)
{
    m_problem->showText(problem);
    m_problem->setVisible(!problem.isEmpty());
    showCount();
}

} // namespace hermes
