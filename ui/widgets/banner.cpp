// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "banner.h"

#include "models/displaytext.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/wrappinglabel.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace hermes {

Banner::Banner(const QString &name, Closing closing, QWidget *parent)
    : QFrame(parent), m_buttons(new QHBoxLayout), m_text(new WrappingLabel(this))
{
    setObjectName(name);
    setFrameShape(QFrame::NoFrame);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setFocusPolicy(Qt::ClickFocus);
    m_text->setObjectName(name + u"Text");
    const int margin = spacing(this, 0.4);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(spacing(this, 2.2), margin, margin, margin);
    layout->setSpacing(margin);
    auto *first = new QHBoxLayout;
    first->addWidget(m_text, 1);
    layout->addLayout(first);
    layout->addLayout(m_buttons);
    m_buttons->setSpacing(margin);
    if (closing == Closing::ByUser) {
        auto *dismiss = new QToolButton(this);
        dismiss->setText(tr("Dismiss"));
        dismiss->setAccessibleName(tr("Dismiss message"));
        dismiss->setAutoRaise(true);
        connect(dismiss, &QToolButton::clicked, this, &Banner::clear);
        first->addWidget(dismiss, 0, Qt::AlignTop);
    }
    hide();
}

QPushButton *Banner::addButton(const QString &text)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(objectName() + QString(text).remove(u' '));
    button->setAccessibleName(text);
    if (m_buttons->isEmpty())
        m_buttons->addStretch(1);
    m_buttons->addWidget(button);
    return button;
}

void Banner::showMessage(Level level, const QString &text)
{
    m_level = level;
    m_message = messageText(text);
    m_text->showText(m_message);
    m_text->setAccessibleName(m_message);
    setAccessibleName(m_message);
    setVisible(!text.isEmpty());
    update();
    if (!text.isEmpty()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void Banner::clear()
{
    showMessage(m_level, {});
}

void Banner::paintEvent(QPaintEvent *)
{
    const ThemeColors &colors = themeColors(palette());
    const auto [background, ink, glyph] = [&]() -> std::tuple<QColor, QColor, Glyph> {
        switch (m_level) {
        case Level::Info: return {colors.infoBackground, palette().color(QPalette::Link), Glyph::Info};
        case Level::Warning: return {colors.warningBackground, colors.warning, Glyph::Triangle};
        case Level::Error: break;
        }
        return {colors.errorBackground, colors.bad, Glyph::Cross};
    }();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(background);
    painter.drawRoundedRect(rect(), 4, 4);
    const int side = fontMetrics().height();
    paintGlyph(&painter, glyph, QRect(spacing(this, 0.6), (height() - side) / 2, side, side), ink);
}

} // namespace hermes
