// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalfixture.h"

#include "backends/engine/journal/excerpt.h"
#include "backends/engine/journal/spoolfolder.h"
#include "backends/engine/outputrecorder.h"

#include <QRegularExpression>
#include <QTest>

#include <latch>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Candidates: what goes in comes out.
class TestJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void resultIsReadBack();
    void faultAndNotesAreReadBack();
    void storedIsCalledAfterTheCommit();
    void startIsThereWithoutResult();
    void laterResultReplaces();
    void longOutputWithoutFileIsKeptWhole();
    void spooledOutputIsPutTogether_data();
    void spooledOutputIsPutTogether();
    void lostSpoolFileIsSaid_data();
    void lostSpoolFileIsSaid();
    void rangeIsRespected();
    void pagesCoverEverythingOnce();
    void missingIsWhatHasNoResult();
    void missingOfNothingAndAll();
    void manyThreadsAppend();
    void twoJournalsAtOnce();
    void otherProgramsNoticeChanges();
    void quotaRemovesOldestFirst();
    void quotaSparesWhatIsBeingWritten();
    void destructorStores();
    void waitingInCallbackIsRefused();

private:
    QTemporaryDir m_dir;
    int m_number = 0;
    QString newFolder() { return m_dir.filePath(u"state-%1"_s.arg(++m_number)); }
};

void TestJournal::resultIsReadBack()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 10);
    RunResult result;
    result.end = {.reason = EndReason::Signalled,
                  .exitCode = 137,
                  .signal = 9,
                  .mayHaveStarted = true,
                  .outOfMemory = true,
                  .acquire = 1234567ns,
                  .run = 7654321ns,
                  .use = ResourceUse {.userTime = 11us, .systemTime = 22us, .maxResidentBytes = 333}};
    result.out = {.bytes = QByteArray("a\0b\xFE", 4), .total = 4};
    result.err = {.bytes = "warning\n", .total = 8};
    result.startedAt = QDateTime::fromMSecsSinceEpoch(1'800'000'000'123, QTimeZone::UTC);
    result.queued = 42ns;
    result.attempts = 3;
    journal->append({.launch = launch, .index = 7, .result = result}, {});
    QVERIFY(journal->flush(Patience));

    const auto stored = openReader(folder)->result(launch, 7, MiB);
    QVERIFY(stored);
    const RunResult &read = stored->result;
    QCOMPARE(read.end.reason, result.end.reason);
    QCOMPARE(read.end.exitCode, 137);
    QCOMPARE(read.end.signal, 9);
    QVERIFY(read.end.mayHaveStarted && read.end.outOfMemory && !read.end.fault);
    QCOMPARE(read.end.acquire.count(), 1234567);
    QCOMPARE(read.end.run.count(), 7654321);
    QCOMPARE(read.end.use, result.end.use);
    QCOMPARE(read.out, result.out);
    QCOMPARE(read.err, result.err);
    QCOMPARE(read.startedAt, result.startedAt);
    QCOMPARE(read.queued.count(), 42);
    QCOMPARE(read.attempts, 3);
    QVERIFY(!stored->outputRemoved);
}

void TestJournal::faultAndNotesAreReadBack()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 1);
    RunResult result;
    result.end = RunEnd::infrastructure({.kind = FaultKind::NotConfigured, .what = u"python3 is missing"_s}, false);
    result.end.notes = {u"A note"_s};
    result.err.bytes = "python3 is missing";
    journal->append({.launch = launch, .index = 0, .result = result}, {});
    QVERIFY(journal->flush(Patience));
    const auto stored = openReader(folder)->result(launch, 0, MiB);
    QVERIFY(stored);
    QCOMPARE(stored->result.end.reason, EndReason::Infrastructure);
    QCOMPARE(stored->result.end.exitCode, -1);
    QCOMPARE(stored->result.end.fault, result.end.fault);
    QCOMPARE(stored->result.end.notes, result.end.notes);
    QVERIFY(!stored->result.end.mayHaveStarted);
    QCOMPARE(stored->result.err.bytes, result.err.bytes);
    QVERIFY(!stored->result.end.use);
}

