// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "statusrow.h"

#include "models/displaytext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// Of the text beside the buttons, in heights of its letters.
constexpr double LeastWidth = 9;
} // namespace

StatusRow::StatusRow(const QList<QPushButton *> &buttons, QWidget *parent)
    : QWidget(parent),
      m_text(new QLabel(this)),
      m_buttons(new QWidget(this)),
      m_parts(new QBoxLayout(QBoxLayout::LeftToRight, this))
{
    m_text->setObjectName(u"Status"_s);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto *flow = new FlowLayout(m_buttons);
    flow->setSpacing(spacing(this, 0.5));
    for (QPushButton *each : buttons)
        flow->addWidget(each);
    m_parts->setContentsMargins({});
    m_parts->setSpacing(spacing(this, 0.5));
    m_parts->addWidget(m_text, 1);
    m_parts->addWidget(m_buttons);
    arrange();
}

void StatusRow::showText(const QString &text)
{
    m_text->setText(lineText(text));
    m_text->setToolTip(toolTipText(text));
    arrange();
}

QString StatusRow::text() const
{
    return m_text->text();
}

void StatusRow::setBuddy(QWidget *buddy)
{
    m_text->setBuddy(buddy);
}

void StatusRow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void StatusRow::arrange()
{
    const bool beside = width() >= m_buttons->sizeHint().width() + m_parts->spacing() + spacing(this, LeastWidth);
    m_parts->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    // Beside the buttons there is always room for a second line, so that nothing moves when the text becomes longer.
    const int line = fontMetrics().lineSpacing();
    m_text->setMinimumHeight(0); // which the height for a width takes in
    m_text->setFixedHeight(beside ? 2 * line : std::clamp(m_text->heightForWidth(width()), line, 2 * line));
}

} // namespace hermes
