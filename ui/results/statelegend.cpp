// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "statelegend.h"

#include "models/resultgridmodel.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"

#include <QEvent>
#include <QGuiApplication>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// Results first, in the order in which one wants to know them; what is still to come stands behind them.
constexpr std::array Order {
    RunState::Ok,        RunState::Failed,  RunState::Signalled, RunState::TimedOut, RunState::Infrastructure,
    RunState::Cancelled, RunState::Running, RunState::Stopping,  RunState::Queued,   RunState::NotRun};
static_assert(Order.size() == RunStateCount);
} // namespace

StateLegend::StateLegend(QWidget *parent) : QWidget(parent)
{
    setObjectName(u"StateLegend"_s);
    auto *layout = new FlowLayout(this);
    layout->setSpacing(spacing(this, 0.25));
    for (const RunState state : Order) {
        const int i = int(state);
        auto *button = new QToolButton(this);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setObjectName(u"Legend"_s + QString::number(i));
        button->setToolTip(tr("Show only these; with Ctrl held: these as well"));
        button->hide();
        layout->addWidget(button);
        m_buttons[size_t(i)] = button;
        connect(button, &QToolButton::clicked, this, [this, state] { choose(state); });
    }
    paintButtons();
}

void StateLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        paintButtons();
}

void StateLegend::paintButtons()
{
    const int side = fontMetrics().height() * 6 / 7;
    for (int i = 0; i < RunStateCount; ++i) {
        QToolButton *button = m_buttons[size_t(i)];
        if (!button)
            return;
        button->setIconSize({side, side});
        button->setIcon(glyphIcon(stateGlyph(RunState(i)), stateColor(RunState(i), palette())));
    }
}

void StateLegend::showCounts(const ResultGridModel &grid)
{
    for (int i = 0; i < RunStateCount; ++i) {
        const int count = grid.count(RunState(i));
        if (std::exchange(m_counts[size_t(i)], count) != count)
            showButton(RunState(i));
    }
}

void StateLegend::showButton(RunState state)
{
    QToolButton *button = m_buttons[size_t(state)];
    const int count = m_counts[size_t(state)];
    button->setText(tr("%1 %L2", "state, count").arg(stateWord(state)).arg(count));
    button->setAccessibleName(button->text());
    button->setChecked(m_chosen.contains(state));
    button->setVisible(count > 0 || (m_chosen.size() == 1 && m_chosen.contains(state)));
}

void StateLegend::setChosen(const QSet<RunState> &states)
{
    m_chosen = states;
    for (int i = 0; i < RunStateCount; ++i)
        showButton(RunState(i));
}

void StateLegend::choose(RunState state)
{
    const bool adds = QGuiApplication::keyboardModifiers().testFlag(Qt::ControlModifier);
    QSet<RunState> states = adds ? m_chosen : QSet<RunState>();
    if (m_chosen.contains(state) && (adds || m_chosen.size() == 1))
        states.remove(state);
    else
        states.insert(state);
    setChosen(states);
    Q_EMIT chosen(states);
}

} // namespace hermes