void TestJournal::storedIsCalledAfterTheCommit()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 100);
    std::latch all(100);
    std::atomic<int> visible = 0;
    for (int index = 0; index < 100; ++index) {
        journal->append({.launch = launch, .index = index, .result = exitedResult(index)}, [&, index](Result<> outcome) {
            const auto stored = openReader(folder)->result(launch, index, MiB);
            if (outcome && stored && stored->result.end.exitCode == index)
                ++visible;
            all.count_down();
        });
    }
    all.wait();
    QCOMPARE(visible.load(), 100);
    QCOMPARE(journal->pending(), 0);
}

void TestJournal::startIsThereWithoutResult()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 2);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    journal->append(CandidateStarted {.launch = launch, .index = 1, .startedAt = now});
    const auto reader = openReader(folder);
    // By itself, without anybody who waits for it.
    QVERIFY(QTest::qWaitFor([&] { return reader->candidates(launch, {0, 1}, OutputPart::None)->size() == 1; }, 30'000));
    const auto candidates = reader->candidates(launch, {0, 1}, OutputPart::None);
    QVERIFY(!candidates->first().finished);
    QCOMPARE(candidates->first().startedAt, now);
    QCOMPARE(reader->result(launch, 1, MiB).error().kind, FaultKind::NotFound);
    QVERIFY(reader->results(launch, {0, 1}, {})->results.isEmpty());
}

void TestJournal::laterResultReplaces()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 1);
    RunResult cancelled;
    cancelled.end = RunEnd::cancelledBeforeStart();
    journal->append({.launch = launch, .index = 0, .result = cancelled}, {});
    QVERIFY(journal->flush(Patience));
    const auto reader = openReader(folder);
    QCOMPARE(reader->missing(launch)->mayRunTwice, 0);
    journal->append(CandidateStarted {.launch = launch, .index = 0});
    QVERIFY(journal->flush(Patience));
    QCOMPARE(reader->result(launch, 0, MiB)->result.end.reason, EndReason::Cancelled);
    QCOMPARE(reader->missing(launch)->mayRunTwice, 1);
    QVERIFY(storeResults(*journal, launch, {0, 0}));
    QCOMPARE(reader->result(launch, 0, MiB)->result.end.reason, EndReason::Exited);
    QCOMPARE(reader->missing(launch)->count, 0);
}

void TestJournal::longOutputWithoutFileIsKeptWhole()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 1);
    const QByteArray out = "begin" + QByteArray(100'000, '.') + "end";
    journal->append({.launch = launch, .index = 0, .result = exitedResult(0, out)}, {});
    QVERIFY(journal->flush(Patience));
    const auto stored = openReader(folder)->result(launch, 0, MiB);
    QVERIFY(stored);
    QVERIFY(!stored->result.out.truncated);
    QCOMPARE(stored->result.out.total, out.size());
    QCOMPARE(stored->result.out.bytes, out);
}

void TestJournal::spooledOutputIsPutTogether_data()
{
    QTest::addColumn<qint64>("total");
    QTest::addColumn<qint64>("spooled");
    QTest::addColumn<qint64>("tail");
    QTest::addColumn<qint64>("limit");
    QTest::addColumn<bool>("truncated");
    QTest::newRow("whole") << 40'000LL << 40'000LL << 0LL << MiB << false;
    QTest::newRow("whole in two parts") << 40'000LL << 30'000LL << 10'000LL << MiB << false;
    QTest::newRow("larger than wanted") << 40'000LL << 40'000LL << 0LL << 20'000LL << true;
    QTest::newRow("gap") << 1'000'000LL << 30'000LL << 30'000LL << MiB << true;
    QTest::newRow("gap, larger than wanted") << 1'000'000LL << 30'000LL << 30'000LL << 20'000LL << true;
}

