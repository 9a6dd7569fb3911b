// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/sweep/sweepdraft.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A sweep while it is being defined: what it would run, and what keeps it from running.
class CandidatePreviewTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_snippet = {.language = Language::Python, .code = "print({{a}}, {{b}})"};
        m_draft = std::make_unique<SweepDraft>([this] { return m_snippet; });
        m_tester = std::make_unique<QAbstractItemModelTester>(m_draft->candidates(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_rowTester = std::make_unique<QAbstractItemModelTester>(m_draft->parameters(),
                                                                 QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        m_rowTester.reset();
        m_draft.reset();
    }

    void showsEveryCandidate()
    {
        setRows({{u"a"_s, u"1,2"_s}, {u"b"_s, u"x,y,z"_s}});
        QCOMPARE_EQ(m_draft->count(), std::optional<qint64>(6));
        QCOMPARE_EQ(m_draft->countText(), u"6 candidates"_s);
        QCOMPARE_EQ(rowText(1), u"1 1 y"_s);
        QCOMPARE_EQ(rowText(5), u"5 2 z"_s);
        QCOMPARE_EQ(m_draft->candidates()->headerData(2, Qt::Horizontal).toString(), u"b"_s);
        const RenderedCode code = m_draft->candidates()->codeOf(1);
        QCOMPARE_EQ(code.code, "print(1, 'y')"_ba);
        QCOMPARE_EQ(code.literals, (QList<RenderedCode::Literal> {{6, 1}, {9, 3}}));
        QVERIFY(m_draft->candidates()->codeOf(6).code.isEmpty());
        QVERIFY(!m_draft->problem());
    }

    void excludesAndRepeats()
    {
        setRows({{u"a"_s, u"1:4"_s}, {u"b"_s, u"x,y"_s}});
        m_draft->excludes()->setExpressions({u"a > 3"_s, u"b == 'x' and a == 4"_s});
        m_draft->setRepeat(3);
        m_draft->setSeed(40);
        QCOMPARE_EQ(m_draft->countText(), u"18 candidates · 6 left out · 3 repeats"_s);
        QCOMPARE_EQ(m_draft->excludes()->index(0, 1).data().toString(), u"leaves out 6 candidates"_s);
        QCOMPARE_EQ(m_draft->excludes()->index(1, 1).data().toString(), u"leaves out 0 candidates"_s);
        QCOMPARE_EQ(rowText(17), u"17 3 y 2 42"_s);
        const auto definition = m_draft->definition();
        QVERIFY(definition);
        QCOMPARE_EQ(definition->repeat, 3);
        QCOMPARE_EQ(definition->seed, std::optional<qint64>(40));
    }

    void sideBySide()
    {
        setRows({{u"a"_s, u"1:3"_s}, {u"b"_s, u"x,y,z"_s}});
        m_draft->setCombining(SweepDraft::Combining::SideBySide);
        QCOMPARE_EQ(m_draft->count(), std::optional<qint64>(3));
        setRows({{u"a"_s, u"1:3"_s}, {u"b"_s, u"x,y"_s}});
        QVERIFY(m_draft->problem());
        QCOMPARE_EQ(m_draft->problem()->place, SweepDraft::Problem::Place::Whole);
        QVERIFY(m_draft->problem()->fault.what.contains("same number"_L1));
        QCOMPARE_EQ(m_draft->candidates()->rowCount(), 0);
    }

    void problemsHaveTheirPlace()
    {
        setRows({{u"a"_s, u"1,2"_s}, {u"b"_s, u"1:3:0"_s}});
        QCOMPARE_EQ(m_draft->problem()->place, SweepDraft::Problem::Place::Parameter);
        QCOMPARE_EQ(m_draft->problem()->row, 1);
        setRows({{u"a"_s, u"1,2"_s}, {u"b"_s, u"x,3"_s}});
        m_draft->excludes()->setExpressions({u"a > 0.5 and a < 0"_s, u"b > 2"_s});
        // It shows only when a text is compared with a number.
        QCOMPARE_EQ(m_draft->problem()->place, SweepDraft::Problem::Place::Exclude);
        QCOMPARE_EQ(m_draft->problem()->row, 1);
        m_draft->excludes()->setExpressions({u"c == 1"_s});
        QCOMPARE_EQ(m_draft->problem()->row, 0);
        m_draft->excludes()->setExpressions({u"a < 9"_s});
        QCOMPARE_EQ(m_draft->problem()->place, SweepDraft::Problem::Place::Exclude);
        m_draft->excludes()->setExpressions({});
        QVERIFY(!m_draft->problem());
        m_snippet.code = "print({{c}})";
        m_draft->snippetChanged();
        QTRY_VERIFY(m_draft->problem());
        QCOMPARE_EQ(m_draft->problem()->place, SweepDraft::Problem::Place::Code);
        // The candidates are there all the same.
        QCOMPARE_EQ(m_draft->candidates()->rowCount(), 4);
        m_draft->setTemplating(SweepDraft::Templating::AsWritten);
        QVERIFY(!m_draft->problem());
        QCOMPARE_EQ(m_draft->candidates()->codeOf(0).code, m_snippet.code);
    }

    void aMillionAtOnce()
    {
        m_tester.reset(); // it looks at much more than a view does
        const std::clock_t before = std::clock();
        setRows({{u"a"_s, u"1:1000000"_s}, {u"b"_s, u"x"_s}});
        QCOMPARE_EQ(m_draft->candidates()->rowCount(), 1'000'000);
        QCOMPARE_EQ(rowText(999'999), u"999999 1000000 x"_s);
        // In processor time, which other programs of the machine do not stretch.
        QVERIFY(std::clock() - before < CLOCKS_PER_SEC / 2);
        setRows({{u"a"_s, u"1:1000001"_s}, {u"b"_s, u"x"_s}});
        QVERIFY(m_draft->problem()->fault.what.contains("1000001"_L1));
    }

    void whatTakesLongDoesNotHoldUpAndIsDroppedWhenStale()
    {
        setRows({{u"a"_s, u"1:300000"_s}, {u"b"_s, u"x"_s}});
        m_draft->excludes()->setExpressions({u"a > 100000"_s});
        QVERIFY(m_draft->isChecking());
        m_draft->excludes()->setExpressions({u"a > 200000"_s});
        QVERIFY(m_draft->isChecking());
        QCOMPARE_EQ(m_draft->countText(), u"counting the candidates…"_s);
        QSignalSpy resets(m_draft->candidates(), &QAbstractItemModel::modelReset);
        QTRY_VERIFY_WITH_TIMEOUT(!m_draft->isChecking(), 30'000);
        QCOMPARE_EQ(m_draft->count(), std::optional<qint64>(200'000));
        QCOMPARE_EQ(resets.size(), 1);
        // One that is destroyed meanwhile hears of nothing.
        m_draft->excludes()->setExpressions({u"a > 3"_s});
        QVERIFY(m_draft->isChecking());
    }

    void tablesAreReadAndReadAgain()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"grid.csv"_s);
        write(path, "a,b\n1,x\n2,y\n");
        m_draft->importTable(path);
        QCOMPARE_EQ(m_draft->problem()->place, SweepDraft::Problem::Place::Parameter);
        QTRY_COMPARE(m_draft->count(), std::optional<qint64>(2));
        const auto cell = [this](int column) { return m_draft->parameters()->index(0, column).data().toString(); };
        QCOMPARE_EQ(cell(ParameterTableModel::NameColumn), u"a, b"_s);
        QCOMPARE_EQ(cell(ParameterTableModel::ValuesColumn), u"grid.csv"_s);
        QCOMPARE_EQ(cell(ParameterTableModel::KindColumn), u"CSV file"_s);
        QCOMPARE_EQ(cell(ParameterTableModel::CheckColumn), u"2 rows"_s);
        write(path, "a,b\n1,x\n2,y\n3,z\n");
        bool ready = false;
        m_draft->withFreshTables(this, [&] { ready = true; });
        QTRY_VERIFY(ready);
        QCOMPARE_EQ(m_draft->count(), std::optional<qint64>(3));
        write(path, "a,b\n1\n");
        m_draft->importTable(path);
        QTRY_VERIFY(cell(ParameterTableModel::CheckColumn).startsWith("line 2"_L1));
        QCOMPARE_EQ(m_draft->parameters()->rowCount(), 1);
        QVERIFY(QFile::remove(path));
        ready = false;
        m_draft->withFreshTables(this, [&] { ready = true; });
        QTRY_VERIFY(ready);
        QVERIFY(m_draft->problem());
    }

    void withoutTablesNothingIsWaitedFor()
    {
        bool ready = false;
        m_draft->withFreshTables(this, [&] { ready = true; });
        QVERIFY(ready);
    }

    void comesBackFromJson()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"grid.csv"_s);
        write(path, "b\nx\ny\n");
        setRows({{u"a"_s, u"log:1:100:3"_s}});
        m_draft->importTable(path);
        m_draft->excludes()->setExpressions({u"a == 1"_s});
        m_draft->setRepeat(2);
        m_draft->setSeed(7);
        QTRY_COMPARE(m_draft->count(), std::optional<qint64>(8));
        SweepDraft other([this] { return m_snippet; });
        other.fromJson(m_draft->toJson());
        QTRY_COMPARE(other.count(), std::optional<qint64>(8));
        QCOMPARE_EQ(other.parameters()->rows(), m_draft->parameters()->rows());
        QCOMPARE_EQ(other.seed(), std::optional<qint64>(7));
        other.fromJson("{]");
        QCOMPARE_EQ(other.parameters()->rowCount(), 0);
        QCOMPARE_EQ(other.repeat(), 1);
    }

    void opensADefinition()
    {
        SweepDefinition definition {.zip = true, .excludes = {u"a == 2"_s}, .repeat = 2};
        definition.groups = {*parseParameter(u"a"_s, u"1:3"_s), *parseParameter(u"n"_s, u"lin:0:1:3"_s),
                             *parseParameter(u"t"_s, u"\"a,b\",\"1:2\",c"_s), *parseParameterTable(u"old.csv"_s, "b\nx\ny\nz\n")};
        m_draft->setDefinition(definition);
        QCOMPARE_EQ(m_draft->count(), std::optional<qint64>(4));
        QCOMPARE_EQ(rowText(2), u"2 3 1 c z 0 0"_s);
        QVERIFY(m_draft->parameters()->tableFiles().isEmpty());
        QCOMPARE_EQ(m_draft->parameters()->index(3, ParameterTableModel::ValuesColumn).data().toString(), u"old.csv"_s);
        QCOMPARE_EQ(sweepDefinitionToJson(*m_draft->definition()), sweepDefinitionToJson(definition));
    }

    void estimates()
    {
        setRows({{u"a"_s, u"1:400"_s}, {u"b"_s, u"x"_s}});
        QCOMPARE_EQ(m_draft->estimateText(), u"no estimate before a first run"_s);
        QSignalSpy wanted(m_draft.get(), &SweepDraft::usualDurationWanted);
        QTRY_VERIFY(!wanted.isEmpty());
        m_draft->setConcurrency(4);
        m_draft->setUsualDuration(1300ms, 3);
        QVERIFY2(m_draft->estimateText().startsWith("about 2 min 10 s at 4 at once (from 3 earlier sweeps)"_L1),
                 qPrintable(m_draft->estimateText()));
        m_draft->setUsualDuration(1ms, 1);
        QVERIFY(m_draft->estimateText().startsWith("less than a second at 4 at once"_L1));
        setRows({{u"a"_s, u"1:"_s}});
        QVERIFY(m_draft->estimateText().isEmpty());
    }

private:
    void setRows(const QList<std::pair<QString, QString>> &rows)
    {
        QList<ParameterTableModel::Row> made;
        for (const auto &[name, values] : rows)
            made.append({.name = name, .values = values});
        m_draft->parameters()->setRows(made);
    }

    [[nodiscard]] QString rowText(int row) const
    {
        QStringList cells;
        for (int column = 0; column < m_draft->candidates()->columnCount(); ++column)
            cells += m_draft->candidates()->index(row, column).data().toString();
        return cells.join(u' ');
    }

    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE_EQ(file.write(bytes), bytes.size());
    }

    Snippet m_snippet;
    std::unique_ptr<SweepDraft> m_draft;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    std::unique_ptr<QAbstractItemModelTester> m_rowTester;
};

QTEST_MAIN(CandidatePreviewTest)
#include "tst_candidatepreview.moc"
