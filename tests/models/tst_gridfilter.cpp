// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/grid/arrangedrows.h"
#include "models/grid/distinctvalues.h"
#include "models/grid/gridfilter.h"
#include "models/resultgridmodel.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

CandidateSummary finished(int index, int exitCode, const QByteArray &object = {}, const QString &line = {})
{
    return {.index = index, .state = CandidateState::Finished, .exitCode = exitCode, .firstLine = line, .lastObject = object};
}

} // namespace

class GridFilterTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_grid = std::make_unique<ResultGridModel>();
        m_filter = std::make_unique<GridFilter>(m_grid.get());
        m_rows = std::make_unique<ArrangedRows>();
        m_rows->setFilter(m_filter.get());
        m_rows->setSourceModel(m_grid.get());
        m_tester = std::make_unique<QAbstractItemModelTester>(m_rows.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_grid->begin({u"n"_s}, 6, [](int index) { return QStringList {QString::number(index * 10)}; });
        m_grid->update({finished(0, 0, R"({"k": 1, "s": "red"})", u"Pear"_s), finished(1, 3, R"({"k": 2.5, "s": "blue"})"),
                        finished(2, 0, R"({"k": "none"})", u"apple"_s), finished(4, 0, R"({"k": 10, "s": "red"})")});
    }

    void cleanup()
    {
        m_tester.reset();
        m_rows.reset();
        m_filter.reset();
        m_grid.reset();
    }

    void byState()
    {
        m_filter->setStates({RunState::Failed, RunState::Queued});
        QCOMPARE_EQ(shown(), (QList {1, 3, 5}));
        QCOMPARE_EQ(m_filter->description(), QStringList {u"State: queued or failed"_s});
    }

    void byText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<int>>("expected");
        QTest::newRow("output, whatever the case") << u" APPLE "_s << QList {2};
        QTest::newRow("state word") << u"queued"_s << QList {3, 5};
        QTest::newRow("parameter") << u"40"_s << QList {4};
        QTest::newRow("key") << u"blue"_s << QList {1};
        QTest::newRow("nothing") << u"no such thing"_s << QList<int> {};
    }

    void byText()
    {
        QFETCH(const QString, text);
        m_filter->setText(text);
        QTEST(shown(), "expected");
    }

    void byColumn_data()
    {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<int>>("expected");
        QTest::newRow("greater") << u"k"_s << u"> 2"_s << QList {1, 4};
        QTest::newRow("at most") << u"k"_s << u"<=2.5"_s << QList {0, 1};
        QTest::newRow("another") << u"k"_s << u"!= 1"_s << QList {1, 4};
        QTest::newRow("equal") << u"n"_s << u"= 20.0"_s << QList {2};
        QTest::newRow("no number is text") << u"k"_s << u"> no"_s << QList<int> {};
        QTest::newRow("part of the text") << u"k"_s << u"NON"_s << QList {2};
        QTest::newRow("a column that is not there") << u"zzz"_s << u"1"_s << QList {0, 1, 2, 3, 4, 5};
    }

    void byColumn()
    {
        QFETCH(const QString, column);
        QFETCH(const QString, text);
        m_filter->setCondition(column, {.text = text});
        QTEST(shown(), "expected");
    }

    /// Another launch may have as many columns, in other places.
    void anotherLaunchHasOtherColumns()
    {
        m_filter->setCondition(u"s"_s, {.text = u"red"_s});
        QCOMPARE_EQ(shown(), (QList {0, 4}));
        m_grid->begin({u"n"_s}, 2, [](int) { return QStringList {u"1"_s}; });
        m_grid->update({finished(0, 0, R"({"s": "red", "k": 1})"), finished(1, 0, R"({"s": "blue", "k": "red"})")});
        QCOMPARE_EQ(shown(), QList {0});
        m_grid->begin({u"n"_s}, 2, [](int) { return QStringList {u"1"_s}; });
        m_grid->update({finished(0, 0, R"({"z": "red", "k": 1})"), finished(1, 0, R"({"z": 1, "k": "red"})")});
        QCOMPARE_EQ(shown(), (QList {0, 1}));
        QCOMPARE_EQ(m_filter->description(), QStringList {u"s is no column here"_s});
        QVERIFY(!m_filter->passesAll());
    }

    void partsAreTheWholeOfIt()
    {
        m_filter->setStates({RunState::Ok});
        m_filter->setText(u"e"_s);
        m_filter->setCondition(u"k"_s, {.text = u"> 1"_s});
        const GridFilter::Parts parts = m_filter->parts();
        const QList<int> before = shown();
        m_filter->clear();
        QCOMPARE_EQ(m_filter->parts(), GridFilter::Parts());
        m_filter->setParts(parts);
        QCOMPARE_EQ(m_filter->parts(), parts);
        QCOMPARE_EQ(shown(), before);
    }

    void byValues()
    {
        m_filter->setCondition(u"s"_s, {.values = QSet {u"red"_s}});
        QCOMPARE_EQ(shown(), (QList {0, 4}));
        m_filter->setCondition(u"k"_s, {.text = u"> 5"_s});
        QCOMPARE_EQ(shown(), (QList {4}));
        m_filter->setCondition(u"s"_s, {});
        m_filter->setCondition(u"k"_s, {});
        QVERIFY(m_filter->passesAll());
        QCOMPARE_EQ(shown().size(), 6);
    }

    /// Mixed columns keep texts and numbers apart; nested keys are columns of their own.
    void distinct()
    {
        m_grid->update({finished(5, 0, R"({"k": "10", "deep": {"er": {"x": 1}, "list": [1]}})")});
        const int k = columnOf(u"k"_s);
        const DistinctValues values = distinctValues(k, 100);
        QVERIFY(values.complete);
        const auto has = [&](const QString &text) { return values.values.contains(std::pair(text, 1)); };
        QVERIFY(has(u"10"_s));
        QVERIFY(has(u"\"10\""_s));
        QVERIFY(has(u"\"none\""_s));
        QCOMPARE_EQ(distinctValues(k, 2).values.size(), 2);
        QVERIFY(!distinctValues(k, 2).complete);
        QVERIFY(columnOf(u"deep.er.x"_s) > 0);
        QCOMPARE_EQ(m_grid->textAt(5, columnOf(u"deep.list"_s)), u"[1]"_s);
        m_rows->sort(k);
        QCOMPARE_EQ(shown(), (QList {0, 1, 4, 5, 2, 3}));
    }

    /// What is selected stays so while other rows come and go, and views get few signals.
    void keepsTheSelection()
    {
        QItemSelectionModel selection(m_rows.get());
        selection.select(m_rows->index(4, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        const QPersistentModelIndex kept = m_rows->index(4, 0);
        QSignalSpy removed(m_rows.get(), &QAbstractItemModel::rowsRemoved);
        QSignalSpy inserted(m_rows.get(), &QAbstractItemModel::rowsInserted);
        m_filter->setStates({RunState::Ok});
        QCOMPARE_EQ(shown(), (QList {0, 2, 4}));
        QCOMPARE_EQ(kept.row(), 2);
        m_rows->sort(columnOf(u"k"_s), Qt::DescendingOrder);
        QCOMPARE_EQ(kept.row(), 1);
        m_filter->clear();
        QCOMPARE_EQ(shown().size(), 6);
        QVERIFY(kept.isValid());
        QCOMPARE_EQ(selection.selectedRows().size(), 1);
        QCOMPARE_EQ(m_rows->mapToSource(selection.selectedRows().first()).row(), 4);
        QCOMPARE_EQ(removed.size(), 1);
        QCOMPARE_EQ(inserted.size(), 1);
    }

    void followsResults()
    {
        m_filter->setStates({RunState::Failed});
        QCOMPARE_EQ(shown(), QList {1});
        m_grid->update({finished(1, 0), finished(3, 9), finished(5, 1)});
        QVERIFY(QTest::qWaitFor([&] { return m_rows->rowCount() == 2; }, 20s));
        QCOMPARE_EQ(shown(), (QList {3, 5}));
        QCOMPARE_EQ(m_grid->count(RunState::Failed), 2);
        QCOMPARE_EQ(m_grid->count(RunState::Ok), 4);
        QCOMPARE_EQ(m_grid->count(RunState::Queued), 0);
    }

    void sortsByAFurtherColumn()
    {
        m_rows->sort(columnOf(u"Exit code"_s), Qt::DescendingOrder);
        QCOMPARE_EQ(shown(), (QList {1, 0, 2, 4, 3, 5}));
        m_rows->sortFurther(columnOf(u"n"_s), Qt::DescendingOrder);
        QCOMPARE_EQ(shown(), (QList {1, 4, 2, 0, 5, 3}));
        m_rows->sortFurther(columnOf(u"n"_s), Qt::AscendingOrder);
        QCOMPARE_EQ(shown(), (QList {1, 0, 2, 4, 3, 5}));
    }

    /// Texts that begin alike, that end where others go on, and with characters beyond the first plane.
    void sortsTextsAsTheyCompare()
    {
        const QStringList lines {u"run 10"_s, u"run 1"_s, u""_s, u"run"_s, u"run 1000"_s, u"run é"_s, u"run 1001"_s, u"run 😀"_s};
        m_grid->begin({}, int(lines.size()), {});
        QList<CandidateSummary> candidates;
        for (int i = 0; i < lines.size(); ++i)
            candidates += finished(i, 0, {}, lines.at(i));
        m_grid->update(candidates);
        m_rows->sort(columnOf(u"Output"_s));
        QStringList expected = lines;
        expected.removeAll(QString());
        expected.sort();
        QStringList shownLines;
        for (int row = 0; row < m_rows->rowCount(); ++row)
            shownLines += m_rows->index(row, columnOf(u"Output"_s)).data().toString();
        QCOMPARE_EQ(shownLines.takeLast(), QString());
        QCOMPARE_EQ(shownLines, expected);
    }

private:
    [[nodiscard]] int columnOf(const QString &title) const
    {
        for (int column = 0; column < m_grid->columnCount(); ++column) {
            if (m_grid->headerData(column, Qt::Horizontal).toString() == title)
                return column;
        }
        return -1;
    }

    [[nodiscard]] DistinctValues distinctValues(int column, int limit)
    {
        DistinctCount count(m_grid.get(), column, limit);
        std::optional<DistinctValues> found;
        connect(&count, &DistinctCount::finished, this, [&](const DistinctValues &values) { found = values; });
        count.start();
        (void)QTest::qWaitFor([&] { return found.has_value(); }, 60s);
        return found.value_or(DistinctValues());
    }

    [[nodiscard]] QList<int> shown()
    {
        m_rows->setFilter(m_filter.get());
        const auto rows = m_rows->sourceRows();
        return QList<int>(rows.begin(), rows.end());
    }

    std::unique_ptr<ResultGridModel> m_grid;
    std::unique_ptr<GridFilter> m_filter;
    std::unique_ptr<ArrangedRows> m_rows;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(GridFilterTest)
#include "tst_gridfilter.moc"
