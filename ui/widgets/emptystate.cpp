// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "emptystate.h"

#include "ui/theme/theme.h"

#include <QAbstractItemModel>
#include <QEvent>
#include <QPainter>

namespace hermes {

EmptyState::EmptyState(const QString &title, const QString &advice, QWidget *view) : QWidget(view)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setTexts(title, advice);
    view->installEventFilter(this);
    setGeometry(view->rect());
}

void EmptyState::follow(const QAbstractItemModel *model)
{
    const auto show = [this, model] { setVisible(model->rowCount() == 0); };
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model, signal, this, show);
    connect(model, &QAbstractItemModel::modelReset, this, show);
    show();
}

void EmptyState::setTexts(const QString &title, const QString &advice)
{
    m_title = title;
    m_advice = advice;
    setAccessibleName(title);
    setAccessibleDescription(advice);
    update();
}

bool EmptyState::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void EmptyState::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const int margin = spacing(this, 1.5);
    const QRect room = rect().adjusted(margin, 0, -margin, 0);
    QFont strong = font();
    strong.setBold(true);
    const QFontMetrics metrics(strong);
    const QRect advice = fontMetrics().boundingRect(room, Qt::AlignHCenter | Qt::TextWordWrap, m_advice);
    const int gap = spacing(this, 0.4);
    // A title that can be read says more than two texts that are cut.
    const bool isWhole = metrics.height() + gap + advice.height() <= height();
    const int top = rect().center().y() - (isWhole ? metrics.height() + gap + advice.height() : metrics.height()) / 2;
    painter.setFont(strong);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRect(room.left(), top, room.width(), metrics.height()), Qt::AlignHCenter, m_title);
    if (!isWhole)
        return;
    painter.setFont(font());
    painter.setPen(themeColors(palette()).muted);
    painter.drawText(QRect(room.left(), top + metrics.height() + gap, room.width(), advice.height()),
                     Qt::AlignHCenter | Qt::TextWordWrap, m_advice);
}

} // namespace hermes
