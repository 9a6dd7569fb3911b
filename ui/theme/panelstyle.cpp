// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "panelstyle.h"

#include "ui/theme/controlpainting.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QPainter>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Of frames around views, whose contents have square corners.
constexpr double FrameRadius = 1.5;

bool isPrimary(const QWidget *widget)
{
    return widget && widget->property("primary").toBool();
}

/// Around a view: the border of a surface, or where the focus is.
void drawFrame(QPainter *painter, const QStyleOption *option, const QWidget *widget)
{
    const QPalette &palette = option->palette;
    const bool focused = option->state.testFlag(QStyle::State_HasFocus) && option->state.testFlag(QStyle::State_Enabled);
    const QColor border = focused ? palette.color(QPalette::Accent) : themeColors(palette).border;
    const bool isView = qobject_cast<const QAbstractScrollArea *>(widget);
    const QColor fill = isView ? palette.color(QPalette::Base) : QColor();
    drawBox(painter, option->rect, {.fill = fill, .border = border, .radius = FrameRadius}, focused && isView ? FocusWidth : 1);
}

/// Behind a scroll bar: what the view beside it is painted on.
QColor trackColor(const QPalette &palette, const QWidget *bar)
{
    for (const QWidget *parent = bar; parent; parent = parent->parentWidget()) {
        if (const auto *area = qobject_cast<const QAbstractScrollArea *>(parent))
            return palette.color(area->viewport()->backgroundRole());
    }
    return palette.color(QPalette::Base);
}

} // namespace

PanelStyle::PanelStyle() : QProxyStyle(u"Fusion"_s) { }

void PanelStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QComboBox *>(widget))
        widget->setAttribute(Qt::WA_Hover);
    // A wheel that scrolls a form must not change the fields that come under it.
    if ((qobject_cast<QComboBox *>(widget) || qobject_cast<QAbstractSpinBox *>(widget))
        && widget->focusPolicy() == Qt::WheelFocus) {
        widget->setFocusPolicy(Qt::StrongFocus);
        widget->installEventFilter(this);
    }
    // Scroll areas do not paint their frame again when the focus comes or goes.
    if (qobject_cast<QAbstractScrollArea *>(widget))
        widget->installEventFilter(this);
}

bool PanelStyle::eventFilter(QObject *watched, QEvent *event)
{
    if (const auto *field = qobject_cast<QWidget *>(watched);
        event->type() == QEvent::Wheel && field && !field->hasFocus() && !qobject_cast<const QAbstractScrollArea *>(field)) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        if (auto *area = qobject_cast<QAbstractScrollArea *>(watched))
            area->update();
    }
    return QProxyStyle::eventFilter(watched, event);
}

void PanelStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const QPalette &palette = option->palette;
    switch (element) {
    case PE_PanelButtonCommand: drawButton(option, painter, widget); return;
    case PE_PanelButtonTool:
        if (option->state.testAnyFlags(State_MouseOver | State_Sunken | State_On) && option->state.testFlag(State_Enabled))
            drawBox(painter, option->rect, {.fill = themeColors(palette).hover});
        return;
    case PE_FrameFocusRect:
        // Push buttons draw their own, and in tables the selection says where one is.
        if (option->state.testFlag(State_KeyboardFocusChange) && !qobject_cast<const QAbstractItemView *>(widget)
            && !qobject_cast<const QPushButton *>(widget))
            drawBox(painter, option->rect, {.border = palette.color(QPalette::Accent)}, FocusWidth);
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: drawCheckBox(painter, option); return;
    case PE_IndicatorRadioButton: drawRadioButton(painter, option); return;
    case PE_FrameTabBarBase:
        painter->fillRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1, themeColors(palette).border);
        return;
    case PE_PanelMenu: painter->fillRect(option->rect, palette.color(QPalette::Base)); return;
    case PE_FrameMenu:
    case PE_PanelTipLabel:
        drawBox(painter, option->rect,
                {.fill = element == PE_FrameMenu ? QColor() : palette.color(QPalette::ToolTipBase),
                 .border = themeColors(palette).border,
                 .radius = 0});
        return;
    case PE_PanelLineEdit:
        // One without a frame stands in a cell or a spin box.
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option); frame && frame->lineWidth == 0)
            painter->fillRect(option->rect, palette.color(QPalette::Base));
        else
            drawField(painter, option, palette.color(QPalette::Base));
        return;
    case PE_FrameLineEdit: drawField(painter, option, {}); return;
    case PE_Frame: drawFrame(painter, option, widget); return;
    case PE_FrameStatusBarItem: return;
    case PE_PanelScrollAreaCorner: painter->fillRect(option->rect, trackColor(palette, widget)); return;
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowRight:
    case PE_IndicatorArrowLeft: drawArrow(painter, element, option, widget); return;
    case PE_IndicatorHeaderArrow:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option))
            drawSortMark(painter, header);
        return;
    default: break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void PanelStyle::drawButton(const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const QPalette &palette = option->palette;
    const bool enabled = option->state.testFlag(State_Enabled);
    const bool primary = isPrimary(widget) && enabled;
    QColor fill = primary ? palette.color(QPalette::Accent) : palette.color(QPalette::Button);
    // Away from the text, which is read on it.
    const QColor contrast = !primary                                 ? palette.color(QPalette::ButtonText)
        : palette.color(QPalette::HighlightedText).lightness() < 128 ? QColor(Qt::white)
                                                                     : QColor(Qt::black);
    if (!enabled)
        fill = palette.color(QPalette::Window);
    else if (option->state.testAnyFlags(State_Sunken | State_On))
        fill = mixed(fill, contrast, 0.16);
    else if (option->state.testFlag(State_MouseOver))
        fill = mixed(fill, contrast, 0.06);
    const QColor border = isHighContrast(palette) && enabled ? themeColors(palette).edge : themeColors(palette).border;
    drawBox(painter, option->rect, {.fill = fill, .border = primary ? fill : border});
    if (option->state.testFlag(State_HasFocus) && enabled) {
        const QColor ring = primary ? palette.color(QPalette::HighlightedText) : palette.color(QPalette::Accent);
        drawBox(painter, primary ? option->rect.adjusted(2, 2, -2, -2) : option->rect, {.border = ring},
                primary && !isHighContrast(palette) ? 1 : FocusWidth);
    }
}

void PanelStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case CE_PushButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            QRect room = option->rect;
            if (button->features.testFlag(QStyleOptionButton::HasMenu))
                room.setRight(room.right() - pixelMetric(PM_MenuButtonIndicator, option, widget));
            drawButtonWords(painter, option, visualRect(option->direction, option->rect, room),
                            {.icon = button->icon,
                             .iconSize = button->iconSize,
                             .text = button->text,
                             .ink = isPrimary(widget) && option->state.testFlag(State_Enabled) ? QPalette::HighlightedText
                                                                                               : QPalette::ButtonText});
        }
        return;
    case CE_ToolButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option); button && hasWords(button)) {
            const QRect room = option->rect.adjusted(0, 0, -menuMarkWidth(button), 0);
            drawButtonWords(painter, option, visualRect(option->direction, option->rect, room),
                            {.icon = button->icon, .iconSize = button->iconSize, .text = button->text});
            return;
        }
        break;
    case CE_ComboBoxLabel:
        if (const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option); box && !box->editable) {
            QStyleOptionComboBox elided(*box);
            const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width() - 2
                - (box->currentIcon.isNull() ? 0 : box->iconSize.width() + 4);
            elided.currentText = box->fontMetrics.elidedText(box->currentText, Qt::ElideRight, room);
            QProxyStyle::drawControl(element, &elided, painter, widget);
            return;
        }
        break;
    case CE_TabBarTabShape:
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option))
            drawTab(painter, tab);
        return;
    case CE_HeaderSection: drawHeaderSection(option, painter); return;
    case CE_HeaderEmptyArea: painter->fillRect(option->rect, option->palette.color(QPalette::Window)); return;
    case CE_ProgressBarGroove: drawBox(painter, option->rect, {.fill = themeColors(option->palette).hover}); return;
    case CE_ProgressBarContents: drawProgress(option, painter); return;
    case CE_ProgressBarLabel:
    case CE_Splitter: return;
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void PanelStyle::drawHeaderSection(const QStyleOption *option, QPainter *painter) const
{
    const ThemeColors &colors = themeColors(option->palette);
    const bool hovered = option->state.testFlag(State_MouseOver) && option->state.testFlag(State_Enabled);
    painter->fillRect(option->rect, hovered ? colors.hover : option->palette.color(QPalette::Window));
    painter->setPen(colors.border);
    painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
}

