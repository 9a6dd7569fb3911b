// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/shownstack.h"

#include <QTest>

using namespace hermes;

class ShownStackTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asHighAsThePageThatIsShown()
    {
        ShownStack stack;
        QCOMPARE(stack.minimumSizeHint().height(), 0);
        auto *low = new QWidget;
        low->setMinimumSize(300, 20);
        auto *high = new QWidget;
        high->setMinimumSize(100, 500);
        stack.addWidget(low);
        stack.addWidget(high);
        QCOMPARE(stack.minimumSizeHint(), QSize(300, 20));
        stack.setCurrentWidget(high);
        QCOMPARE(stack.minimumSizeHint(), QSize(300, 500));
    }
};

QTEST_MAIN(ShownStackTest)
#include "tst_shownstack.moc"
