// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/plot/plotpoints.h"
#include "models/plot/plottablemodel.h"
#include "models/resultgridmodel.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <numeric>

using namespace hermes;
using namespace Qt::StringLiterals;

class PlotPointsTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!Trying to construct an instance of an invalid type)"_s));
        m_grid = std::make_unique<ResultGridModel>();
    }

    void takesNumbersOnly()
    {
        fill(5, [](int i) { return i == 3 ? "{\"y\": \"none\"}"_ba : "{\"y\": " + QByteArray::number(i * i) + '}'; });
        const PlotPoints points = plotPoints(*m_grid, QList {0, 2, 3, 4}, columns());
        QCOMPARE_EQ(points.points.size(), size_t(3));
        QCOMPARE_EQ(points.leftOut, 1);
        QCOMPARE_EQ(points.points.back().candidate, 4);
        QCOMPARE_EQ(points.maxY, 16.0);
        QCOMPARE_EQ(points.minX, 0.0);
        QCOMPARE_EQ(points.groups.size(), 1);
    }

    void groupsByFewValues()
    {
        fill(12, [](int i) { return "{\"y\": 1, \"c\": " + QByteArray::number(i % 3) + '}'; });
        const PlotPoints points = plotPoints(*m_grid, all(), columns(u"c"_s));
        QCOMPARE_EQ(points.groups, (QStringList {u"0"_s, u"1"_s, u"2"_s}));
        QCOMPARE_EQ(points.points[4].group, 1);
    }

    void groupsManyNumbersByRange()
    {
        fill(60, [](int i) { return "{\"y\": 1, \"c\": " + QByteArray::number(i) + '}'; });
        const PlotPoints points = plotPoints(*m_grid, all(), columns(u"c"_s));
        QCOMPARE_EQ(points.groups.size(), PlotPoints::MostGroups);
        QCOMPARE_EQ(points.points.front().group, 0);
        QCOMPARE_EQ(points.points.back().group, PlotPoints::MostGroups - 1);
    }

    void groupsManyTextsAsOther()
    {
        fill(40, [](int i) { return "{\"y\": 1, \"c\": \"v" + QByteArray::number(i < 20 ? 0 : i) + "\"}"; });
        const PlotPoints points = plotPoints(*m_grid, all(), columns(u"c"_s));
        QCOMPARE_EQ(points.groups.size(), PlotPoints::MostGroups);
        QCOMPARE_EQ(points.groups.first(), u"v0"_s);
        QCOMPARE_EQ(points.groups.last(), u"other"_s);
    }

    void nothingToShow()
    {
        const PlotPoints points = plotPoints(*m_grid, {}, columns());
        QVERIFY(points.points.empty());
        QCOMPARE_EQ(decimatedMarks(points, {.size = {100, 100}}, 5), QList<QList<QPointF>>(points.groups.size()));
    }

    /// No more marks than places, none of a place left without one, and the extremes of a line are kept.
    void decimates()
    {
        PlotPoints points {.groups = {u""_s}, .maxX = 100'000, .maxY = 100};
        for (int i = 0; i < 100'000; ++i)
            points.points.push_back({.x = double(i), .y = i == 77'777 ? 100.0 : 50 + 10 * std::sin(i), .candidate = i});
        const PlotWindow window {.minX = 0, .maxX = 100'000, .minY = 0, .maxY = 100, .size = {500, 300}};
        const auto marks = decimatedMarks(points, window, 5).first();
        QVERIFY(marks.size() <= 101 * 61);
        QVERIFY(marks.size() > 100 * 5);
        QVERIFY(marks.contains(QPointF(77'777, 100)));
        const auto line = decimatedLines(points, window).first();
        QVERIFY(line.size() <= 501 * 4);
        QVERIFY(line.contains(QPointF(77'777, 100)));
        QCOMPARE_EQ(line.first(), QPointF(0, 50));
        QCOMPARE_EQ(line.last().x(), 99'999.0);
        QVERIFY(std::ranges::is_sorted(line, {}, &QPointF::x));
        const PlotPoint *nearest = nearestPoint(points, window, {77'780, 99}, 12);
        QVERIFY(nearest);
        QCOMPARE_EQ(nearest->candidate, 77'777);
        QVERIFY(!nearestPoint(points, window, {10, 0}, 12));
    }

    /// A line leads out of the window where it goes on.
    void linesLeadOutOfTheWindow()
    {
        PlotPoints points {.groups = {u""_s}, .maxX = 9, .maxY = 1};
        for (const int x : {9, 3, 0, 6}) // in any order
            points.points.push_back({.x = double(x), .y = 1});
        const auto line = decimatedLines(points, {.minX = 2, .maxX = 4, .minY = 0, .maxY = 2, .size = {100, 100}}).first();
        QCOMPARE_EQ(line, (QList<QPointF> {{0, 1}, {3, 1}, {6, 1}}));
    }

    void table()
    {
        fill(3, [](int i) { return "{\"y\": " + QByteArray::number(i / 4.0) + ", \"c\": \"a\"}"; });
        PlotTableModel table;
        const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.show(plotPoints(*m_grid, all(), columns(u"c"_s)), {u"x"_s, u"y"_s, u"c"_s});
        QCOMPARE_EQ(table.rowCount(), 3);
        QCOMPARE_EQ(table.index(1, 2).data().toString(), u"0.25"_s);
        QCOMPARE_EQ(table.index(1, 3).data().toString(), u"a"_s);
        QCOMPARE_EQ(table.headerData(3, Qt::Horizontal).toString(), u"c"_s);
    }

private:
    template<typename Object>
    void fill(int count, Object object)
    {
        m_grid->begin({u"x"_s}, count, [](int index) { return QStringList {QString::number(index)}; });
        QList<CandidateSummary> candidates;
        for (int i = 0; i < count; ++i)
            candidates += {.index = i, .state = CandidateState::Finished, .lastObject = object(i)};
        m_grid->update(candidates);
    }

    [[nodiscard]] QList<int> all() const
    {
        QList<int> candidates(m_grid->rowCount());
        std::iota(candidates.begin(), candidates.end(), 0);
        return candidates;
    }

    [[nodiscard]] PlotColumns columns(const QString &color = {}) const
    {
        const auto find = [this](const QString &title) {
            for (int column = 0; column < m_grid->columnCount(); ++column) {
                if (m_grid->headerData(column, Qt::Horizontal).toString() == title)
                    return column;
            }
            return -1;
        };
        return {.x = find(u"x"_s), .y = find(u"y"_s), .color = color.isEmpty() ? -1 : find(color)};
    }

    std::unique_ptr<ResultGridModel> m_grid;
};

QTEST_MAIN(PlotPointsTest)
#include "tst_plotpoints.moc"
