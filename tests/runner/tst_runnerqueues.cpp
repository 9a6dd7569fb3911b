// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/runqueues.h"
#include "tests/support/rawrunner.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace hermes::tests;
using namespace hermes::protocol;
using namespace hermes::resident;
using namespace std::chrono_literals;

namespace {

constexpr uint64_t Queue = 7;

StartMessage waiting(StartMessage message, uint32_t places, bool hold = false)
{
    message.queue = QueuePlaces {.queue = Queue, .places = places, .holdAfterFailure = hold};
    return message;
}

uint32_t nextId(RunQueues &queues)
{
    const auto next = queues.next();
    return next ? next->id : 0;
}

} // namespace

/// Runs that wait for a place: which of them begin, and when.
class RunnerQueuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inOrderWithinThePlaces()
    {
        RunQueues queues;
        for (uint32_t id = 1; id <= 4; ++id)
            queues.add(id, waiting({}, 2));
        QCOMPARE(nextId(queues), 1U);
        QCOMPARE(nextId(queues), 2U);
        QCOMPARE(nextId(queues), 0U);
        QVERIFY(queues.isWaiting(3) && !queues.isWaiting(2));
        queues.ended(2, false);
        QCOMPARE(nextId(queues), 3U);
        QVERIFY(queues.remove(4));
        QVERIFY(!queues.remove(4));
        queues.ended(1, true);
        QCOMPARE(nextId(queues), 0U);
        queues.ended(99, true);
    }

    void placesThatChange()
    {
        RunQueues queues;
        for (uint32_t id = 1; id <= 4; ++id)
            queues.add(id, waiting({}, 1));
        queues.set({.queue = Queue, .places = 0});
        QCOMPARE(nextId(queues), 0U);
        queues.set({.queue = Queue, .places = 2});
        QCOMPARE(nextId(queues), 1U);
        QCOMPARE(nextId(queues), 2U);
        // A run that comes later says what was true when it was sent.
        queues.add(5, waiting({}, 9));
        QCOMPARE(nextId(queues), 0U);
    }

    void holdsAfterAFailure()
    {
        RunQueues queues;
        for (uint32_t id = 1; id <= 5; ++id)
            queues.add(id, waiting({}, 2, true));
        QCOMPARE(nextId(queues), 1U);
        QCOMPARE(nextId(queues), 2U);
        queues.ended(1, true);
        QCOMPARE(nextId(queues), 3U);
        queues.ended(2, false);
        queues.ended(3, true);
        queues.add(6, waiting({}, 2, true));
        QCOMPARE(nextId(queues), 0U);
        queues.set({.queue = Queue, .places = 2, .holdAfterFailure = true});
        QCOMPARE(nextId(queues), 4U);
    }

    void queuesDoNotWaitForEachOther()
    {
        RunQueues queues;
        queues.add(1, waiting({}, 0));
        StartMessage other;
        other.queue = QueuePlaces {.queue = Queue + 1, .places = 1};
        queues.add(2, other);
        QCOMPARE(nextId(queues), 2U);
    }

    void runsOneAfterAnother()
    {
        QTemporaryDir dir;
        const std::string log = dir.path().toStdString() + "/log";
        RawRunner runner;
        std::vector<uint32_t> ids;
        for (int i = 0; i < 20; ++i)
            ids.push_back(runner.start(waiting(RawRunner::shell("echo + >> " + log + "; echo - >> " + log), 1)));
        for (const uint32_t id : ids) {
            QVERIFY(runner.waitForExit(id));
            QVERIFY(runner.seen(id).started.has_value());
            QCOMPARE(runner.seen(id).exit->code, 0U);
            QVERIFY(!runner.seen(id).exit->neverBegan);
        }
        std::string expected;
        for (int i = 0; i < 20; ++i)
            expected += "+\n-\n";
        QVERIFY(readFile(log) == expected);
    }

    void neverMoreThanThePlaces()
    {
        QTemporaryDir dir;
        const std::string folder = dir.path().toStdString();
        RawRunner runner;
        std::vector<uint32_t> ids;
        for (int i = 0; i < 40; ++i) {
            const std::string mine = folder + "/" + std::to_string(i);
            ids.push_back(runner.start(waiting(RawRunner::shell("touch " + mine + "; ls " + folder + " | wc -l; sleep 0.0"
                                                                + std::to_string(i % 3) + "; rm " + mine),
                                               3)));
        }
        int most = 0;
        for (const uint32_t id : ids) {
            QVERIFY(runner.waitForExit(id));
            most = std::max(most, std::atoi(runner.seen(id).out.c_str()));
        }
        QCOMPARE(most, 3);
    }

    void whatWaitsIsCancelledWithoutBeginning()
    {
        RawRunner runner;
        const uint32_t first = runner.start(waiting(RawRunner::shell("echo up; sleep 600"), 1));
        const uint32_t second = runner.start(waiting(RawRunner::shell("echo never"), 1));
        QVERIFY(runner.waitForOutput(first, "up\n"));
        runner.end(second);
        QVERIFY(runner.waitForExit(second));
        QVERIFY(runner.seen(second).exit->neverBegan);
        QCOMPARE(runner.seen(second).exit->ending, Ending::Cancelled);
        QVERIFY(!runner.seen(second).started);
        runner.end(first);
        QVERIFY(runner.waitForExit(first));
        QVERIFY(!runner.seen(first).exit->neverBegan);
    }

    void aPausedQueueGoesOn()
    {
        RawRunner runner;
        const uint32_t id = runner.start(waiting(RawRunner::shell("echo hi"), 0));
        runner.send(FrameType::Ping, 0, "still there");
        QVERIFY(runner.waitFor([&] { return !runner.pongs().empty(); }));
        QVERIFY(!runner.seen(id).started);
        runner.send(FrameType::Places, 0, encode(QueuePlaces {.queue = Queue, .places = 1}));
        QVERIFY(runner.waitForExit(id));
        QVERIFY(runner.seen(id).out == "hi\n");
    }

    void aFailureHoldsTheQueue()
    {
        RawRunner runner;
        const uint32_t fails = runner.start(waiting(RawRunner::shell("exit 3"), 1, true));
        const uint32_t next = runner.start(waiting(RawRunner::shell("echo on"), 1, true));
        QVERIFY(runner.waitForExit(fails));
        runner.send(FrameType::Ping, 0, "still there");
        QVERIFY(runner.waitFor([&] { return !runner.pongs().empty(); }));
        QVERIFY(!runner.seen(next).started);
        runner.send(FrameType::Places, 0, encode(QueuePlaces {.queue = Queue, .places = 1, .holdAfterFailure = true}));
        QVERIFY(runner.waitForExit(next));
    }

    /// One that cannot be started leaves its place to the next.
    void whatCannotBeginFreesItsPlace()
    {
        RawRunner runner;
        StartMessage bad = waiting(RawRunner::shell("true"), 1);
        bad.folderMode = FolderMode::Existing;
        bad.path = "/nowhere/at/all";
        const uint32_t fails = runner.start(bad);
        const uint32_t next = runner.start(waiting(RawRunner::shell("echo on"), 1));
        QVERIFY(runner.waitForExit(next));
        QVERIFY(runner.seen(fails).error.has_value());
    }

    void theTimeoutBeginsWithTheRun()
    {
        RawRunner runner;
        const uint32_t first = runner.start(waiting(RawRunner::shell("sleep 0.4"), 1));
        StartMessage message = waiting(RawRunner::shell("echo hi"), 1);
        message.timeout = 300ms;
        const uint32_t second = runner.start(message);
        QVERIFY(runner.waitForExit(second));
        QVERIFY(runner.seen(first).exit.has_value());
        QCOMPARE(runner.seen(second).exit->ending, Ending::ByItself);
    }

    void nothingBeginsAfterTheEnd()
    {
        QTemporaryDir dir;
        const std::string mark = dir.path().toStdString() + "/mark";
        RawRunner runner;
        const uint32_t first = runner.start(waiting(RawRunner::shell("echo up; sleep 600"), 1));
        runner.start(waiting(RawRunner::shell("touch " + mark), 1));
        QVERIFY(runner.waitForOutput(first, "up\n"));
        runner.closeInput();
        QVERIFY(runner.waitForEnd(10s).has_value());
        QVERIFY(!std::ifstream(mark).good());
    }

    void badRequests()
    {
        RawRunner runner;
        StartMessage message = waiting(RawRunner::shell("cat"), 1);
        message.hasInput = true;
        const uint32_t withInput = runner.start(message);
        QVERIFY(runner.waitFor([&] { return runner.seen(withInput).error.has_value(); }));
        const uint32_t first = runner.start(waiting(RawRunner::shell("sleep 600"), 1));
        const uint32_t second = runner.start(waiting(RawRunner::shell("true"), 1));
        runner.send(FrameType::Start, second, encode(RawRunner::shell("true")));
        QVERIFY(runner.waitFor([&] { return runner.seen(second).error.has_value(); }));
        runner.send(FrameType::Places, 77, encode(QueuePlaces {.queue = 0, .places = 1}));
        QVERIFY(runner.waitFor([&] { return runner.seen(77).error.has_value(); }));
        runner.end(first);
        QVERIFY(runner.waitForExit(first));
    }
};

QTEST_GUILESS_MAIN(RunnerQueuesTest)
#include "tst_runnerqueues.moc"
