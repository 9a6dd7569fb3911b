// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/grid/arrangedrows.h"
#include "models/resultgridmodel.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int ParameterColumn = 1;
constexpr int ExitColumn = 3;
constexpr int OutputColumn = 5;

CandidateSummary finished(int index, int exitCode, const QString &line = {})
{
    return {.index = index, .state = CandidateState::Finished, .exitCode = exitCode, .firstLine = line};
}

} // namespace

class ArrangedRowsTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_grid = std::make_unique<ResultGridModel>();
        m_rows = std::make_unique<ArrangedRows>();
        m_rows->setSourceModel(m_grid.get());
        m_tester = std::make_unique<QAbstractItemModelTester>(m_rows.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_grid->begin({u"p"_s}, 5, [](int index) { return QStringList {QString::number((index * 7) % 5)}; });
        m_grid->update({finished(0, 3, u"pear"_s), finished(1, 0, u"apple"_s), finished(2, 10), finished(4, 0, u"fig"_s)});
    }

    void cleanup()
    {
        m_tester.reset();
        m_rows.reset();
        m_grid.reset();
    }

    void sorts_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<Qt::SortOrder>("order");
        QTest::addColumn<QList<int>>("expected");
        QTest::newRow("source") << -1 << Qt::AscendingOrder << QList {0, 1, 2, 3, 4};
        QTest::newRow("numbers") << ExitColumn << Qt::AscendingOrder << QList {1, 4, 0, 2, 3};
        QTest::newRow("numbers down, missing last") << ExitColumn << Qt::DescendingOrder << QList {2, 0, 1, 4, 3};
        QTest::newRow("text") << OutputColumn << Qt::AscendingOrder << QList {1, 4, 0, 2, 3};
        QTest::newRow("text down") << OutputColumn << Qt::DescendingOrder << QList {0, 4, 1, 2, 3};
        QTest::newRow("numbers in text") << ParameterColumn << Qt::AscendingOrder << QList {0, 3, 1, 4, 2};
    }

    void sorts()
    {
        QFETCH(const int, column);
        QFETCH(const Qt::SortOrder, order);
        m_rows->sort(column, order);
        QTEST(shownOrder(), "expected");
        for (int row = 0; row < m_rows->rowCount(); ++row)
            QCOMPARE_EQ(m_rows->mapFromSource(m_rows->mapToSource(m_rows->index(row, 0))).row(), row);
    }

    void keepsWhatPointsAtARow()
    {
        const QPersistentModelIndex third = m_rows->index(2, 0);
        m_rows->sort(ExitColumn, Qt::DescendingOrder);
        QCOMPARE_EQ(third.row(), 0);
        QCOMPARE_EQ(third.data().toString(), u"2"_s);
    }

    void followsChangesAfterAWhile()
    {
        m_rows->sort(ExitColumn);
        QSignalSpy laidOut(m_rows.get(), &QAbstractItemModel::layoutChanged);
        m_grid->update({finished(3, -1)});
        QCOMPARE_EQ(laidOut.size(), 0);
        QVERIFY(QTest::qWaitFor([&] { return shownOrder() == QList {3, 1, 4, 0, 2}; }, 20s));
        QCOMPARE_EQ(laidOut.size(), 1);
    }

    void namesRowsByTheirCandidate()
    {
        m_rows->sort(ExitColumn, Qt::DescendingOrder);
        QCOMPARE_EQ(m_rows->headerData(0, Qt::Vertical).toString(), u"Candidate 2"_s);
    }

    void newColumnsAndResets()
    {
        QSignalSpy inserted(m_rows.get(), &QAbstractItemModel::columnsInserted);
        CandidateSummary withKey = finished(3, 0);
        withKey.lastObject = R"({"k": 5})";
        m_grid->update({withKey});
        QCOMPARE_EQ(inserted.size(), 1);
        m_grid->clear();
        QCOMPARE_EQ(m_rows->rowCount(), 0);
        QCOMPARE_EQ(m_rows->sortKeys().size(), size_t(0));
    }

private:
    [[nodiscard]] QList<int> shownOrder() const
    {
        QList<int> candidates;
        for (int row = 0; row < m_rows->rowCount(); ++row)
            candidates += m_rows->index(row, 0).data().toInt();
        return candidates;
    }

    std::unique_ptr<ResultGridModel> m_grid;
    std::unique_ptr<ArrangedRows> m_rows;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(ArrangedRowsTest)
#include "tst_arrangedrows.moc"