void PanelStyle::drawProgress(const QStyleOption *option, QPainter *painter) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option);
    if (!bar || bar->maximum <= bar->minimum)
        return;
    const double share = double(bar->progress - bar->minimum) / double(bar->maximum - bar->minimum);
    QRect done = option->rect;
    done.setWidth(qRound(done.width() * share));
    if (done.width() > 0)
        drawBox(painter, done, {.fill = option->palette.color(QPalette::Accent)});
}

void PanelStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                    const QWidget *widget) const
{
    if (control == CC_ComboBox) {
        drawComboBox(option, painter, widget);
        return;
    }
    if (control == CC_SpinBox) {
        drawSpinBox(option, painter, widget);
        return;
    }
    if (control == CC_ScrollBar) {
        drawScrollBar(option, painter, widget);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void PanelStyle::drawComboBox(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const QPalette &palette = option->palette;
    const bool enabled = option->state.testFlag(State_Enabled);
    const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    const bool isTyped = box && box->editable;
    QColor fill = palette.color(!enabled ? QPalette::Window : isTyped ? QPalette::Base : QPalette::Button);
    if (enabled && !isTyped && option->state.testFlag(State_MouseOver))
        fill = mixed(fill, palette.color(QPalette::ButtonText), 0.04);
    drawField(painter, option, fill);
    const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
    const int side = option->fontMetrics.height() * 2 / 3;
    QRect place(0, 0, side, side);
    place.moveCenter(arrow.center());
    paintGlyph(painter, Glyph::Down, place, enabled ? themeColors(palette).muted : palette.color(QPalette::ButtonText));
}

void PanelStyle::drawScrollBar(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const QPalette &palette = option->palette;
    const QColor track = trackColor(palette, widget);
    painter->fillRect(option->rect, track);
    const QRect slider = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget).adjusted(3, 3, -3, -3);
    const bool grabbed = option->state.testFlag(State_Sunken) && option->activeSubControls.testFlag(SC_ScrollBarSlider);
    const double strength = grabbed ? 0.6 : option->state.testFlag(State_MouseOver) ? 0.45 : 0.28;
    drawBox(
        painter, slider,
        {.fill = mixed(track, palette.color(QPalette::Text), strength), .radius = std::min(slider.width(), slider.height()) / 2.0});
}

QRect PanelStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
                                 const QWidget *widget) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    // No arrow buttons: the whole length is for the slider.
    const bool across = bar->orientation == Qt::Horizontal;
    const int length = across ? bar->rect.width() : bar->rect.height();
    const qint64 range = qint64(bar->maximum) - bar->minimum;
    const int shortest = pixelMetric(PM_ScrollBarExtent, option, widget) * 2;
    const int slider = range > 0
        ? std::clamp(int(length * qint64(bar->pageStep) / (range + bar->pageStep)), std::min(shortest, length), length)
        : length;
    const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - slider, bar->upsideDown);
    const auto piece = [&](int from, int size) {
        const QRect place = across ? QRect(from, 0, size, bar->rect.height()) : QRect(0, from, bar->rect.width(), size);
        return visualRect(bar->direction, bar->rect, place.translated(bar->rect.topLeft()));
    };
    switch (part) {
    case SC_ScrollBarGroove: return bar->rect;
    case SC_ScrollBarSlider: return piece(start, slider);
    case SC_ScrollBarSubPage: return piece(0, start);
    case SC_ScrollBarAddPage: return piece(start + slider, length - start - slider);
    default: return {};
    }
}

void PanelStyle::drawSpinBox(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const QPalette &palette = option->palette;
    drawField(painter, option, palette.color(QPalette::Base));
    const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
    if (!spin)
        return;
    const auto arrow = [&](SubControl control, QAbstractSpinBox::StepEnabledFlag step, bool upward) {
        const QRect place = subControlRect(CC_SpinBox, option, control, widget);
        const bool enabled = spin->stepEnabled.testFlag(step) && option->state.testFlag(State_Enabled);
        if (enabled && option->activeSubControls == control)
            painter->fillRect(place.adjusted(1, 1, -1, -1), themeColors(palette).hover);
        const int side = std::min(place.width(), place.height());
        QRect picture(0, 0, side, side);
        picture.moveCenter(place.center());
        painter->save();
        if (upward) {
            painter->translate(picture.center());
            painter->rotate(180);
            painter->translate(-picture.center());
        }
        paintGlyph(painter, Glyph::Down, picture, enabled ? palette.color(QPalette::Text) : themeColors(palette).border);
        painter->restore();
    };
    arrow(SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled, true);
    arrow(SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled, false);
}

} // namespace hermes
