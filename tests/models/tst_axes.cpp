// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/roles.h"
#include "models/sweep/axis.h"
#include "models/sweep/excludetablemodel.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

/// Values taken apart and put together again, and the conditions that leave some out.
class AxesTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnModelWarning(); }

    void kinds_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<AxisKind>("kind");
        QTest::newRow("nothing") << QString() << AxisKind::List;
        QTest::newRow("list") << u"0,0.1,0.2"_s << AxisKind::List;
        QTest::newRow("word") << u"adam"_s << AxisKind::List;
        QTest::newRow("quoted range") << u"\"1:3\""_s << AxisKind::List;
        QTest::newRow("range") << u" 1:10:1 "_s << AxisKind::StepRange;
        QTest::newRow("range without step") << u"1:10"_s << AxisKind::StepRange;
        QTest::newRow("wrong range") << u"1:"_s << AxisKind::StepRange;
        QTest::newRow("count") << u"lin:0:1:11"_s << AxisKind::CountRange;
        QTest::newRow("wrong count") << u"lin:0:1"_s << AxisKind::CountRange;
        QTest::newRow("log") << u"log:1e-4:1:5"_s << AxisKind::LogRange;
        QTest::newRow("word with a colon") << u"log:debug"_s << AxisKind::List;
    }

    void kinds()
    {
        QFETCH(const QString, text);
        QFETCH(const AxisKind, kind);
        QCOMPARE_EQ(axisKindOf(text), kind);
        QCOMPARE_EQ(Axis::fromText(text).kind, kind);
    }

    void comesBackAsItWas_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"0,0.1,0.2", "1:10:2", "lin:0:1:11", "log:1e-4:1:5", "\"1:3\"", "\"a,b\",c", "\"\"", "\" x\",y",
                                 "\"say \"\"hi\"\"\"", "\"lin:0:1:3\"", "adam"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }

    void comesBackAsItWas()
    {
        QFETCH(const QString, text);
        const Axis axis = Axis::fromText(text);
        const auto before = parseParameter(u"n"_s, text);
        const auto after = parseParameter(u"n"_s, axis.toText());
        QVERIFY(before && after);
        QCOMPARE_EQ(after->count(), before->count());
        for (qint64 row = 0; row < before->count(); ++row)
            QCOMPARE_EQ(after->value(row, 0), before->value(row, 0));
    }

    void aWrongListKeepsItsEntries() { QCOMPARE_EQ(Axis::fromText(u"1,,2"_s).values, (QStringList {u"1"_s, QString(), u"2"_s})); }

    void changesItsKind_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<AxisKind>("kind");
        QTest::addColumn<QString>("expected");
        QTest::newRow("step to count") << u"0:1:0.1"_s << AxisKind::CountRange << u"lin:0:1:11"_s;
        QTest::newRow("step that misses its end") << u"0:1:0.3"_s << AxisKind::CountRange << u"lin:0:0.9:4"_s;
        QTest::newRow("count to step") << u"lin:0:1:11"_s << AxisKind::StepRange << u"0:1:0.1"_s;
        QTest::newRow("down") << u"lin:1:0:5"_s << AxisKind::StepRange << u"1:0:-0.25"_s;
        QTest::newRow("range to list") << u"1:4"_s << AxisKind::List << u"1,2,3,4"_s;
        QTest::newRow("list to range") << u"2,4,6"_s << AxisKind::StepRange << u"2:6:2"_s;
        QTest::newRow("list to log") << u"1,10,100"_s << AxisKind::LogRange << u"log:1:100:3"_s;
        QTest::newRow("no log of 0") << u"0:1:0.1"_s << AxisKind::LogRange << u"log:0.001:1:4"_s;
        QTest::newRow("words") << u"small,large"_s << AxisKind::StepRange << u"1:10:1"_s;
        QTest::newRow("nothing") << QString() << AxisKind::CountRange << u"lin:0:1:11"_s;
        QTest::newRow("the same") << u"1:7:2"_s << AxisKind::StepRange << u"1:7:2"_s;
        QTest::newRow("too long for a list") << u"1:1000000"_s << AxisKind::List << QString();
    }

    void changesItsKind()
    {
        QFETCH(const QString, text);
        QFETCH(const AxisKind, kind);
        QFETCH(const QString, expected);
        QCOMPARE_EQ(Axis::fromText(text).as(kind).toText(), expected);
    }

    void summaries()
    {
        QCOMPARE_EQ(valuesSummary(*parseParameter(u"n"_s, u"lin:0:1:11"_s)), u"11 values: 0, 0.1, 0.2, 0.3, … 1"_s);
        QCOMPARE_EQ(valuesSummary(*parseParameter(u"n"_s, u"a,b,c,d,e"_s)), u"5 values: a, b, c, d, e"_s);
        QCOMPARE_EQ(valuesSummary(*parseParameter(u"n"_s, u"7"_s)), u"1 value: 7"_s);
        QCOMPARE_EQ(valuesSummary(*parseParameterTable(u"t.csv"_s, "a,b\n1,2\n3,4\n")), u"2 values: 1/2, 3/4"_s);
    }

    void excludes()
    {
        ExcludeTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy edited(&model, &ExcludeTableModel::edited);
        model.setNames({u"a"_s, u"b"_s});
        const int row = model.addRow();
        QCOMPARE_EQ(model.addRow(), row);
        QVERIFY(model.expressions().isEmpty());
        const QModelIndex text = model.index(row, ExcludeTableModel::ExpressionColumn);
        const QModelIndex effect = model.index(row, ExcludeTableModel::CheckColumn);
        QVERIFY(model.setData(text, u" a > 1 "_s));
        QVERIFY(!model.setData(effect, u"x"_s));
        QCOMPARE_EQ(edited.size(), 1);
        QCOMPARE_EQ(model.expressions(), QStringList {u"a > 1"_s});
        QVERIFY(!model.problemRow());
        model.setTaken(QList<qint64> {1234});
        QVERIFY(effect.data().toString().contains("234 candidates"_L1));
        model.setTaken(std::nullopt);
        QVERIFY(effect.data().toString().isEmpty());
        // Whether a name is known depends on the parameters.
        model.setNames({u"b"_s});
        QCOMPARE_EQ(model.problemRow(), std::optional(0));
        QVERIFY(effect.data(ProblemRole).toString().contains(u'a'));
        QVERIFY(!effect.data().toString().startsWith("exclude"_L1));
        model.setNames({u"a"_s});
        model.setFault(0, {.kind = FaultKind::Usage, .what = u"cannot be compared"_s});
        QCOMPARE_EQ(model.problem()->what, u"cannot be compared"_s);
        model.setExpressions({u"a == 1"_s, u"a =="_s});
        QCOMPARE_EQ(model.problemRow(), std::optional(1));
        model.removeRow(1);
        QVERIFY(!model.problemRow());
        model.removeRow(7);
        QCOMPARE_EQ(model.rowCount(), 1);
    }
};

QTEST_MAIN(AxesTest)
#include "tst_axes.moc"
