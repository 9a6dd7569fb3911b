// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How big things are and where they lie; panelstyle.cpp paints them.

#include "panelstyle.h"

#include "ui/theme/controlpainting.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QStyleOption>
#include <QTableView>

namespace hermes {

namespace {

/// Pictures and marks grow with the letters beside them.
int letterHeight(const QStyleOption *option, const QWidget *widget)
{
    if (option)
        return option->fontMetrics.height();
    return widget ? widget->fontMetrics().height() : QFontMetrics(QApplication::font()).height();
}

} // namespace

int PanelStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_SplitterWidth: return 8;
    case PM_ButtonIconSize:
    case PM_SmallIconSize:
    case PM_ListViewIconSize: return letterHeight(option, widget) * 8 / 7;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_MenuButtonIndicator: return letterHeight(option, widget);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return letterHeight(option, widget) * 3 / 7;
    case PM_ScrollBarExtent: return QProxyStyle::pixelMetric(metric, option, widget) * 3 / 4;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    // Views make room for their focus.
    case PM_DefaultFrameWidth: return qobject_cast<const QAbstractScrollArea *>(widget) ? int(FocusWidth) : 1;
    case PM_FocusFrameHMargin: return option ? option->fontMetrics.height() / 3 : 5;
    // A header stands over its column: item views set their text in by one more, and headers draw over their grid line.
    case PM_HeaderMargin: return pixelMetric(PM_FocusFrameHMargin, option, widget) + 2;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QRect PanelStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    const QRect usual = QProxyStyle::subElementRect(element, option, widget);
    if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
        const int margin = pixelMetric(PM_HeaderMargin, option, widget);
        if (element == SE_HeaderLabel)
            return headerLabel(header, margin);
        if (element == SE_HeaderArrow)
            return headerMark(header, margin);
    }
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    if (element != SE_LineEditContents || !frame || frame->lineWidth == 0)
        return usual;
    const int air = option->fontMetrics.height() / 5;
    return usual.adjusted(air, 0, -air, 0);
}

QSize PanelStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    QSize wanted = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (!option)
        return wanted;
    // Fusion keeps as much room for the mark of the order as a title is high.
    if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        header && header->sortIndicator != QStyleOptionHeader::None)
        wanted.rwidth() -= wanted.height() + pixelMetric(PM_HeaderMargin, option, widget) - sortMarkRoom(header);
    // One height for everything that stands in a row.
    const int height = option->fontMetrics.height() * 9 / 5;
    switch (type) {
    case CT_PushButton:
        // As wide as its words ask for: Fusion has a least width that is more than a short one needs.
        wanted.setWidth(size.width() + option->fontMetrics.height() * 4 / 3);
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option); button && !button->icon.isNull())
            wanted.rwidth() += wordGap(option);
        [[fallthrough]];
    case CT_ComboBox:
    case CT_LineEdit:
    case CT_SpinBox:
    case CT_HeaderSection: wanted.setHeight(std::max(wanted.height(), height)); break;
    case CT_ToolButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option); button && hasWords(button))
            wanted = {wordsWidth(button), std::max(wanted.height(), height)};
        break;
    case CT_ItemViewItem:
        // Tables have a row height of their own.
        if (!qobject_cast<const QTableView *>(widget))
            wanted.setHeight(std::max(wanted.height(), option->fontMetrics.height() * 3 / 2));
        break;
    case CT_ProgressBar: wanted.setHeight(option->fontMetrics.height() / 2); break;
    default: break;
    }
    return wanted;
}

int PanelStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returnData) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
    case SH_ItemView_ShowDecorationSelected: return 1;
    default: return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

} // namespace hermes
