// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "foldbutton.h"

#include "models/displaytext.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/formroom.h"

namespace hermes {

FoldButton::FoldButton(const QString &name, QWidget *content, QWidget *parent) : QToolButton(parent), m_name(name)
{
    setObjectName(QString(name).remove(u' '));
    setAccessibleName(name);
    setText(name);
    setIcon(glyphIcon(Glyph::Right));
    setIconSize(QSize(spacing(this, 0.8), spacing(this, 0.8)));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setCheckable(true);
    setAutoRaise(true);
    setFocusPolicy(Qt::StrongFocus);
    content->hide();
    connect(this, &QToolButton::toggled, content, [this, content](bool open) {
        setIcon(glyphIcon(open ? Glyph::Down : Glyph::Right));
        content->setVisible(open);
        if (open)
            QMetaObject::invokeMethod(this, [this, content] { showContent(content); }, Qt::QueuedConnection);
    });
}

/// Once it is laid out: what was just opened is what the user wants to see, and the button stays in view.
void FoldButton::showContent(QWidget *content)
{
    FormRoom::bringIntoSight(content);
    FormRoom::bringIntoSight(this);
}

void FoldButton::showSummary(const QString &summary)
{
    constexpr qsizetype LongestSummary = 40;
    setText(summary.isEmpty() ? m_name
                              : tr("%1: %2", "a folded part, what is in it").arg(m_name, lineText(summary, LongestSummary)));
    setToolTip(toolTipText(summary));
}

} // namespace hermes
