// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/warmpool.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

/// What members share with the test.
struct World
{
    std::atomic<int> made = 0;
    std::atomic<int> there = 0;
    std::atomic<bool> areAlive = true;
    std::atomic<bool> fails = false;
    std::atomic<bool> hangs = false; ///< A start goes on until it is stopped.
    std::atomic<int> attempts = 0;
    std::atomic<int> startingNow = 0;
    std::atomic<int> mostStarting = 0;
};

class Member final : public WarmMember
{
public:
    Member(World &world, int number) : m_world(world), m_number(number) { ++m_world.there; }
    ~Member() override { --m_world.there; }
    [[nodiscard]] bool isAlive() const override { return m_world.areAlive; }
    [[nodiscard]] qint64 memory() const override { return 100; }
    [[nodiscard]] int number() const { return m_number; }

private:
    World &m_world;
    int m_number;
};

WarmPool::Plan planFor(World &world, int size)
{
    return {.size = size,
            .firstPause = 10ms,
            .longestPause = 40ms,
            .start = [&world](const std::stop_token &stop) -> Result<std::unique_ptr<WarmMember>> {
                ++world.attempts;
                world.mostStarting = std::max(world.mostStarting.load(), ++world.startingNow);
                while (world.hangs && !stop.stop_requested())
                    std::this_thread::sleep_for(1ms);
                --world.startingNow;
                if (stop.stop_requested())
                    return fail(FaultKind::Cancelled, u"Cancelled"_s);
                if (world.fails)
                    return fail(FaultKind::NotFound, u"no image"_s);
                return std::make_unique<Member>(world, ++world.made);
            }};
}

} // namespace

class WarmPoolTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fillsAndGivesEachAwayOnce();
    void missesAreCounted();
    void deadOnesAreReplaced();
    void renewReplacesAll();
    void drainWhileStarting();
    void drainEndsThoughItIsFilledAgain();
    void failingStartsBackOffAndSayWhy();
    void memoryBoundHolds();
    void restsWhenNobodyWantsOne();
    void manyTakersGetDifferentOnes();
};

void WarmPoolTest::fillsAndGivesEachAwayOnce()
{
    World world;
    WarmPool pool(planFor(world, 3));
    QCOMPARE(pool.status().ready, 0);
    QCOMPARE(world.made, 0);
    pool.fill();
    QTRY_COMPARE(pool.status().ready, 3);
    QCOMPARE(pool.status().memory, 300);
    QVERIFY(world.mostStarting <= 2);
    const auto first = pool.take();
    const auto second = pool.take();
    QVERIFY(first && second);
    QVERIFY(static_cast<Member &>(*first).number() != static_cast<Member &>(*second).number());
    QTRY_COMPARE(pool.status().ready, 3);
    const PoolStatus status = pool.status();
    QCOMPARE(status.hits, 2);
    QCOMPARE(status.misses, 0);
    QCOMPARE(status.taken, 2);
    pool.giveUp();
    QCOMPARE(pool.status().taken, 1);
    QCOMPARE(world.made, 5);
    pool.drain();
    QCOMPARE(world.there, 2);
    QCOMPARE(pool.status().ready, 0);
    QVERIFY(!pool.status().isFilling);
}

void WarmPoolTest::missesAreCounted()
{
    World world;
    world.hangs = true;
    WarmPool pool(planFor(world, 1));
    QVERIFY(!pool.take());
    pool.fill();
    QVERIFY(!pool.take());
    QCOMPARE(pool.status().misses, 2);
    QCOMPARE(pool.status().taken, 0);
    world.hangs = false;
    QTRY_COMPARE(pool.status().ready, 1);
}

void WarmPoolTest::deadOnesAreReplaced()
{
    World world;
    WarmPool pool(planFor(world, 2));
    pool.fill();
    QTRY_COMPARE(pool.status().ready, 2);
    world.areAlive = false;
    world.hangs = true;
    QVERIFY(!pool.take());
    world.areAlive = true;
    world.hangs = false;
    QTRY_COMPARE(pool.status().ready, 2);
    QTRY_COMPARE(world.there, 2);
    QVERIFY(static_cast<Member &>(*pool.take()).number() > 2);
}

void WarmPoolTest::renewReplacesAll()
{
    World world;
    WarmPool pool(planFor(world, 2));
    pool.fill();
    QTRY_COMPARE(pool.status().ready, 2);
    pool.renew();
    QTRY_COMPARE(pool.status().ready, 2);
    QTRY_COMPARE(world.there, 2);
    QVERIFY(static_cast<Member &>(*pool.take()).number() > 2);
    // One that was begun before is out of date when it is there.
    pool.drain();
    world.hangs = true;
    const int before = world.made;
    pool.fill();
    QTRY_COMPARE(world.startingNow, 2);
    pool.renew();
    world.hangs = false;
    QTRY_COMPARE(pool.status().ready, 2);
    QVERIFY(world.made >= before + 4);
    QTRY_COMPARE(world.there, 2);
}