void TestJournal::spooledOutputIsPutTogether()
{
    QFETCH(qint64, total);
    QFETCH(qint64, spooled);
    QFETCH(qint64, tail);
    QFETCH(qint64, limit);
    QFETCH(bool, truncated);
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 1);
    QByteArray out(total, ' ');
    for (qint64 at = 0; at < total; ++at)
        out[at] = char('a' + at * 7 % 26);
    QFile file(journal->spoolFolder() + u'/' + spoolName(launch, 0, Stream::Stdout));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(out.first(spooled) + out.last(tail));
    file.close();
    RunResult result = exitedResult(0, out);
    result.out.spoolFile = file.fileName();
    result.out.spooled = spooled;
    result.out.spoolTail = tail;
    journal->append({.launch = launch, .index = 0, .result = result}, {});
    QVERIFY(journal->flush(Patience));

    const auto stored = openReader(folder)->result(launch, 0, limit);
    QVERIFY(stored);
    const StreamCapture &read = stored->result.out;
    QCOMPARE(read.truncated, truncated);
    QCOMPARE(read.total, total);
    QCOMPARE(read.spoolFile, file.fileName());
    if (!truncated) {
        QCOMPARE(read.bytes, out);
        return;
    }
    const qint64 kept = std::min(limit / 2, spooled);
    QCOMPARE(read.bytes, excerpt(out.first(kept), out.last(kept), total));
}

void TestJournal::lostSpoolFileIsSaid_data()
{
    QTest::addColumn<qint64>("left");
    QTest::addColumn<QString>("note");
    const QString incomplete =
        u"The file with the whole stdout is incomplete, as after a loss of power; both ends of it are kept."_s;
    QTest::newRow("gone") << qint64(-1) << u"The file with the whole stdout is gone."_s;
    QTest::newRow("empty") << qint64(0) << incomplete;
    QTest::newRow("a part") << qint64(4096) << incomplete;
    QTest::newRow("all but a byte") << qint64(49'999) << incomplete;
    QTest::newRow("whole") << qint64(50'000) << QString();
}

void TestJournal::lostSpoolFileIsSaid()
{
    QFETCH(qint64, left);
    QFETCH(QString, note);
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 1);
    RunResult result = exitedResult(0, QByteArray(50'000, 'x'));
    result.out.spoolFile = journal->spoolFolder() + u"/1-0.out"_s;
    result.out.spooled = 50'000;
    if (QFile file(result.out.spoolFile); left >= 0)
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(left, 'x')) == left);
    journal->append({.launch = launch, .index = 0, .result = result}, {});
    QVERIFY(journal->flush(Patience));
    const auto stored = openReader(folder)->result(launch, 0, MiB);
    QVERIFY(stored);
    QCOMPARE(stored->result.end.notes, note.isEmpty() ? QStringList() : QStringList {note});
    QCOMPARE(stored->result.out.truncated, !note.isEmpty());
    QCOMPARE(stored->result.out.spoolFile.isEmpty(), !note.isEmpty());
    QVERIFY(stored->result.out.bytes.startsWith("xxx") && stored->result.out.bytes.endsWith("xxx"));
}

void TestJournal::rangeIsRespected()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId before = createLaunch(*journal, 10);
    const LaunchId launch = createLaunch(*journal, 10);
    const LaunchId after = createLaunch(*journal, 10);
    for (const LaunchId id : {before, launch, after})
        QVERIFY(storeResults(*journal, id, {0, 9}));
    const auto reader = openReader(folder);
    const auto candidates = reader->candidates(launch, {3, 5}, OutputPart::Previews);
    QVERIFY(candidates);
    QCOMPARE(candidates->size(), 3);
    QCOMPARE(candidates->at(0).index, 3);
    QCOMPARE(candidates->at(0).outPreview, "out\n");
    QVERIFY(reader->candidates(launch, {3, 3}, OutputPart::None)->first().outPreview.isNull());
    QCOMPARE(reader->results(launch, {0, MaxCandidates - 1}, {})->results.size(), 10);
}

