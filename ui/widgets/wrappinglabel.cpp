// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wrappinglabel.h"

#include <QResizeEvent>

namespace hermes {

WrappingLabel::WrappingLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
}

void WrappingLabel::showText(const QString &text)
{
    setText(text);
    keepHeight();
}

void WrappingLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        keepHeight();
}

void WrappingLabel::keepHeight()
{
    setMinimumHeight(0); // which the height for a width takes in
    setMinimumHeight(text().isEmpty() ? 0 : heightForWidth(width()));
}

} // namespace hermes