void WarmPoolTest::drainWhileStarting()
{
    World world;
    world.hangs = true;
    WarmPool pool(planFor(world, 4));
    pool.fill();
    QTRY_COMPARE(world.startingNow, 2);
    pool.drain();
    QCOMPARE(world.startingNow, 0);
    QCOMPARE(world.there, 0);
    // What was cancelled is no problem.
    QCOMPARE(pool.status().problem, QString());
    QCOMPARE(pool.status().starting, 0);
    const int attempts = world.attempts;
    std::ignore = pool.take();
    QCOMPARE(world.attempts, attempts);
    world.hangs = false;
    pool.fill();
    QTRY_COMPARE(pool.status().ready, 4);
}

void WarmPoolTest::drainEndsThoughItIsFilledAgain()
{
    World world;
    WarmPool pool(planFor(world, 2));
    std::jthread filler([&](const std::stop_token &stop) {
        while (!stop.stop_requested())
            pool.fill();
    });
    for (int round = 0; round < 50; ++round)
        pool.drain();
}

void WarmPoolTest::failingStartsBackOffAndSayWhy()
{
    World world;
    world.fails = true;
    WarmPool pool(planFor(world, 1));
    pool.fill();
    QTRY_VERIFY(pool.status().problem.contains(u"no image"_s));
    const int before = world.attempts;
    QTRY_VERIFY(world.attempts > before + 2);
    // It is still said while the next one is tried.
    QVERIFY(pool.status().problem.contains(u"no image"_s));
    world.fails = false;
    QTRY_COMPARE(pool.status().ready, 1);
    QCOMPARE(pool.status().problem, QString());
    // A long pause does not hold up a drain.
    auto plan = planFor(world, 1);
    plan.firstPause = plan.longestPause = 1h;
    world.fails = true;
    WarmPool patient(std::move(plan));
    patient.fill();
    QTRY_VERIFY(!patient.status().problem.isEmpty());
    patient.drain();
    QCOMPARE(patient.status().starting, 0);
}

void WarmPoolTest::memoryBoundHolds()
{
    World world;
    auto plan = planFor(world, 5);
    plan.memoryBound = 250;
    WarmPool pool(std::move(plan));
    pool.fill();
    QTRY_COMPARE(pool.status().ready, 2);
    QTRY_VERIFY(pool.status().problem.contains(u"memory"_s));
    QCOMPARE(world.made, 2);
    const auto taken = pool.take();
    QTRY_COMPARE(pool.status().ready, 2);
    QCOMPARE(world.made, 3);
}

void WarmPoolTest::restsWhenNobodyWantsOne()
{
    World world;
    auto plan = planFor(world, 2);
    plan.idleLimit = 50ms;
    WarmPool pool(std::move(plan));
    pool.fill();
    QTRY_VERIFY(!pool.status().isFilling);
    QTRY_COMPARE(world.there, 0);
    const int attempts = world.attempts;
    QCOMPARE(pool.status().ready, 0);
    QCOMPARE(world.attempts, attempts);
    // The next one that is wanted is a miss, and the beginning of others.
    QVERIFY(!pool.take());
    QTRY_VERIFY(world.made > 2);
    pool.drain();
    QCOMPARE(world.there, 0);
    QVERIFY(!pool.take());
    QVERIFY(!pool.status().isFilling);
}

void WarmPoolTest::manyTakersGetDifferentOnes()
{
    World world;
    WarmPool pool(planFor(world, 4));
    pool.fill();
    std::mutex mutex;
    std::vector<std::unique_ptr<WarmMember>> taken;
    {
        std::vector<std::jthread> takers;
        for (int i = 0; i < 4; ++i) {
            takers.emplace_back([&] {
                for (int count = 0; count < 20;) {
                    auto member = pool.take();
                    if (!member) {
                        std::this_thread::yield();
                        continue;
                    }
                    ++count;
                    const std::scoped_lock lock(mutex);
                    taken.push_back(std::move(member));
                }
            });
        }
    }
    QCOMPARE(taken.size(), size_t(80));
    QSet<int> numbers;
    for (const auto &member : taken)
        numbers.insert(static_cast<Member &>(*member).number());
    QCOMPARE(numbers.size(), 80);
    QCOMPARE(pool.status().hits, 80);
    taken.clear();
    pool.drain();
    QCOMPARE(world.there, 0);
}

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::WarmPoolTest)
#include "tst_warmpool.moc"