void TestJournal::pagesCoverEverythingOnce()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 100);
    // Of some the output is spooled, others have no result.
    constexpr qint64 Large = 50'000;
    for (const qint64 index : {0, 1, 7, 8, 40, 41, 42, 98}) {
        OutputRecorder recorder({}, {.folder = journal->spoolFolder(), .launch = launch, .index = index});
        recorder.output(Stream::Stdout, QByteArray(index % 2 == 0 ? Large : 10, char('a' + index % 26)), {});
        RunResult result = exitedResult(0);
        result.out = recorder.take().out;
        journal->append(CandidateFinished {.launch = launch, .index = index, .result = result}, {});
    }
    QVERIFY(journal->flush(Patience));
    const auto reader = openReader(folder);
    QList<qint64> seen;
    int pages = 0;
    for (qint64 from = 0; from < 100; ++pages) {
        const auto page = reader->results(launch, {from, 99}, {.pageBytes = Large});
        QVERIFY(page);
        QVERIFY(page->next > from);
        for (const StoredResult &stored : page->results) {
            QVERIFY(stored.index >= from && stored.index < page->next);
            QCOMPARE(stored.result.out.bytes.size(), stored.index % 2 == 0 ? Large : 10);
            seen += stored.index;
        }
        from = page->next;
    }
    QCOMPARE(seen, QList<qint64>({0, 1, 7, 8, 40, 41, 42, 98}));
    QCOMPARE(pages, 5);
}

void TestJournal::missingIsWhatHasNoResult()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 100);
    QVERIFY(storeResults(*journal, launch, {5, 9}));
    QVERIFY(storeResults(*journal, launch, {20, 98}));
    journal->append(CandidateStarted {.launch = launch, .index = 3});
    journal->append(CandidateStarted {.launch = launch, .index = 12});
    RunResult cancelled = exitedResult(130);
    cancelled.end.reason = EndReason::Cancelled;
    journal->append({.launch = launch, .index = 30, .result = cancelled}, {});
    QVERIFY(journal->flush(Patience));
    const auto missing = openReader(folder)->missing(launch);
    QVERIFY(missing);
    QCOMPARE(missing->ranges, (QList<IndexRange> {{0, 4}, {10, 19}, {30, 30}, {99, 99}}));
    QCOMPARE(missing->count, 17);
    QCOMPARE(missing->mayRunTwice, 3);
}

void TestJournal::missingOfNothingAndAll()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, MaxCandidates);
    const auto reader = openReader(folder);
    QCOMPARE(reader->missing(launch)->ranges, (QList<IndexRange> {{0, MaxCandidates - 1}}));
    const LaunchId small = createLaunch(*journal, 3);
    QVERIFY(storeResults(*journal, small, {0, 2}));
    QVERIFY(reader->missing(small)->ranges.isEmpty());
    QCOMPARE(reader->missing(4711).error().kind, FaultKind::NotFound);
}

void TestJournal::manyThreadsAppend()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    constexpr int Threads = 8, Each = 200;
    const LaunchId launch = createLaunch(*journal, Threads * Each);
    std::latch all(Threads * Each);
    {
        std::vector<std::jthread> threads;
        threads.reserve(Threads);
        for (int number = 0; number < Threads; ++number) {
            threads.emplace_back([&, number] {
                for (int index = number * Each; index < (number + 1) * Each; ++index) {
                    journal->append(CandidateStarted {.launch = launch, .index = index});
                    journal->append({.launch = launch, .index = index, .result = exitedResult(index % 3)},
                                    [&all](Result<>) { all.count_down(); });
                }
            });
        }
    }
    all.wait();
    journal->finishLaunch(launch, LaunchState::Done);
    QVERIFY(journal->flush(Patience));
    const auto record = openReader(folder)->launch(launch);
    QVERIFY(record);
    QCOMPARE(record->counts.succeeded, 534);
    QCOMPARE(record->counts.finished(), Threads * Each);
}

void TestJournal::twoJournalsAtOnce()
{
    const QString folder = newFolder();
    const auto first = openJournal(folder), second = openJournal(folder);
    const LaunchId one = createLaunch(*first, 500), two = createLaunch(*second, 500);
    QVERIFY(one != two);
    {
        const std::jthread other([&] { QVERIFY(storeResults(*second, two, {0, 499})); });
        QVERIFY(storeResults(*first, one, {0, 499}));
    }
    const auto reader = openReader(folder);
    QCOMPARE(reader->missing(one)->count, 0);
    QCOMPARE(reader->missing(two)->count, 0);
}

void TestJournal::otherProgramsNoticeChanges()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const auto reader = openReader(folder);
    const auto before = reader->dataVersion();
    QCOMPARE(reader->dataVersion(), before);
    (void)createLaunch(*journal, 1);
    QVERIFY(*reader->dataVersion() != *before);
}

