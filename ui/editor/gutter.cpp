// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gutter.h"

#include "models/displaytext.h"
#include "ui/editor/snippeteditor.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPaintEvent>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace hermes {

Gutter::Gutter(SnippetEditor *editor) : QWidget(editor), m_editor(editor) { }

int Gutter::neededWidth() const
{
    const auto digits = std::max<qsizetype>(2, QString::number(m_editor->blockCount()).size());
    return m_editor->fontMetrics().horizontalAdvance(u'9') * int(digits) + spacing(m_editor, 1.5);
}

void Gutter::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), palette().color(QPalette::Base));
    painter.setFont(m_editor->font());
    m_editor->paintLineNumbers(&painter, event->rect());
}

void Gutter::paintLine(QPainter *painter, const Line &line) const
{
    const ThemeColors &colors = themeColors(palette());
    const int height = m_editor->fontMetrics().height();
    painter->setPen(line.isWrong ? colors.bad : line.isCurrent ? palette().color(QPalette::Text) : colors.muted);
    painter->drawText(QRectF(0, line.top, width() - spacing(m_editor, 0.4), height), Qt::AlignRight, QString::number(line.number));
    if (!line.isWrong)
        return;
    const int side = spacing(m_editor, 0.75);
    paintGlyph(painter, Glyph::Triangle, QRectF(spacing(m_editor, 0.2), line.top + (height - side) / 2.0, side, side), colors.bad);
}

bool Gutter::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), toolTipText(m_editor->problemsAtHeight(help->pos().y())), this);
    return true;
}

} // namespace hermes
