// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/remainingtime.h"

#include <QTest>

using namespace hermes;
using namespace std::chrono_literals;
using std::chrono::nanoseconds;

namespace {

/// `ended` runs that took `each`.
RunsSoFar after(int ended, nanoseconds each, int left, int concurrency)
{
    return {.ended = ended,
            .spent = each * ended,
            .longest = each,
            .untilLast = each * ended / concurrency,
            .left = left,
            .concurrency = concurrency};
}

} // namespace

class RemainingTimeTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingToGoBy()
    {
        QVERIFY(!remainingTime({.underWay = {5s}, .left = 3}));
        QVERIFY(!remainingTime(after(4, 1s, 0, 2)));
    }

    void runsOfOneLength()
    {
        QCOMPARE(remainingTime(after(40, 2s, 10, 4))->time, nanoseconds(5s));
        RunsSoFar lastRound = after(4, 10s, 4, 4);
        lastRound.underWay = {9s, 9s, 9s, 9s};
        QVERIFY(remainingTime(lastRound)->time <= 2s);
        lastRound.underWay = {0s, 0s, 0s, 0s};
        QCOMPARE(remainingTime(lastRound)->time, nanoseconds(10s));
    }

    /// A hundred were done in no time, and the last one runs for minutes: not "less than a second left".
    void theLastOneTakesLong()
    {
        RunsSoFar runs = after(100, 10ms, 1, 4);
        for (const nanoseconds elapsed : {1s, 60s, 600s}) {
            runs.underWay = {elapsed};
            QVERIFY(remainingTime(runs)->time >= elapsed);
            QVERIFY(remainingTime(runs)->isLeast);
        }
    }

    /// Of what runs about as long as the others it is not said that it may take any time.
    void oneOfTheirKindIsEstimated()
    {
        RunsSoFar runs = after(100, 10s, 4, 4);
        for (const nanoseconds elapsed : {0s, 9s, 11s, 19s}) {
            runs.underWay = {elapsed, 0s};
            QVERIFY(!remainingTime(runs)->isLeast);
        }
    }

    void aRunThatIsALittleSlowerChangesLittle()
    {
        RunsSoFar runs = after(8, 10s, 1, 4);
        runs.underWay = {10s};
        nanoseconds before = remainingTime(runs)->time;
        for (nanoseconds elapsed = 10s; elapsed < 30s; elapsed += 100ms) {
            runs.underWay = {elapsed};
            const nanoseconds now = remainingTime(runs)->time;
            QVERIFY(now >= before && now - before <= 500ms);
            before = now;
        }
        QVERIFY(before >= 29s);
    }

    void oneThatEndedEarlyIsNotTheMeasureOfTheOthers()
    {
        RunsSoFar runs = after(1, 100ms, 99, 10);
        runs.underWay = QList<nanoseconds>(9, 20s);
        QVERIFY(remainingTime(runs)->time >= 5min);
    }

    /// The way to the executor and back takes longer than what runs there.
    void thePaceOnTheClockCounts()
    {
        RunsSoFar runs = after(1000, 1ms, 1000, 4);
        runs.untilLast = 10s;
        QCOMPARE(remainingTime(runs)->time, nanoseconds(10s));
    }
};

QTEST_APPLESS_MAIN(RemainingTimeTest)
#include "tst_remainingtime.moc"
