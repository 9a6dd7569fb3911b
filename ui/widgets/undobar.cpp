// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "undobar.h"

#include "ui/theme/theme.h"
#include "ui/widgets/elidinglabel.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

UndoBar::UndoBar(DelayedAction *action, QWidget *parent)
    : QFrame(parent),
      m_action(action),
      m_text(new ElidingLabel(this)),
      m_remaining(new QLabel(this)),
      m_undo(new QPushButton(tr("Undo"), this))
{
    setObjectName(u"UndoBar"_s);
    m_undo->setObjectName(u"Undo"_s);
    m_undo->setAccessibleName(tr("Undo"));
    m_undo->setToolTip(tr("Keep everything as it is (Ctrl+Z)"));
    m_remaining->setObjectName(u"UndoRemaining"_s);
    m_remaining->setTextFormat(Qt::PlainText);
    auto *layout = new QHBoxLayout(this);
    const int margin = spacing(this, 0.4);
    layout->setContentsMargins(2 * margin, margin, margin, margin);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_remaining);
    layout->addWidget(m_undo);
    connect(m_undo, &QPushButton::clicked, action, &DelayedAction::undo);
    connect(action, &DelayedAction::changed, this, &UndoBar::showAction);
    m_tick.setInterval(500ms);
    connect(&m_tick, &QTimer::timeout, this, &UndoBar::showRemaining);
    showAction();
}

void UndoBar::showAction()
{
    const bool waits = m_action->isWaiting();
    if (waits) {
        m_text->showText(m_action->text());
        setAccessibleName(m_action->text());
        m_tick.start();
        showRemaining();
    } else {
        m_tick.stop();
    }
    setVisible(waits);
}

void UndoBar::showRemaining()
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(m_action->remaining());
    m_remaining->setText(tr("in %n seconds", nullptr, int(seconds.count())));
}

void UndoBar::paintEvent(QPaintEvent *event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(themeColors(palette()).border);
    painter.setBrush(themeColors(palette()).warningBackground);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace hermes
