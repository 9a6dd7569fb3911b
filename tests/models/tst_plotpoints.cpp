// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/plot/plotpoints.h"
#include "models/plot/plottablemodel.h"
#include "models/plot/plotticks.h"
#include "models/plot/plotwindow.h"
#include "models/resultgridmodel.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace hermes;
using namespace Qt::StringLiterals;

class PlotPointsTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_grid = std::make_unique<ResultGridModel>();
    }

    void takesNumbersOnly()
    {
        fill(5, [](int i) { return i == 3 ? "{\"y\": \"none\"}"_ba : "{\"y\": " + QByteArray::number(i * i) + '}'; });
        const PlotPoints points = plotPoints(QList {0, 2, 3, 4}, columns());
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
        const PlotPoints points = plotPoints(all(), columns(u"c"_s));
        QCOMPARE_EQ(points.groups, (QStringList {u"0"_s, u"1"_s, u"2"_s}));
        QCOMPARE_EQ(points.points[4].group, 1);
    }

    void groupsManyNumbersByRange()
    {
        fill(60, [](int i) { return "{\"y\": 1, \"c\": " + QByteArray::number(i) + '}'; });
        const PlotPoints points = plotPoints(all(), columns(u"c"_s));
        QCOMPARE_EQ(points.groups.size(), PlotPoints::MostGroups);
        QCOMPARE_EQ(points.points.front().group, 0);
        QCOMPARE_EQ(points.points.back().group, PlotPoints::MostGroups - 1);
    }

    void groupsManyTextsAsOther()
    {
        fill(40, [](int i) { return "{\"y\": 1, \"c\": \"v" + QByteArray::number(i < 20 ? 0 : i) + "\"}"; });
        const PlotPoints points = plotPoints(all(), columns(u"c"_s));
        QCOMPARE_EQ(points.groups.size(), PlotPoints::MostGroups);
        QCOMPARE_EQ(points.groups.first(), u"v0"_s);
        QCOMPARE_EQ(points.groups.last(), u"other"_s);
    }

    /// What has no logarithm has no place, and is counted apart; the numbers stay what they are.
    void logarithmicAxes()
    {
        fill(6, [](int i) { return "{\"y\": " + QByteArray(i == 1 ? "0" : i == 2 ? "-3" : i == 5 ? "\"no\"" : "1000") + '}'; });
        const PlotPoints points = plotPoints(all(), columns(), {.y = PlotScale::Logarithmic});
        QCOMPARE_EQ(points.points.size(), size_t(3));
        QCOMPARE_EQ(points.notPositive, 2);
        QCOMPARE_EQ(points.leftOut, 1);
        QCOMPARE_EQ(points.points.front().y, 3.0);
        QCOMPARE_EQ(points.points.front().x, 0.0);
        QCOMPARE_EQ(points.valueOf(0), QPointF(0, 1000));
        // x is 0 for the first.
        const PlotPoints both = plotPoints(all(), columns(), {.x = PlotScale::Logarithmic, .y = PlotScale::Logarithmic});
        QCOMPARE_EQ(both.points.size(), size_t(2));
        QCOMPARE_EQ(both.notPositive, 3);
        QCOMPARE_EQ(both.valueOf(0), QPointF(3, 1000));
        PlotTableModel table;
        table.show(both, {u"x"_s, u"y"_s});
        QCOMPARE_EQ(table.index(0, 1).data().toString(), u"3"_s);
        QCOMPARE_EQ(table.index(0, 2).data().toString(), u"1000"_s);
        const PlotPoints none = plotPoints(QList {1, 2}, columns(), {.y = PlotScale::Logarithmic});
        QVERIFY(none.points.empty());
        QCOMPARE_EQ(none.notPositive, 2);
    }

    void logarithmicColours()
    {
        fill(60, [](int i) { return "{\"y\": 1, \"c\": " + QByteArray::number(std::pow(10, i / 10)) + '}'; });
        const PlotPoints positive = plotPoints(all(), columns(u"c"_s), {.color = PlotScale::Logarithmic});
        QCOMPARE_EQ(positive.groups.size(), 6); // only so many values: each its own
        fill(60, [](int i) { return "{\"y\": 1, \"c\": " + QByteArray::number(std::pow(10, i / 10.0), 'g', 17) + '}'; });
        const PlotPoints points = plotPoints(all(), columns(u"c"_s), {.color = PlotScale::Logarithmic});
        QCOMPARE_EQ(points.groups.size(), PlotPoints::MostGroups);
        for (int group = 0; group < 6; ++group)
            QCOMPARE_EQ(std::ranges::count(points.points, group, &PlotPoint::group), 10);
        QVERIFY2(points.groups.first().startsWith("1 to "_L1), qPrintable(points.groups.first()));
        QCOMPARE_EQ(points.points.size(), size_t(60));
        // 0 and less have a colour of their own.
        fill(60, [](int i) { return "{\"y\": 1, \"c\": " + QByteArray::number(i - 10) + '}'; });
        const PlotPoints mixed = plotPoints(all(), columns(u"c"_s), {.color = PlotScale::Logarithmic});
        QCOMPARE_EQ(mixed.groups.size(), PlotPoints::MostGroups);
        QCOMPARE_EQ(mixed.groups.last(), u"0 or less"_s);
        QCOMPARE_EQ(std::ranges::count(mixed.points, 5, &PlotPoint::group), 11);
        QCOMPARE_EQ(mixed.points.size(), size_t(60));
        fill(60, [](int i) { return "{\"y\": 1, \"c\": " + QByteArray::number(-i) + '}'; });
        const PlotPoints negative = plotPoints(all(), columns(u"c"_s), {.color = PlotScale::Logarithmic});
        QCOMPARE_EQ(negative.groups.size(), PlotPoints::MostGroups);
    }

    void ticks_data()
    {
        QTest::addColumn<PlotScale>("scale");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<QString>("labels");
        using enum PlotScale;
        QTest::newRow("round") << Linear << 0.0 << 10.0 << u"0 2 4 6 8 10"_s;
        QTest::newRow("from in between") << Linear << -0.3 << 10.3 << u"0 5 10"_s;
        QTest::newRow("fractions") << Linear << 0.11 << 0.52 << u"0.2 0.3 0.4 0.5"_s;
        QTest::newRow("through zero") << Linear << -1.0 << 1.0 << u"-1 -0.5 0 0.5 1"_s;
        QTest::newRow("close together") << Linear << 123456.1 << 123456.5 << u"123456.1 123456.2 123456.3 123456.4 123456.5"_s;
        QTest::newRow("large") << Linear << 0.0 << 5e6 << u"0 1e+06 2e+06 3e+06 4e+06 5e+06"_s;
        QTest::newRow("decades") << Logarithmic << -4.0 << 0.0 << u"0.0001 0.001 0.01 0.1 1"_s;
        QTest::newRow("many decades") << Logarithmic << -12.0 << 12.0 << u"1e-12 1e-08 0.0001 1 1e+04 1e+08 1e+12"_s;
        QTest::newRow("two decades") << Logarithmic << 0.0 << 2.0 << u"1 2 5 10 20 50 100"_s;
        QTest::newRow("within one") << Logarithmic << std::log10(20) << std::log10(80) << u"20 40 60 80"_s;
        QTest::newRow("nothing") << Linear << 1.0 << 1.0 << QString();
        QTest::newRow("no numbers") << Logarithmic << 0.0 << std::numeric_limits<double>::infinity() << QString();
    }

    void ticks()
    {
        QFETCH(const PlotScale, scale);
        QFETCH(const double, from);
        QFETCH(const double, to);
        QFETCH(const QString, labels);
        QStringList found;
        double before = from - 1;
        for (const PlotTick &tick : plotTicks(scale, from, to)) {
            found += tick.label;
            const double number = scale == PlotScale::Linear ? tick.place : std::pow(10, tick.place);
            QVERIFY2(std::abs(number - tick.label.toDouble()) <= std::abs(number) * 1e-9 + 1e-12, qPrintable(tick.label));
            QVERIFY(tick.place > before && tick.place > from - 1e-6 && tick.place < to + 1e-6);
            before = tick.place;
        }
        QCOMPARE_EQ(found.join(u' '), labels);
    }

    void nothingToShow()
    {
        const PlotPoints points = plotPoints({}, columns());
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
        table.show(plotPoints(all(), columns(u"c"_s)), {u"x"_s, u"y"_s, u"c"_s});
        QCOMPARE_EQ(table.rowCount(), 3);
        QCOMPARE_EQ(table.index(1, 2).data().toString(), u"0.25"_s);
        QCOMPARE_EQ(table.index(1, 3).data().toString(), u"a"_s);
        QCOMPARE_EQ(table.headerData(3, Qt::Horizontal).toString(), u"c"_s);
    }

private:
    [[nodiscard]] PlotPoints plotPoints(QList<int> candidates, const PlotColumns &columns, const PlotScales &scales = {}) const
    {
        PlotCollection collection(m_grid.get(), std::move(candidates), columns, scales);
        while (collection.takeSome()) { }
        return std::move(collection).finish();
    }

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
