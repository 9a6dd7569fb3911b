// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/slicedwork.h"

#include <QTest>

#include <ctime>

using namespace std::chrono_literals;

namespace hermes {

namespace {

/// Uses the processor, as a piece of work does.
void work(std::chrono::milliseconds time)
{
    const auto used = [] {
        timespec now {};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    };
    for (const auto end = used() + time; used() < end;) { }
}

} // namespace

class SlicedWorkTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void littleWorkIsDoneAtOnce()
    {
        SlicedWork sliced;
        int pieces = 0;
        bool done = false;
        sliced.start([&] { return ++pieces < 10; }, [&] { done = true; });
        QCOMPARE_EQ(pieces, 10);
        QVERIFY(done);
        QVERIFY(!sliced.isActive());
    }

    void othersHaveTheirTurns()
    {
        SlicedWork sliced;
        int pieces = 0;
        int turns = 0;
        int done = 0;
        QTimer other;
        connect(&other, &QTimer::timeout, this, [&] { ++turns; });
        other.start(0ms);
        sliced.start(
            [&] {
                work(3ms);
                return ++pieces < 12;
            },
            [&] { ++done; });
        QVERIFY(sliced.isActive());
        QVERIFY(pieces < 12);
        QTRY_COMPARE_EQ(done, 1);
        QCOMPARE_EQ(pieces, 12);
        QVERIFY2(turns >= 3, qPrintable(QString::number(turns)));
        QVERIFY(!sliced.isActive());
    }

    /// What was under way never ends, whatever takes its place.
    void laterWorkTakesThePlace()
    {
        SlicedWork sliced;
        bool first = false;
        bool second = false;
        const auto endless = [] {
            work(3ms);
            return true;
        };
        sliced.start(endless, [&] { first = true; });
        sliced.start([] { return false; }, [&] { second = true; });
        QVERIFY(second);
        QVERIFY(!sliced.isActive());
        sliced.start(endless, [&] { first = true; });
        sliced.stop();
        QVERIFY(!sliced.isActive());
        int turns = 0;
        QTimer::singleShot(0, this, [&] { QTimer::singleShot(0, this, [&] { turns = 2; }); });
        QTRY_COMPARE_EQ(turns, 2);
        QVERIFY(!first);
    }

    void mayBeginOtherWorkAtItsEnd()
    {
        SlicedWork sliced;
        int done = 0;
        sliced.start([] { return false; }, [&] { sliced.start([] { return false; }, [&] { done = 1; }); });
        QCOMPARE_EQ(done, 1);
    }

    /// As when what asked for it goes.
    void mayGoAtItsEndOrBefore()
    {
        auto own = std::make_unique<SlicedWork>();
        own->start([] { return false; }, [&] { own.reset(); });
        QVERIFY(!own);
        auto dropped = std::make_unique<SlicedWork>();
        int pieces = 0;
        dropped->start(
            [&] {
                work(10ms);
                ++pieces;
                return true;
            },
            [] {});
        const int before = pieces;
        dropped.reset();
        bool later = false;
        QTimer::singleShot(0, this, [&] { later = true; });
        QTRY_VERIFY(later);
        QCOMPARE_EQ(pieces, before);
    }
};

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::SlicedWorkTest)
#include "tst_slicedwork.moc"
