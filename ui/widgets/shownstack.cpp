// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shownstack.h"

namespace hermes {

ShownStack::ShownStack(QWidget *parent) : QStackedWidget(parent)
{
    connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
}

QSize ShownStack::minimumSizeHint() const
{
    const QWidget *shown = currentWidget();
    return {QStackedWidget::minimumSizeHint().width(),
            shown ? shown->minimumSizeHint().expandedTo(shown->minimumSize()).height() : 0};
}

} // namespace hermes