namespace {

void storeSpooled(Journal &journal, LaunchId launch, int index, qint64 bytes)
{
    RunResult result = exitedResult(0, QByteArray(bytes, 'x'));
    result.out.spoolFile = journal.spoolFolder() + u'/' + spoolName(launch, index, Stream::Stdout);
    result.out.spooled = bytes;
    QFile file(result.out.spoolFile);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(result.out.bytes), bytes);
    file.close();
    journal.append({.launch = launch, .index = index, .result = result}, {});
    QVERIFY(journal.flush(Patience));
}

} // namespace

void TestJournal::quotaRemovesOldestFirst()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId old = createLaunch(*journal, 2), recent = createLaunch(*journal, 2);
    for (const LaunchId launch : {recent, old}) {
        for (const int index : {0, 1})
            storeSpooled(*journal, launch, index, 64 * 1024);
        journal->finishLaunch(launch, LaunchState::Done);
    }
    QVERIFY(journal->flush(Patience));
    QCOMPARE(*journal->enforceSpoolQuota(DefaultSpoolQuota), 0);
    const auto freed = journal->enforceSpoolQuota(64 * 1024);
    QVERIFY2(freed, freed ? "" : qPrintable(toText(freed.error())));
    QVERIFY(*freed >= 3 * 64 * 1024);

    const auto reader = openReader(folder);
    for (const auto &[launch, index] : {std::pair(old, 0), std::pair(old, 1), std::pair(recent, 0)}) {
        const auto stored = reader->result(launch, index, MiB);
        QVERIFY(stored && stored->outputRemoved);
        QVERIFY(stored->result.out.truncated);
        QCOMPARE(stored->result.out.total, 64 * 1024);
        QCOMPARE(stored->result.end.notes.size(), 1);
        QVERIFY(!QFile::exists(journal->spoolFolder() + u'/' + spoolName(launch, index, Stream::Stdout)));
    }
    QVERIFY(!reader->result(recent, 1, MiB)->outputRemoved);
    QCOMPARE(reader->result(recent, 1, MiB)->result.out.bytes.size(), 64 * 1024);
    QVERIFY(reader->candidates(old, {0, 0}, OutputPart::None)->first().outputRemoved);
}

void TestJournal::quotaSparesWhatIsBeingWritten()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId running = createLaunch(*journal, 2), done = createLaunch(*journal, 1);
    storeSpooled(*journal, running, 0, 64 * 1024);
    storeSpooled(*journal, done, 0, 64 * 1024);
    journal->finishLaunch(done, LaunchState::Done);
    QVERIFY(journal->flush(Patience));
    QFile open(journal->spoolFolder() + u'/' + spoolName(running, 1, Stream::Stdout));
    QVERIFY(open.open(QIODevice::WriteOnly));
    QCOMPARE(open.write(QByteArray(64 * 1024, 'x')), 64 * 1024);
    QVERIFY(open.flush());

    const auto reader = openReader(folder);
    QVERIFY(journal->enforceSpoolQuota(2 * 64 * 1024));
    QVERIFY(reader->result(done, 0, MiB)->outputRemoved); // Finished ones go before running ones, though younger.
    QVERIFY(!reader->result(running, 0, MiB)->outputRemoved);
    QVERIFY(journal->enforceSpoolQuota(0));
    QVERIFY(reader->result(running, 0, MiB)->outputRemoved);
    QVERIFY(open.exists());
}

void TestJournal::destructorStores()
{
    const QString folder = newFolder();
    auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 100);
    for (int index = 0; index < 100; ++index)
        journal->append({.launch = launch, .index = index, .result = exitedResult(0)}, {});
    journal.reset();
    QCOMPARE(openReader(folder)->missing(launch)->count, 0);
}

void TestJournal::waitingInCallbackIsRefused()
{
    const QString folder = newFolder();
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, 1);
    std::latch called(1);
    Result<> answer, flushed;
    journal->append({.launch = launch, .index = 0, .result = exitedResult(0)}, [&](Result<>) {
        answer = journal->takeOver(launch);
        flushed = journal->flush(Patience);
        called.count_down();
    });
    called.wait();
    QCOMPARE(answer.error().kind, FaultKind::Internal);
    QCOMPARE(flushed.error().kind, FaultKind::Internal);
}

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
