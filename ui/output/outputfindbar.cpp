// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputfindbar.h"

#include "ui/output/outputarea.h"
#include "ui/widgets/findline.h"

#include <QBoxLayout>
#include <QFuture>
#include <QLineEdit>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int LongestPattern = 500;
constexpr qsizetype LongestTakenOver = 80;

} // namespace

OutputFindBar::OutputFindBar(const QString &name, OutputArea *area, QWidget *parent)
    : QWidget(parent), m_area(area), m_search(area->text()), m_line(new FindLine(name, this))
{
    setObjectName(name + u"Find");
    m_line->field()->setMaxLength(LongestPattern);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_line);
    connect(m_line, &FindLine::changed, this, &OutputFindBar::setPattern);
    connect(m_line, &FindLine::nextWanted, this, &OutputFindBar::findNext);
    connect(m_line, &FindLine::previousWanted, this, &OutputFindBar::findPrevious);
    connect(m_line, &FindLine::closeWanted, this, &OutputFindBar::close);
    connect(&m_search, &OutputSearch::changed, this, &OutputFindBar::showCount);
    connect(&m_search, &OutputSearch::found, this, &OutputFindBar::take);
    hide();
}

void OutputFindBar::open()
{
    show();
    m_line->setFocus();
    m_line->field()->selectAll();
    const auto [from, to] = m_area->selection();
    if (from.row != to.row || from == to || to.column - from.column > LongestTakenOver) {
        setPattern();
        return;
    }
    if (const auto row = m_area->text()->rowInMemory(from.row)) {
        m_line->field()->setText(row->text.mid(from.column, to.column - from.column));
        m_line->field()->selectAll();
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
    const auto sensitivity = m_line->matchesCase() ? Qt::CaseSensitive : Qt::CaseInsensitive;
    // What was found before stays where it is as long as it still fits.
    const qint64 from = m_hit ? m_hit->offset : 0;
    m_hit.reset();
    m_nowhere = false;
    m_search.setPattern(BytePattern(m_line->text(), sensitivity));
    m_area->setMarked(m_line->text(), sensitivity);
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
        const TextPlace end {.row = place.row, .column = place.column + m_line->text().size()};
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
    m_line->showCount(text);
}

} // namespace hermes
