// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/tablesetup.h"

#include <QItemSelectionModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

class TableSetupTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsStaySelectedWhenColumnsCome_data()
    {
        QTest::addColumn<int>("place");
        QTest::newRow("in front") << 0;
        QTest::newRow("between") << 1;
        QTest::newRow("behind") << 2;
    }

    void rowsStaySelectedWhenColumnsCome()
    {
        QFETCH(const int, place);
        QStandardItemModel model(4, 2);
        QTableView table;
        setUpTable(&table, u"Table"_s);
        table.setModel(&model);
        table.selectRow(1);
        table.selectionModel()->select(model.index(3, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QCOMPARE(table.selectionModel()->selectedRows().size(), 2);
        model.insertColumn(place);
        QCOMPARE(table.selectionModel()->selectedRows().size(), 2);
        QVERIFY(table.selectionModel()->isSelected(model.index(1, place)));
        QVERIFY(!table.selectionModel()->isSelected(model.index(2, place)));
        model.removeColumn(place);
        QCOMPARE(table.selectionModel()->selectedRows().size(), 2);
    }
};

QTEST_MAIN(TableSetupTest)
#include "tst_tablesetup.moc"
