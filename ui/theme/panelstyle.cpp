// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "panelstyle.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QPainter>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr double Radius = 4;

bool isPrimary(const QWidget *widget)
{
    return widget && widget->property("primary").toBool();
}

struct BoxColors
{
    QColor fill = {};
    QColor border = {};
};

/// A rounded box whose border lies on whole pixels.
void drawBox(QPainter *painter, const QRect &rectangle, const BoxColors &colors, double width = 1)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(colors.border.isValid() ? QPen(colors.border, width) : QPen(Qt::NoPen));
    painter->setBrush(colors.fill.isValid() ? QBrush(colors.fill) : QBrush(Qt::NoBrush));
    const double inset = colors.border.isValid() ? width / 2 : 0;
    painter->drawRoundedRect(QRectF(rectangle).adjusted(inset, inset, -inset, -inset), Radius, Radius);
    painter->restore();
}

QColor mixed(const QColor &one, const QColor &other, double share)
{
    const auto mix = [share](float a, float b) { return float(double(a) * (1 - share) + double(b) * share); };
    return QColor::fromRgbF(mix(one.redF(), other.redF()), mix(one.greenF(), other.greenF()),
                            mix(one.blueF(), other.blueF()));
}

QColor focusBorder(const QStyleOption *option)
{
    const bool focused = option->state.testFlag(QStyle::State_HasFocus) && option->state.testFlag(QStyle::State_Enabled);
    return focused ? option->palette.color(QPalette::Accent) : themeColors(option->palette).border;
}

} // namespace

PanelStyle::PanelStyle() : QProxyStyle(u"Fusion"_s) { }

void PanelStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QComboBox *>(widget))
        widget->setAttribute(Qt::WA_Hover);
    // Scroll areas do not paint their frame again when the focus comes or goes.
    if (qobject_cast<QAbstractScrollArea *>(widget))
        widget->installEventFilter(this);
}

bool PanelStyle::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        if (auto *area = qobject_cast<QAbstractScrollArea *>(watched))
            area->update();
    }
    return QProxyStyle::eventFilter(watched, event);
}

void PanelStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                               const QWidget *widget) const
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
        if (option->state.testFlag(State_KeyboardFocusChange) && !qobject_cast<const QAbstractItemView *>(widget) &&
            !qobject_cast<const QPushButton *>(widget))
            drawBox(painter, option->rect, {.border = palette.color(QPalette::Accent)});
        return;
    case PE_PanelLineEdit:
        drawBox(painter, option->rect, {.fill = palette.color(QPalette::Base), .border = focusBorder(option)});
        return;
    case PE_FrameLineEdit: drawBox(painter, option->rect, {.border = focusBorder(option)}); return;
    case PE_Frame: drawBox(painter, option->rect, {.border = focusBorder(option)}); return;
    case PE_FrameStatusBarItem: return;
    case PE_IndicatorHeaderArrow:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
            QProxyStyle::drawPrimitive(element, header, painter, widget);
            return;
        }
        break;
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
    const QColor contrast = primary ? QColor(Qt::black) : palette.color(QPalette::ButtonText);
    if (!enabled)
        fill = palette.color(QPalette::Window);
    else if (option->state.testAnyFlags(State_Sunken | State_On))
        fill = mixed(fill, contrast, 0.16);
    else if (option->state.testFlag(State_MouseOver))
        fill = mixed(fill, contrast, 0.06);
    const QColor border = primary ? fill : themeColors(palette).border;
    drawBox(painter, option->rect, {.fill = fill, .border = border});
    if (option->state.testFlag(State_HasFocus) && enabled) {
        const QColor ring = primary ? palette.color(QPalette::HighlightedText) : palette.color(QPalette::Accent);
        drawBox(painter, primary ? option->rect.adjusted(2, 2, -2, -2) : option->rect, {.border = ring}, primary ? 1 : 2);
    }
}

void PanelStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                             const QWidget *widget) const
{
    switch (element) {
    case CE_PushButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option); button && isPrimary(widget)) {
            QStyleOptionButton onAccent(*button);
            if (option->state.testFlag(State_Enabled))
                onAccent.palette.setColor(QPalette::ButtonText, option->palette.color(QPalette::HighlightedText));
            QProxyStyle::drawControl(element, &onAccent, painter, widget);
            return;
        }
        break;
    case CE_HeaderSection: drawHeaderSection(option, painter); return;
    case CE_HeaderEmptyArea: painter->fillRect(option->rect, option->palette.color(QPalette::Window)); return;
    case CE_ProgressBarGroove:
        drawBox(painter, option->rect, {.fill = themeColors(option->palette).hover});
        return;
    case CE_ProgressBarContents: drawProgress(option, painter); return;
    case CE_ProgressBarLabel: return;
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
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void PanelStyle::drawComboBox(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const QPalette &palette = option->palette;
    const bool enabled = option->state.testFlag(State_Enabled);
    QColor fill = palette.color(enabled ? QPalette::Button : QPalette::Window);
    if (enabled && option->state.testFlag(State_MouseOver))
        fill = mixed(fill, palette.color(QPalette::ButtonText), 0.04);
    drawBox(painter, option->rect, {.fill = fill, .border = focusBorder(option)});
    const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
    const int side = option->fontMetrics.height() * 2 / 3;
    QRect place(0, 0, side, side);
    place.moveCenter(arrow.center());
    paintGlyph(painter, Glyph::Down, place, enabled ? themeColors(palette).muted : palette.color(QPalette::ButtonText));
}

int PanelStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_SplitterWidth: return 8;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    case PM_DefaultFrameWidth: return 1;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QSize PanelStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                   const QWidget *widget) const
{
    QSize wanted = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (!option)
        return wanted;
    // One height for everything that stands in a row.
    const int height = option->fontMetrics.height() * 9 / 5;
    switch (type) {
    case CT_PushButton:
        wanted.rwidth() += option->fontMetrics.height() / 2;
        [[fallthrough]];
    case CT_ComboBox:
    case CT_LineEdit:
    case CT_SpinBox: wanted.setHeight(std::max(wanted.height(), height)); break;
    case CT_HeaderSection: wanted.setHeight(std::max(wanted.height(), height)); break;
    case CT_ProgressBar: wanted.setHeight(option->fontMetrics.height() / 2); break;
    default: break;
    }
    return wanted;
}

int PanelStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                          QStyleHintReturn *returnData) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText: return 0;
    case SH_ItemView_ShowDecorationSelected: return 1;
    default: return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

} // namespace hermes
