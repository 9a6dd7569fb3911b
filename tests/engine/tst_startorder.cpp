// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/candidatequeue.h"

#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace hermes;

namespace {

QList<int> indexesOf(const StartOrder &order)
{
    QList<int> indexes;
    for (int position = 0; position < order.count(); ++position)
        indexes += order.indexAt(position);
    return indexes;
}

} // namespace

class StartOrderTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Stored launches depend on it: never another order for the same seed.
    void isTheSameForEver()
    {
        QCOMPARE(indexesOf(StartOrder::shuffled(10, 0)), (QList<int> {7, 2, 0, 8, 3, 9, 6, 1, 5, 4}));
        QCOMPARE(indexesOf(StartOrder::shuffled(10, 7)), (QList<int> {0, 7, 4, 9, 3, 1, 2, 8, 6, 5}));
    }

    void hasEveryIndexOnce()
    {
        for (const int count : {0, 1, 2, 1000}) {
            QList<int> indexes = indexesOf(StartOrder::shuffled(count, 3));
            std::ranges::sort(indexes);
            QCOMPARE(indexes.size(), count);
            for (int i = 0; i < count; ++i)
                QCOMPARE(indexes.at(i), i);
        }
    }

    /// A first position is not more often one index than another.
    void isFair()
    {
        std::array<int, 5> first {};
        constexpr int Seeds = 5000;
        for (int seed = 0; seed < Seeds; ++seed)
            ++first[size_t(StartOrder::shuffled(5, seed).indexAt(0))];
        for (const int times : first)
            QVERIFY2(times > Seeds / 5 - 200 && times < Seeds / 5 + 200, qPrintable(QString::number(times)));
    }

    void queueFollowsIt()
    {
        const StartOrder order = StartOrder::shuffled(10, 7);
        CandidateQueue queue({{0, 10}}, order);
        QCOMPARE(queue.size(), 10);
        QCOMPARE(queue.reachOf(3), 3);
        QVERIFY(!queue.isNextBelow(0) && queue.isNextBelow(1));
        QCOMPARE(queue.take(), order.indexAt(0));
        QCOMPARE(queue.take(), order.indexAt(1));
        // What was given out once is within reach.
        queue.putBack(order.indexAt(0));
        QVERIFY(queue.isNextBelow(0));
        QCOMPARE(queue.take(), order.indexAt(0));
        QVERIFY(!queue.isNextBelow(2) && queue.isNextBelow(3));
        QCOMPARE(queue.takeAll(), indexesOf(order).sliced(2));
        QVERIFY(queue.isEmpty());
        QCOMPARE(queue.reachOf(3), 0);
    }

    /// Positions are those in the whole launch, also where only a part of it is missing.
    void queueOfAPart()
    {
        const StartOrder order = StartOrder::shuffled(10, 7);
        CandidateQueue queue({{2, 4}, {5, 5}, {9, 10}}, order);
        QList<int> expected;
        int last = 0;
        for (int position = 0; position < 10; ++position) {
            if (const int index = order.indexAt(position); index == 2 || index == 3 || index == 9) {
                expected += index;
                last = position;
            }
        }
        QCOMPARE(queue.size(), 3);
        QCOMPARE(queue.reachOf(99), last + 1);
        QCOMPARE(queue.takeAll(), expected);
    }

    void asNumbered()
    {
        CandidateQueue queue({{2, 4}, {9, 10}});
        QCOMPARE(queue.reachOf(3), 10);
        QVERIFY(!queue.isNextBelow(2) && queue.isNextBelow(3));
        QCOMPARE(queue.takeAll(), (QList<int> {2, 3, 9}));
        QVERIFY(!StartOrder().isShuffled());
    }

    void texts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<std::optional<qint64>>("seed");
        QTest::newRow("as numbered") << u"index"_s << std::optional<qint64>();
        QTest::newRow("random") << u"random"_s << std::optional<qint64>(0);
        QTest::newRow("seed") << u"random:7"_s << std::optional<qint64>(7);
        QTest::newRow("large seed") << u"random:999999999999999"_s << std::optional<qint64>(999'999'999'999'999);
    }

    void texts()
    {
        QFETCH(const QString, text);
        QFETCH(const std::optional<qint64>, seed);
        const auto read = orderSeedFromText(text);
        QVERIFY(read);
        QCOMPARE(*read, seed);
        QCOMPARE(orderText(seed), text);
    }

    void badTexts()
    {
        for (const QString &text : {u""_s, u"shuffle"_s, u"random:"_s, u"random:x"_s, u"random:-1"_s, u"random7"_s, u"Random"_s,
                                    u"random:1:2"_s, u"index:3"_s}) {
            const auto read = orderSeedFromText(text);
            QVERIFY2(!read, qPrintable(text));
            QCOMPARE(read.error().kind, FaultKind::Usage);
        }
    }
};

QTEST_APPLESS_MAIN(StartOrderTest)
#include "tst_startorder.moc"
