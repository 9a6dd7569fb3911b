// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wrappinglabel.h"

#include "ui/theme/theme.h"

#include <QResizeEvent>

namespace hermes {

namespace {
/// A label is never narrower than its longest word, which would make the window as wide as an endless one.
constexpr qsizetype LongestWord = 40;
constexpr QChar ZeroWidthSpace(0x200b);
} // namespace

WrappingLabel::WrappingLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
}

void WrappingLabel::showText(const QString &text)
{
    QString breakable;
    breakable.reserve(text.size());
    qsizetype length = 0;
    for (const QChar c : text) {
        length = c.isSpace() ? 0 : length + 1;
        if (length > LongestWord && !c.isLowSurrogate()) {
            breakable += ZeroWidthSpace;
            length = 1;
        }
        breakable += c;
    }
    setText(breakable);
    keepHeight();
}

void WrappingLabel::setTone(Tone tone)
{
    m_tone = tone;
    takeTone();
}

void WrappingLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        takeTone();
}

void WrappingLabel::takeTone()
{
    const ThemeColors &colors = themeColors(palette());
    const QColor ink = m_tone == Tone::Bad ? colors.bad : m_tone == Tone::Muted ? colors.muted : palette().color(QPalette::Text);
    if (palette().color(QPalette::WindowText) == ink)
        return;
    QPalette own = palette();
    own.setColor(QPalette::WindowText, ink);
    setPalette(own);
}

void WrappingLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        keepHeight();
}

void WrappingLabel::showEvent(QShowEvent *event)
{
    QLabel::showEvent(event);
    keepHeight();
}

/// What was never shown has no width yet: it would ask for many lines, and the window for the height of them.
void WrappingLabel::keepHeight()
{
    setMinimumHeight(0); // which the height for a width takes in
    setMinimumHeight(text().isEmpty() || !isVisible() ? 0 : heightForWidth(width()));
}

} // namespace hermes
