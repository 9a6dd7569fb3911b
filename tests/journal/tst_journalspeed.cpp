// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalfixture.h"

#include "backends/engine/outputrecorder.h"

#include <QElapsedTimer>
#include <QTest>

#include <ctime>
#include <latch>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Prints what storing and recording cost. The bounds are wide, since machines are: they catch a change of kind.
class TestJournalSpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAtFullSpeed();
    void rowsAtTheRateOfRuns();
    void loneRow();
    void recordersOfSmallOutput();
    void recordingMuchOutput();
    void missingOfAMillion();
    void historyOfManyLaunches();
    void launchOfAMillion();
};

namespace {

qint64 threadNanoseconds()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return qint64(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

struct WriterCost
{
    double microsecondsOfWriter = 0; ///< A row.
    double microsecondsOfCaller = 0;
    double rowsPerSecond = 0;
};

/// Appends rows with pauses between, and measures on both threads.
WriterCost measure(Journal &journal, int count, std::chrono::microseconds pause)
{
    const LaunchId launch = createLaunch(journal, count);
    qint64 writerBegin = 0, writerEnd = 0;
    std::latch all(count);
    QElapsedTimer clock;
    clock.start();
    qint64 caller = 0;
    for (int index = 0; index < count; ++index) {
        const qint64 before = threadNanoseconds();
        journal.append(CandidateStarted {.launch = launch, .index = index, .startedAt = QDateTime::currentDateTimeUtc()});
        journal.append({.launch = launch, .index = index, .result = exitedResult(0, "profit 160.0\n")}, [&, index](Result<>) {
            if (index == 0)
                writerBegin = threadNanoseconds();
            writerEnd = threadNanoseconds();
            all.count_down();
        });
        caller += threadNanoseconds() - before;
        const qint64 next = (index + 1) * qint64(pause.count()) * 1000;
        if (clock.nsecsElapsed() < next)
            std::this_thread::sleep_for(std::chrono::nanoseconds(next - clock.nsecsElapsed()));
    }
    all.wait();
    return {.microsecondsOfWriter = double(writerEnd - writerBegin) / 1000 / count,
            .microsecondsOfCaller = double(caller) / 1000 / count,
            .rowsPerSecond = count * 1e9 / double(clock.nsecsElapsed())};
}

void print(const char *what, const WriterCost &cost)
{
    std::printf("%s: %.0f rows/s, %.1f us of the writer, %.1f us of the caller a row\n", what, cost.rowsPerSecond,
                cost.microsecondsOfWriter, cost.microsecondsOfCaller);
}

} // namespace

void TestJournalSpeed::rowsAtFullSpeed()
{
    const QTemporaryDir folder;
    const auto journal = openJournal(folder.path());
    const WriterCost cost = measure(*journal, 50'000, 0us);
    print("full speed", cost);
    QVERIFY(cost.microsecondsOfWriter < 150);
}

void TestJournalSpeed::rowsAtTheRateOfRuns()
{
    const QTemporaryDir folder;
    const auto journal = openJournal(folder.path());
    const WriterCost cost = measure(*journal, 3000, 667us);
    print("1,500 a second", cost);
    QVERIFY(cost.rowsPerSecond > 500);
    QVERIFY(cost.microsecondsOfWriter < 500);
}

void TestJournalSpeed::loneRow()
{
    const QTemporaryDir folder;
    const auto journal = openJournal(folder.path());
    const LaunchId launch = createLaunch(*journal, 1000);
    std::vector<qint64> waits;
    for (int index = 0; index < 100; ++index) {
        std::this_thread::sleep_for(8ms); // The rhythm of calls, not a wait for something.
        std::latch stored(1);
        QElapsedTimer clock;
        clock.start();
        journal->append({.launch = launch, .index = index, .result = exitedResult(0)}, [&](Result<>) { stored.count_down(); });
        stored.wait();
        waits.push_back(clock.nsecsElapsed());
    }
    std::ranges::sort(waits);
    std::printf("a row that comes alone: safe after %.2f ms (median)\n", double(waits[50]) / 1e6);
}

void TestJournalSpeed::recordersOfSmallOutput()
{
    const QTemporaryDir folder;
    constexpr int Count = 100'000;
    qint64 bytes = 0;
    const qint64 before = threadNanoseconds();
    for (int index = 0; index < Count; ++index) {
        OutputRecorder recorder({}, {.folder = folder.path(), .launch = 1, .index = index});
        recorder.output(Stream::Stdout, "profit 160.0\n", {});
        bytes += recorder.take().out.total;
    }
    const double each = double(threadNanoseconds() - before) / 1000 / Count;
    std::printf("a recorder of 13 bytes: %.2f us\n", each);
    QCOMPARE(bytes, 13 * Count);
    QVERIFY(each < 20);
}

void TestJournalSpeed::recordingMuchOutput()
{
    const QTemporaryDir folder;
    const QByteArray chunk(64 * 1024, 'x');
    constexpr qint64 Total = 1024 * MiB;
    for (const auto &[what, limits] :
         {std::pair("kept at both ends", CaptureLimits {.spoolBytes = 0}), std::pair("256 MiB of it spooled", CaptureLimits {})}) {
        OutputRecorder recorder(limits, {.folder = folder.path(), .launch = 1});
        QElapsedTimer clock;
        clock.start();
        for (qint64 done = 0; done < Total; done += chunk.size())
            recorder.output(Stream::Stdout, chunk, {});
        const double seconds = double(clock.nsecsElapsed()) / 1e9;
        std::printf("1 GiB, %s: %.0f MB/s\n", what, double(Total) / 1e6 / seconds);
    }
}

void TestJournalSpeed::missingOfAMillion()
{
    const QTemporaryDir folder;
    const auto journal = openJournal(folder.path());
    const LaunchId launch = createLaunch(*journal, MaxCandidates);
    QVERIFY(storeResults(*journal, launch, {0, 199'999}));
    const auto reader = openReader(folder.path());
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(reader->missing(launch)->count, 800'000);
    const qint64 missing = clock.restart();
    QCOMPARE(reader->launch(launch)->counts.succeeded, 200'000);
    const qint64 counts = clock.restart();
    QCOMPARE(reader->candidates(launch, {100'000, 100'999}, OutputPart::Previews)->size(), 1000);
    std::printf("200,000 rows: missing %lld ms, counts %lld ms; a page of 1,000 %lld ms\n", missing, counts, clock.elapsed());
}

namespace {

void runSql(const QString &folder, const QString &sql)
{
    const auto connection = SqlConnection::open(journalPath(folder), SqlConnection::Access::ReadWrite);
    const auto done = (*connection)->run(sql);
    QVERIFY2(done, done ? "" : qPrintable(toText(done.error())));
}

template<typename Work>
qint64 millisecondsOf(const Work &work)
{
    QElapsedTimer clock;
    clock.start();
    work();
    return clock.elapsed();
}

} // namespace

void TestJournalSpeed::historyOfManyLaunches()
{
    const QTemporaryDir folder;
    const auto journal = openJournal(folder.path());
    LaunchRecord record = sweepRecord(100);
    record.code = "import math\n" + QByteArray(1500, '#') + "\nprint({{discount}})\n";
    QVERIFY(journal->createLaunch(record));
    runSql(folder.path(), uR"(WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        INSERT INTO launches(id, kind, state, name, backend, profile, language, templated, count, executor, created_at,
                             finished_at, owner, succeeded, beginning, code, words, settings, spec, parameters)
        SELECT i, kind, iif(i % 20000 = 0, 'failed', 'done'), 'sweep ' || i, backend, profile, language, templated, count,
               executor, created_at + i, created_at, owner, 100, beginning, code, words, settings, spec, parameters
        FROM n, launches WHERE id = 1)"_s);
    const auto reader = openReader(folder.path());
    const auto page = [&](const HistoryFilter &filter, qsizetype expected) {
        return millisecondsOf([&] {
            const auto launches = reader->launches(filter);
            QVERIFY(launches);
            QCOMPARE(launches->size(), expected);
        });
    };
    const qint64 first = page({}, 200);
    const qint64 deep = page({.before = 5000}, 200);
    const qint64 rare = page({.state = LaunchState::Failed}, 5);
    const qint64 none = page({.backend = u"docker"_s}, 0);
    const qint64 words = page({.text = u"math discount"_s}, 200);
    const qint64 noWords = page({.text = u"math nowhere"_s}, 0);
    const qint64 durations = millisecondsOf(
        [&] { QVERIFY(reader->usualDurations({.code = record.code, .backend = record.backend, .profile = record.profile})); });
    std::printf("100,000 launches: first page %lld ms, a deep one %lld ms, a rare state %lld ms, none %lld ms, words %lld ms, "
                "words that are nowhere %lld ms; usual durations %lld ms\n",
                first, deep, rare, none, words, noWords, durations);
    QVERIFY(first < 50 && deep < 50);
}

void TestJournalSpeed::launchOfAMillion()
{
    const QTemporaryDir folder;
    const auto journal = openJournal(folder.path());
    const LaunchId launch = createLaunch(*journal, MaxCandidates);
    runSql(folder.path(), uR"(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999999)
        INSERT INTO candidates(key, state, reason, exit_code, signal, flags, attempts, started_at, queued, acquire, run, out_total,
                               err_total, extra, out, err)
        SELECT (%1 << 20) + i, 1, 0, i % 7 = 0, 0, 1, 1, 1700000000000000 + i, 0, 1000, 3000000 + i, 40, 0, x'',
               CAST('profit ' || i || char(10) || '{"profit": ' || i || ', "n": 3}' AS BLOB), x'' FROM n)"_s.arg(launch));
    journal->finishLaunch(launch, LaunchState::Done);
    QVERIFY(journal->flush(Patience));
    const auto reader = openReader(folder.path());
    const qint64 list = millisecondsOf([&] { QCOMPARE(reader->launches({})->first().counts.finished(), MaxCandidates); });
    qint64 seen = 0;
    const qint64 all = millisecondsOf([&] {
        QVERIFY(reader->forEachCandidate(launch, {0, MaxCandidates - 1},
                                         [&](const StoredCandidate &each) { seen += each.outPreview.size() > 0 ? 1 : 0; }));
    });
    QCOMPARE(seen, MaxCandidates);
    LaunchRecord record = *reader->launch(launch);
    record.rerunOf = launch;
    record.count = 100'001;
    const qint64 rerun = millisecondsOf([&] { QCOMPARE(journal->createRerun(record, {{7, 7}})->carried.finished(), 100'000); });
    record.count = MaxCandidates;
    const qint64 whole = millisecondsOf([&] { QVERIFY(journal->createRerun(record, {{7, 7}})); });
    const LaunchId other = createLaunch(*journal, MaxCandidates);
    std::atomic<bool> removed = false;
    qint64 removal = 0;
    std::jthread remover([&] { removal = millisecondsOf([&] { removed = journal->removeLaunch(launch).has_value(); }); });
    std::vector<qint64> waits;
    while (!removed) {
        std::latch stored(1);
        QElapsedTimer clock;
        clock.start();
        journal->append({.launch = other, .index = qint64(waits.size()), .result = exitedResult(0)},
                        [&](Result<>) { stored.count_down(); });
        stored.wait();
        waits.push_back(clock.nsecsElapsed());
    }
    remover.join();
    std::ranges::sort(waits);
    std::printf(
        "a launch of 1,000,000: listed in %lld ms, all candidates %lld ms, a rerun that carries 100,000 in %lld ms, one that "
        "carries all in %lld ms\nremoved in %lld ms, while %zu rows were stored, each in %.1f ms (median), %.1f ms at most\n",
        list, all, rerun, whole, removal, waits.size(), double(waits[waits.size() / 2]) / 1e6, double(waits.back()) / 1e6);
    QVERIFY(list < 50);
}

QTEST_GUILESS_MAIN(TestJournalSpeed)
#include "tst_journalspeed.moc"
