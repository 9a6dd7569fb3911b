// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/parametertablemodel.h"
#include "models/roles.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

class ParameterTableModelTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_model = std::make_unique<ParameterTableModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void checks_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("values");
        QTest::addColumn<bool>("good");
        QTest::newRow("list") << u"discount"_s << u"0,0.1,0.2,1.2"_s << true;
        QTest::newRow("range") << u"n"_s << u"1:10:1"_s << true;
        QTest::newRow("step 0") << u"n"_s << u"1:10:0"_s << false;
        QTest::newRow("no name") << u""_s << u"1,2"_s << false;
        QTest::newRow("bad name") << u"2x"_s << u"1,2"_s << false;
    }

    void checks()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, values);
        QFETCH(const bool, good);
        m_model->setRows({{.name = name, .values = values}});
        QCOMPARE_EQ(m_model->groups().has_value(), good);
        const QModelIndex check = m_model->index(0, ParameterTableModel::CheckColumn);
        QCOMPARE_EQ(check.data(ProblemRole).toString().isEmpty(), good);
        QVERIFY(!check.data().toString().isEmpty());
        QVERIFY(!check.flags().testFlag(Qt::ItemIsEditable));
    }

    void editing()
    {
        QSignalSpy edited(m_model.get(), &ParameterTableModel::edited);
        const int row = m_model->addRow();
        QCOMPARE_EQ(m_model->addRow(), row);
        QVERIFY(m_model->setData(m_model->index(row, 0), u" n "_s));
        QVERIFY(m_model->setData(m_model->index(row, 1), u"1:3"_s));
        QCOMPARE_EQ(edited.size(), 2);
        QCOMPARE_EQ(m_model->rows(), (QList<ParameterTableModel::Row> {{.name = u"n"_s, .values = u"1:3"_s}}));
        QCOMPARE_EQ(m_model->groups()->size(), 1);
        m_model->removeRow(row);
        QCOMPARE_EQ(m_model->rowCount(), 0);
        QVERIFY(m_model->groups()->isEmpty());
    }

    void namesMustDiffer()
    {
        m_model->setRows({{.name = u"n"_s, .values = u"1"_s}, {.name = u"N"_s, .values = u"2"_s}});
        QVERIFY(!m_model->groups());
        QVERIFY(m_model->setData(m_model->index(1, 0), u"m"_s));
        QVERIFY(m_model->groups().has_value());
    }

    void emptyRowsDoNotCount()
    {
        m_model->setRows({{.name = u"n"_s, .values = u"1,2"_s}, {}});
        QCOMPARE_EQ(m_model->groups()->size(), 1);
    }

    void kindsAreRecognised()
    {
        m_model->setRows({{.name = u"n"_s, .values = u"lin:0:1:11"_s}, {.name = u"m"_s, .values = u"1,2"_s}, {}});
        const auto kind = [this](int row) { return m_model->index(row, ParameterTableModel::KindColumn).data().toString(); };
        QCOMPARE_EQ(kind(0), u"Range (count)"_s);
        QCOMPARE_EQ(kind(1), u"List"_s);
        QVERIFY(kind(2).isEmpty());
        QCOMPARE_EQ(m_model->index(0, ParameterTableModel::CheckColumn).data().toString(), u"11 values"_s);
        QVERIFY(m_model->index(0, ParameterTableModel::CheckColumn).data(Qt::ToolTipRole).toString().contains("0.1"_L1));
    }

    /// The row says whose problem it is; the whole sentence is in its tool tip.
    void problemsAreSaidShort()
    {
        m_model->setRows({{.name = u"n"_s, .values = u"1:3:0"_s}});
        QCOMPARE_EQ(m_model->problemRow(), std::optional(0));
        const QModelIndex check = m_model->index(0, ParameterTableModel::CheckColumn);
        QCOMPARE_EQ(check.data().toString(), u"the step of the range 1:3:0 is 0"_s);
        QVERIFY(check.data(Qt::ToolTipRole).toString().contains("Give a step"_L1));
    }

    void tablesStandBesideOtherRows()
    {
        m_model->setRows({{.name = u"a"_s, .values = u"1,2"_s}});
        const QString path = u"/data/grid.csv"_s;
        QCOMPARE_EQ(m_model->addTable(path), 1);
        QCOMPARE_EQ(m_model->addTable(path), 1);
        QVERIFY(m_model->isTable(1));
        QVERIFY(!m_model->groups());
        QVERIFY(!m_model->setData(m_model->index(1, ParameterTableModel::NameColumn), u"x"_s));
        m_model->setTable(path, parseParameterTable(u"grid.csv"_s, "b,c\n1,2\n3,4\n"));
        QCOMPARE_EQ(m_model->groups()->size(), 2);
        QCOMPARE_EQ(m_model->names(), (QStringList {u"a"_s, u"b"_s, u"c"_s}));
        QCOMPARE_EQ(m_model->tableFiles(), QStringList {path});
        m_model->setTable(path, parseParameterTable(u"grid.csv"_s, "A,c\n1,2\n"));
        QCOMPARE_EQ(m_model->problemRow(), std::optional(1));
        m_model->setTable(path, parseParameterTable(u"grid.csv"_s, "b,c\n1\n"));
        QVERIFY(m_model->index(1, ParameterTableModel::CheckColumn).data().toString().startsWith("line 2"_L1));
        m_model->removeRow(1);
        QVERIFY(m_model->groups().has_value());
    }

private:
    std::unique_ptr<ParameterTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(ParameterTableModelTest)
#include "tst_parametertablemodel.moc"
