// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputfindbar.h"

#include "ui/output/outputarea.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QFuture>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int LongestPattern = 500;
constexpr qsizetype LongestTakenOver = 80;

} // namespace

OutputFindBar::OutputFindBar(const QString &name, OutputArea *area, QWidget *parent)
    : QWidget(parent),
      m_area(area),
      m_search(area->text()),
      m_text(new QLineEdit(this)),
      m_matchCase(new QCheckBox(tr("Match case"), this)),
      m_count(new QLabel(this))
{
    setObjectName(name + u"Find");
    m_text->setObjectName(name + u"FindText");
    m_text->setAccessibleName(tr("Find in %1").arg(name));
    m_text->setPlaceholderText(tr("Find in %1").arg(name));
    m_text->setMaxLength(LongestPattern);
    m_text->setClearButtonEnabled(true);
    m_matchCase->setObjectName(name + u"FindCase");
    m_count->setObjectName(name + u"FindCount");
    const auto button = [&](const QString &text, Qt::ArrowType arrow, auto action) {
        auto *made = new QToolButton(this);
        made->setAccessibleName(text);
        made->setToolTip(text);
        made->setAutoRaise(true);
        made->setArrowType(arrow);
        connect(made, &QToolButton::clicked, this, action);
        return made;
    };
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.3));
    layout->addWidget(m_text, 1);
    layout->addWidget(m_count);
    layout->addWidget(button(tr("Previous match (Shift+F3)"), Qt::UpArrow, [this] { findPrevious(); }));
    layout->addWidget(button(tr("Next match (F3)"), Qt::DownArrow, [this] { findNext(); }));
    layout->addWidget(m_matchCase);
    QToolButton *done = button(tr("Close the search (Escape)"), Qt::NoArrow, [this] { close(); });
    done->setIcon(glyphIcon(Glyph::Cross));
    layout->addWidget(done);
    connect(m_text, &QLineEdit::textChanged, this, &OutputFindBar::setPattern);
    connect(m_matchCase, &QCheckBox::toggled, this, &OutputFindBar::setPattern);
    connect(&m_search, &OutputSearch::changed, this, &OutputFindBar::showCount);
    connect(&m_search, &OutputSearch::found, this, &OutputFindBar::take);
    hide();
}

void OutputFindBar::open()
{
    show();
    m_text->setFocus();
    m_text->selectAll();
    const auto [from, to] = m_area->selection();
    if (from.row != to.row || from == to || to.column - from.column > LongestTakenOver) {
        setPattern();
        return;
    }
    if (const auto row = m_area->text()->rowInMemory(from.row)) {
        m_text->setText(row->text.mid(from.column, to.column - from.column));
        m_text->selectAll();
    }
    setPattern();
}

void OutputFindBar::close()
{
    m_search.setPattern({});
    m_area->setMarked({}, Qt::CaseInsensitive);
    m_area->setFocus();
    hide();
}

void OutputFindBar::setPattern()
{
    const auto sensitivity = m_matchCase->isChecked() ? Qt::CaseSensitive : Qt::CaseInsensitive;
    // What was found before stays where it is as long as it still fits.
    const qint64 from = m_hit ? m_hit->offset : 0;
    m_hit.reset();
    m_nowhere = false;
    m_search.setPattern(BytePattern(m_text->text(), sensitivity));
    m_area->setMarked(m_text->text(), sensitivity);
    if (m_search.isActive())
        m_search.findNext(from);
}

void OutputFindBar::findNext()
{
    if (!m_search.isActive())
        open();
    else
        m_search.findNext(m_hit ? m_hit->offset + 1 : 0);
}

void OutputFindBar::findPrevious()
{
    if (!m_search.isActive())
        open();
    else
        m_search.findPrevious(m_hit ? m_hit->offset : m_area->text()->index().bytes);
}

void OutputFindBar::take(const std::optional<OutputSearch::Hit> &hit)
{
    m_hit = hit;
    m_nowhere = !hit;
    showCount();
    if (!hit)
        return;
    m_area->text()->placeOf(hit->offset).then(this, [this, offset = hit->offset](TextPlace place) {
        if (!m_hit || m_hit->offset != offset)
            return;
        const TextPlace end {.row = place.row, .column = place.column + m_text->text().size()};
        m_area->select(place, end);
    });
}

void OutputFindBar::showCount()
{
    const QLocale locale;
    const QString count = locale.toString(m_search.count());
    const std::optional<qint64> number = m_hit ? m_search.numberOf(*m_hit) : std::nullopt;
    QString text;
    if (m_search.isActive() && m_nowhere && !m_search.isCounting())
        text = tr("not found");
    else if (m_search.isActive() && number && !m_search.isCounting())
        text = tr("%1 of %2").arg(locale.toString(*number), count);
    else if (m_search.isActive())
        text = m_search.isCounting() ? tr("%1 so far").arg(count) : tr("found: %1").arg(count);
    m_count->setText(text);
    m_count->setAccessibleName(text);
}

void OutputFindBar::keyPressEvent(QKeyEvent *event)
{
    const bool back = event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->key() == Qt::Key_Escape)
        close();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        back ? findPrevious() : findNext();
    else
        QWidget::keyPressEvent(event);
}

} // namespace hermes
