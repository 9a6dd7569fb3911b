// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "choicebox.h"

#include <QAbstractItemView>
#include <QAccessibleWidget>
#include <QLineEdit>
#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

class ChoiceBoxAccessible final : public QAccessibleWidget
{
public:
    explicit ChoiceBoxAccessible(ChoiceBox *box) : QAccessibleWidget(box, QAccessible::ComboBox) { }

    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? box()->currentText() : QAccessibleWidget::text(kind);
    }

    /// The list, and the line where there is one to type in.
    [[nodiscard]] int childCount() const override { return box()->lineEdit() ? 2 : 1; }

    [[nodiscard]] QAccessibleInterface *child(int index) const override
    {
        if (index == 0)
            return QAccessible::queryAccessibleInterface(box()->view());
        return index == 1 && box()->lineEdit() ? QAccessible::queryAccessibleInterface(box()->lineEdit()) : nullptr;
    }

    [[nodiscard]] int indexOfChild(const QAccessibleInterface *child) const override
    {
        if (!child)
            return -1;
        return child->object() == box()->view() ? 0 : child->object() == box()->lineEdit() ? 1 : -1;
    }

    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.expandable = true;
        state.expanded = box()->view()->isVisible();
        return state;
    }

    [[nodiscard]] QStringList actionNames() const override { return {pressAction(), showMenuAction()}; }

    void doAction(const QString &action) override
    {
        if (!box()->isEnabled() || (action != pressAction() && action != showMenuAction()))
            return;
        if (box()->view()->isVisible())
            box()->hidePopup();
        else
            box()->showPopup();
    }

private:
    [[nodiscard]] ChoiceBox *box() const { return static_cast<ChoiceBox *>(widget()); }
};

QAccessibleInterface *makeAccessible(const QString &, QObject *object)
{
    auto *box = qobject_cast<ChoiceBox *>(object);
    return box ? new ChoiceBoxAccessible(box) : nullptr;
}

} // namespace

ChoiceBox::ChoiceBox(QWidget *parent) : QComboBox(parent)
{
    // Once a program; asking again for the same factory changes nothing.
    QAccessible::installFactory(makeAccessible);
    connect(view()->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this](const QItemSelection &chosen) {
        if (!view()->isVisible() && !chosen.isEmpty())
            setCurrentIndex(chosen.last().top());
    });
    connect(this, &QComboBox::currentIndexChanged, this, [this] {
        QAccessibleValueChangeEvent event(this, currentText());
        QAccessible::updateAccessibility(&event);
    });
}

void ChoiceBox::showPopup()
{
    // The frame of the list, and the scroll bar that a long one has.
    const int around = style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2 * view()->frameWidth();
    view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + around));
    QComboBox::showPopup();
}

} // namespace hermes
