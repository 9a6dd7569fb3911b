// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pagelist.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

namespace hermes {

namespace {

/// Draws the current page as a quiet rounded field: it says where one is, not what is selected.
class PageDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const bool current = option.state.testFlag(QStyle::State_Selected);
        const QPalette &palette = option.palette;
        const int unit = option.fontMetrics.height();
        const QRect field = option.rect.adjusted(unit / 2, unit / 8, -unit / 2, -unit / 8);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (current || option.state.testFlag(QStyle::State_MouseOver)) {
            painter->setPen(option.state.testFlag(QStyle::State_HasFocus) ? palette.color(QPalette::Accent)
                                                                          : QColor(Qt::transparent));
            painter->setBrush(current ? palette.color(QPalette::AlternateBase) : themeColors(palette).hover);
            painter->drawRoundedRect(QRectF(field).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        }
        const QColor ink = current ? palette.color(QPalette::Link) : palette.color(QPalette::Text);
        const int indent = std::min(unit / 2, (field.width() - unit) / 2);
        const QRect picture(field.left() + indent, field.center().y() - unit / 2, unit, unit);
        paintGlyph(painter, Glyph(index.data(Qt::UserRole).toInt()), picture, ink);
        if (field.width() < unit * 4) { // pictures only
            painter->restore();
            return;
        }
        QFont font = option.font;
        font.setBold(current);
        painter->setFont(font);
        painter->setPen(palette.color(QPalette::Text));
        painter->drawText(field.adjusted(unit * 2, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, index.data().toString());
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const int unit = option.fontMetrics.height();
        return {option.fontMetrics.horizontalAdvance(index.data().toString()) + unit * 4, unit * 9 / 4};
    }
};

class PageList final : public QListWidget
{
public:
    explicit PageList(QWidget *parent) : QListWidget(parent) { followPalette(); }

protected:
    void changeEvent(QEvent *event) override
    {
        QListWidget::changeEvent(event);
        if (event->type() == QEvent::ApplicationPaletteChange)
            followPalette();
    }

private:
    void followPalette()
    {
        QPalette side = parentWidget()->palette();
        side.setColor(QPalette::Base, themeColors(side).sidebar);
        // A page is shown as such by its field; the delegate finds its colour here.
        side.setColor(QPalette::AlternateBase, parentWidget()->palette().color(QPalette::Button));
        setPalette(side);
    }
};

} // namespace

QListWidget *makePageList(QWidget *parent)
{
    auto *list = new PageList(parent);
    list->setObjectName(QStringLiteral("Pages"));
    list->setAccessibleName(QObject::tr("Pages"));
    list->setFrameShape(QFrame::NoFrame);
    list->setItemDelegate(new PageDelegate(list));
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setMouseTracking(true);
    return list;
}

int pageListWidth(const QListWidget *list, PageListWidth width)
{
    return spacing(list, width == PageListWidth::Titles ? 9 : 3);
}

void setPageListWidth(QListWidget *list, PageListWidth width)
{
    list->setFixedWidth(pageListWidth(list, width));
    for (int place = 0; place < list->count(); ++place)
        list->item(place)->setToolTip(width == PageListWidth::Titles ? QString() : list->item(place)->text());
}

void addPage(QListWidget *list, const QString &title, Glyph glyph)
{
    auto *item = new QListWidgetItem(title, list);
    item->setData(Qt::UserRole, int(glyph));
}

} // namespace hermes
