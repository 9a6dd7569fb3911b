// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalfixture.h"

#include "backends/engine/journal/startorder.h"
#include "backends/engine/outputrecorder.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <thread>

#include <sys/stat.h>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Reruns, removals, and what can be learned from earlier launches.
class TestJournalHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void rangesAreInOrder();
    void rangesAreCutAndJoined();
    void rangesAreStored();
    void missingOfAPart();
    void rerunCarriesTheOthers();
    void rerunOfARunningLaunchIsRefused();
    void rerunOfNothing();
    void rerunOfAnOrphan();
    void rerunSharesFiles();
    void rerunOutlivesTheEarlierOutput();
    void rerunWithoutTheFile();
    void onlyTheScopeCountsAsStarted();
    void reachFollowsTheOrder();
    void removedIsGone();
    void removalOfARunningLaunchIsRefused();
    void removalGoesOnLater();
    void removalLetsOthersWrite();
    void wordsAreFoundInParameters_data();
    void wordsAreFoundInParameters();
    void durationsOfTheSameCode();
    void durationsAreSampledEverywhere();

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<Journal> m_journal;
    std::unique_ptr<JournalReader> m_reader;

    [[nodiscard]] QVariant valueOf(const QString &sql);
    void runSql(const QString &sql);
    /// A sweep of ten: 0 to 3 exited with their index, 4 is cancelled, 5 infrastructure, 6 was started, the rest is missing.
    [[nodiscard]] LaunchId makeSweep();
    [[nodiscard]] Result<RerunCreated> rerun(LaunchId earlier, IndexRanges which);
    /// Stores a result whose whole stdout lies in a file.
    void storeLong(LaunchId launch, qint64 index, char letter);
    [[nodiscard]] QString spoolFile(LaunchId launch, qint64 index) const;
    void finish(LaunchId launch, LaunchState state = LaunchState::Done);
};

void TestJournalHistory::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_dir = std::make_unique<QTemporaryDir>();
    m_journal = openJournal(m_dir->path(), {.program = u"tester"_s});
    m_reader = openReader(m_dir->path());
}

void TestJournalHistory::cleanup()
{
    m_reader.reset();
    m_journal.reset();
}

QVariant TestJournalHistory::valueOf(const QString &sql)
{
    const auto connection = SqlConnection::open(journalPath(m_dir->path()), SqlConnection::Access::QueryOnly);
    return (*connection)->value(sql).value_or(QVariant());
}

void TestJournalHistory::runSql(const QString &sql)
{
    const auto connection = SqlConnection::open(journalPath(m_dir->path()), SqlConnection::Access::ReadWrite);
    const auto done = (*connection)->run(sql);
    QVERIFY2(done, done ? "" : qPrintable(toText(done.error())));
}

void TestJournalHistory::finish(LaunchId launch, LaunchState state)
{
    m_journal->finishLaunch(launch, state);
    QVERIFY(m_journal->flush(Patience));
}

LaunchId TestJournalHistory::makeSweep()
{
    const LaunchId launch = createLaunch(*m_journal, 10);
    for (int index = 0; index < 6; ++index) {
        RunResult result = exitedResult(index, "line " + QByteArray::number(index));
        result.end.notes = {u"note %1"_s.arg(index)};
        if (index == 4)
            result.end.reason = EndReason::Cancelled;
        if (index == 5)
            result.end.reason = EndReason::Infrastructure;
        m_journal->append({.launch = launch, .index = index, .result = result}, {});
    }
    m_journal->append(CandidateStarted {.launch = launch, .index = 6});
    m_journal->finishLaunch(launch, LaunchState::Cancelled);
    return m_journal->flush(Patience) ? launch : 0;
}

Result<RerunCreated> TestJournalHistory::rerun(LaunchId earlier, IndexRanges which)
{
    auto record = m_reader->launch(earlier);
    if (!record)
        return std::unexpected(record.error());
    record->rerunOf = earlier;
    return m_journal->createRerun(*std::move(record), std::move(which));
}

void TestJournalHistory::storeLong(LaunchId launch, qint64 index, char letter)
{
    OutputRecorder recorder({}, {.folder = m_journal->spoolFolder(), .launch = launch, .index = index});
    recorder.output(Stream::Stdout, QByteArray(100'000, letter), {});
    RunResult result = exitedResult(0);
    result.out = recorder.take().out;
    m_journal->append({.launch = launch, .index = index, .result = result}, {});
    QVERIFY(m_journal->flush(Patience));
}

QString TestJournalHistory::spoolFile(LaunchId launch, qint64 index) const
{
    return m_journal->spoolFolder() + u"/%1-%2.out"_s.arg(launch).arg(index);
}

void TestJournalHistory::rangesAreInOrder()
{
    QCOMPARE(inOrder({{5, 7}, {0, 1}, {6, 9}, {2, 2}, {8, 4}, {-3, 0}}, 9), (IndexRanges {{0, 2}, {5, 8}}));
    QCOMPARE(inOrder({{20, 30}}, 9), IndexRanges());
    QCOMPARE(sizeOf({{0, 2}, {5, 8}}), 7);
}

void TestJournalHistory::rangesAreCutAndJoined()
{
    const IndexRanges ranges {{0, 2}, {5, 8}};
    QCOMPARE(intersection(ranges, {{2, 5}, {7, 20}}), (IndexRanges {{2, 2}, {5, 5}, {7, 8}}));
    QCOMPARE(complement(ranges, 12), (IndexRanges {{3, 4}, {9, 11}}));
    QCOMPARE(complement({}, 3), (IndexRanges {{0, 2}}));
    QCOMPARE(complement({{0, 2}}, 3), IndexRanges());
    QCOMPARE(complement({}, 0), IndexRanges());
    QCOMPARE(lastOf(ranges, 5), (IndexRanges {{2, 2}, {5, 8}}));
    QCOMPARE(lastOf(ranges, 100), ranges);
}

void TestJournalHistory::rangesAreStored()
{
    const IndexRanges ranges {{0, 2}, {5, 5}};
    QCOMPARE(rangesToText(ranges), u"0-2,5-5"_s);
    QCOMPARE(rangesFromText(u"0-2,5-5"_s), ranges);
    QCOMPARE(rangesFromText(u"x,3,4-1,-7,,6-6"_s), (IndexRanges {{6, 6}}));
    QCOMPARE(rangesFromText({}), IndexRanges());
}

void TestJournalHistory::missingOfAPart()
{
    const LaunchId launch = makeSweep();
    const auto all = m_reader->missing(launch);
    QVERIFY(all);
    QCOMPARE(all->ranges, (IndexRanges {{4, 9}}));
    QCOMPARE(all->mayRunTwice, 3);
    QCOMPARE(all->cancelled, 1);
    QCOMPARE(all->infrastructure, 1);
    const auto part = m_reader->missing(launch, IndexRanges {{2, 4}, {8, 30}});
    QVERIFY(part);
    QCOMPARE(part->ranges, (IndexRanges {{4, 4}, {8, 9}}));
    QCOMPARE(part->count, 3);
    QCOMPARE(part->mayRunTwice, 1);
    QCOMPARE(part->cancelled, 1);
    QCOMPARE(part->infrastructure, 0);
}

void TestJournalHistory::rerunCarriesTheOthers()
{
    const LaunchId earlier = makeSweep();
    const LaunchRecord before = *m_reader->launch(earlier);
    const auto created = rerun(earlier, {{1, 2}, {5, 6}});
    QVERIFY2(created, created ? "" : qPrintable(toText(created.error())));
    QVERIFY(created->id > earlier);
    QCOMPARE(created->mayRunTwice, 2);
    QCOMPARE(created->carried, (LaunchCounts {.succeeded = 1, .failed = 1, .cancelled = 1}));
    const LaunchRecord record = *m_reader->launch(created->id);
    QCOMPARE(record.rerunOf, std::optional(earlier));
    QCOMPARE(record.state, LaunchState::Running);
    QCOMPARE(record.owner, m_journal->owner());
    QCOMPARE(record.code, before.code);
    QCOMPARE(record.parameters, before.parameters);
    QCOMPARE(record.count, 10);
    QCOMPARE(m_reader->launches({})->first().rerunOf, std::optional(earlier));
    for (const qint64 index : {0, 3, 4}) {
        const auto old = m_reader->result(earlier, index, MiB);
        const auto carried = m_reader->result(created->id, index, MiB);
        QVERIFY(old && carried);
        QCOMPARE(carried->result.out.bytes, old->result.out.bytes);
        QCOMPARE(carried->result.end.exitCode, old->result.end.exitCode);
        QCOMPARE(carried->result.end.reason, old->result.end.reason);
        QCOMPARE(carried->result.end.notes, old->result.end.notes);
        QCOMPARE(carried->result.startedAt, old->result.startedAt);
    }
    QCOMPARE(m_reader->candidates(created->id, {0, 9}, OutputPart::None)->size(), 3);
    // The earlier one is as it was.
    QCOMPARE(m_reader->launch(earlier)->counts, before.counts);
    QCOMPARE(m_reader->launch(earlier)->state, LaunchState::Cancelled);
}

void TestJournalHistory::rerunOfARunningLaunchIsRefused()
{
    const LaunchId earlier = createLaunch(*m_journal, 3);
    QVERIFY(storeResults(*m_journal, earlier, {0, 1}));
    const auto refused = rerun(earlier, {{0, 0}});
    QCOMPARE(refused.error().kind, FaultKind::Conflict);
    QVERIFY2(refused.error().what.contains(u"under way"_s), qPrintable(refused.error().what));
    QCOMPARE(m_reader->launches({})->size(), 1);
    QCOMPARE(valueOf(u"SELECT count(*) FROM candidates"_s).toInt(), 2);
}

void TestJournalHistory::rerunOfNothing()
{
    LaunchRecord record = sweepRecord(3);
    record.rerunOf = 4711;
    QCOMPARE(m_journal->createRerun(record, {{0, 0}}).error().kind, FaultKind::NotFound);
    QVERIFY(m_reader->launches({})->isEmpty());
}

/// Its program is gone, and nobody has noticed yet.
void TestJournalHistory::rerunOfAnOrphan()
{
    const LaunchId earlier = createLaunch(*m_journal, 3);
    QVERIFY(storeResults(*m_journal, earlier, {0, 1}));
    runSql(u"UPDATE launches SET owner = '1 1 gone tester'"_s);
    const auto created = rerun(earlier, {{0, 0}});
    QVERIFY(created);
    QCOMPARE(created->carried.succeeded, 1);
    QCOMPARE(m_reader->launch(earlier)->state, LaunchState::Interrupted);
}

void TestJournalHistory::rerunSharesFiles()
{
    const LaunchId earlier = createLaunch(*m_journal, 2);
    storeLong(earlier, 0, 'a');
    storeLong(earlier, 1, 'b');
    finish(earlier);
    const auto created = rerun(earlier, {{1, 1}});
    QVERIFY(created);
    struct stat status {};
    QCOMPARE(stat(QFile::encodeName(spoolFile(created->id, 0)).constData(), &status), 0);
    QCOMPARE(int(status.st_nlink), 2);
    QVERIFY(!QFile::exists(spoolFile(created->id, 1)));
    QVERIFY(m_journal->removeLaunch(earlier));
    QVERIFY(!QFile::exists(spoolFile(earlier, 0)));
    QCOMPARE(m_reader->result(created->id, 0, MiB)->result.out.bytes, QByteArray(100'000, 'a'));
}

/// A candidate that is run once more by a resume writes a file of the same name.
void TestJournalHistory::rerunOutlivesTheEarlierOutput()
{
    const LaunchId earlier = createLaunch(*m_journal, 2);
    storeLong(earlier, 0, 'a');
    finish(earlier);
    const auto created = rerun(earlier, {{1, 1}});
    QVERIFY(created);
    storeLong(earlier, 0, 'z');
    QCOMPARE(m_reader->result(earlier, 0, MiB)->result.out.bytes, QByteArray(100'000, 'z'));
    QCOMPARE(m_reader->result(created->id, 0, MiB)->result.out.bytes, QByteArray(100'000, 'a'));
}

void TestJournalHistory::rerunWithoutTheFile()
{
    const LaunchId earlier = createLaunch(*m_journal, 2);
    storeLong(earlier, 0, 'a');
    finish(earlier);
    QVERIFY(QFile::remove(spoolFile(earlier, 0)));
    const auto created = rerun(earlier, {{1, 1}});
    QVERIFY(created);
    const auto carried = m_reader->result(created->id, 0, MiB);
    QVERIFY(carried && carried->outputRemoved);
    QCOMPARE(carried->result.out.total, 100'000);
}

/// After a crash only what was to be run may have been started.
void TestJournalHistory::onlyTheScopeCountsAsStarted()
{
    const LaunchId launch = makeSweep();
    QVERIFY(m_journal->takeOver(launch, IndexRanges {{4, 4}, {8, 8}}));
    m_journal->extendReach(launch, 9, {});
    QVERIFY(m_journal->flush(Patience));
    runSql(u"UPDATE launches SET owner = '1 1 gone tester'"_s);
    QCOMPARE(*m_journal->markInterrupted(), 1);
    QCOMPARE(m_reader->missing(launch)->mayRunTwice, 4); // 4 to 6, which had been started before, and 8.
    QCOMPARE(m_reader->launch(launch)->counts.lost, 2);  // 6 and 8.
    // A resume of all is not bound by the part before.
    QVERIFY(m_journal->takeOver(launch));
    m_journal->extendReach(launch, 10, {});
    QVERIFY(m_journal->flush(Patience));
    runSql(u"UPDATE launches SET owner = '1 1 gone tester'"_s);
    QCOMPARE(*m_journal->markInterrupted(), 1);
    QCOMPARE(m_reader->launch(launch)->counts.lost, 4);
}

/// After a crash those at the first positions of a random order may have been started, whatever their numbers.
void TestJournalHistory::reachFollowsTheOrder()
{
    LaunchRecord record = sweepRecord(10);
    record.orderSeed = 7;
    const LaunchId launch = *m_journal->createLaunch(record);
    QCOMPARE(m_reader->launch(launch)->orderSeed, std::optional<qint64>(7));
    m_journal->extendReach(launch, 4, {});
    QVERIFY(m_journal->flush(Patience));
    runSql(u"UPDATE launches SET owner = '1 1 gone tester'"_s);
    QCOMPARE(*m_journal->markInterrupted(), 1);
    const StartOrder order = StartOrder::shuffled(10, 7);
    const auto started = [&] {
        QList<qint64> indexes;
        const auto read = m_reader->forEachCandidate(launch, {.first = 0, .last = 9},
                                                     [&](const StoredCandidate &candidate) { indexes += candidate.index; });
        return read ? indexes : QList<qint64>();
    };
    QList<qint64> expected;
    for (int position = 0; position < 4; ++position)
        expected += order.indexAt(position);
    std::ranges::sort(expected);
    QCOMPARE(started(), expected);
    // Of a part of it only what was to be run.
    QVERIFY(m_journal->takeOver(launch, IndexRanges {{order.indexAt(8), order.indexAt(8)}}));
    m_journal->extendReach(launch, 9, {});
    QVERIFY(m_journal->flush(Patience));
    runSql(u"UPDATE launches SET owner = '1 1 gone tester'"_s);
    QCOMPARE(*m_journal->markInterrupted(), 1);
    expected += order.indexAt(8);
    std::ranges::sort(expected);
    QCOMPARE(started(), expected);
}

void TestJournalHistory::removedIsGone()
{
    const LaunchId launch = createLaunch(*m_journal, 1000), other = createLaunch(*m_journal, 3);
    QVERIFY(storeResults(*m_journal, launch, {0, 999}));
    QVERIFY(storeResults(*m_journal, other, {0, 2}));
    storeLong(launch, 7, 'a');
    storeLong(other, 1, 'b');
    QFile leftOver(m_journal->spoolFolder() + u"/%1-999.err"_s.arg(launch));
    QVERIFY(leftOver.open(QIODevice::WriteOnly));
    leftOver.close();
    finish(launch);
    QVERIFY(m_journal->removeLaunch(launch));
    QCOMPARE(m_reader->launch(launch).error().kind, FaultKind::NotFound);
    QCOMPARE(m_reader->launches({})->size(), 1);
    QCOMPARE(valueOf(u"SELECT count(*) FROM candidates"_s).toInt(), 3);
    QCOMPARE(valueOf(u"SELECT count(*) FROM spool"_s).toInt(), 1);
    QCOMPARE(valueOf(u"SELECT count(*) FROM removals"_s).toInt(), 0);
    QCOMPARE(QDir(m_journal->spoolFolder()).entryList(QDir::Files), QStringList {QFileInfo(spoolFile(other, 1)).fileName()});
    QCOMPARE(m_journal->removeLaunch(launch).error().kind, FaultKind::NotFound);
    QVERIFY(createLaunch(*m_journal, 1) > other);
}

void TestJournalHistory::removalOfARunningLaunchIsRefused()
{
    const LaunchId launch = createLaunch(*m_journal, 3);
    QCOMPARE(m_journal->removeLaunch(launch).error().kind, FaultKind::Conflict);
    QVERIFY(m_reader->launch(launch));
    runSql(u"UPDATE launches SET owner = '1 1 gone tester'"_s);
    QVERIFY(m_journal->removeLaunch(launch));
}

void TestJournalHistory::removalGoesOnLater()
{
    const LaunchId launch = createLaunch(*m_journal, 50);
    QVERIFY(storeResults(*m_journal, launch, {0, 49}));
    finish(launch);
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY(m_journal->removeLaunch(launch, stopped.get_token()));
    QCOMPARE(m_reader->launch(launch).error().kind, FaultKind::NotFound);
    QVERIFY(m_reader->launches({})->isEmpty());
    QCOMPARE(valueOf(u"SELECT count(*) FROM candidates"_s).toInt(), 50);
    m_journal.reset();
    m_journal = openJournal(m_dir->path());
    QVERIFY(m_journal->finishRemovals({}));
    QCOMPARE(valueOf(u"SELECT count(*) FROM candidates"_s).toInt(), 0);
    QCOMPARE(valueOf(u"SELECT count(*) FROM removals"_s).toInt(), 0);
}

void TestJournalHistory::removalLetsOthersWrite()
{
    const LaunchId launch = createLaunch(*m_journal, 20'000), other = createLaunch(*m_journal, 1000);
    QVERIFY(storeResults(*m_journal, launch, {0, 19'999}));
    finish(launch);
    std::atomic<bool> removed = false;
    std::jthread removal([&] {
        const auto done = m_journal->removeLaunch(launch);
        removed = done.has_value();
    });
    int written = 0;
    for (; written < 1000 && !removed; ++written) {
        std::promise<void> stored;
        m_journal->append({.launch = other, .index = written, .result = exitedResult(0)}, [&](Result<>) { stored.set_value(); });
        QCOMPARE(stored.get_future().wait_for(Patience), std::future_status::ready);
    }
    removal.join();
    QVERIFY(removed);
    QVERIFY2(written > 3, QByteArray::number(written).constData());
}

void TestJournalHistory::wordsAreFoundInParameters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("found");
    QTest::newRow("name") << u"temperature"_s << 1;
    QTest::newRow("value") << u"0.875"_s << 1;
    QTest::newRow("unescaped value") << u"caf\u00e9"_s << 1;
    QTest::newRow("range") << u"1:10"_s << 1;
    QTest::newRow("table") << u"grid.csv"_s << 1;
    QTest::newRow("both words in different places") << u"temperature {{discount}}"_s << 1;
    QTest::newRow("one of two") << u"temperature nowhere"_s << 0;
    QTest::newRow("words of the format") << u"values"_s << 0;
    QTest::newRow("profile and code") << u"THIS discount"_s << 2;
}

void TestJournalHistory::wordsAreFoundInParameters()
{
    QFETCH(QString, text);
    QFETCH(int, found);
    LaunchRecord record = sweepRecord(1);
    record.parameters = R"({"groups":[{"names":["temperature"],"values":["0.875","caf\u00e9"]},{"names":["n"],"range":"1:10"},
        {"names":["a"],"values":["x"],"table":"grid.csv"}],"zip":false,"repeat":1})";
    QVERIFY(m_journal->createLaunch(record));
    record.parameters = "no JSON at all";
    QVERIFY(m_journal->createLaunch(record));
    const auto launches = m_reader->launches({.text = text});
    QVERIFY2(launches, launches ? "" : qPrintable(toText(launches.error())));
    QCOMPARE(launches->size(), found);
}

void TestJournalHistory::durationsOfTheSameCode()
{
    const DurationsWanted wanted {.code = "echo {{discount}}", .backend = u"local"_s, .profile = u"this machine"_s};
    QCOMPARE(m_reader->usualDurations(wanted).value(), std::nullopt);
    const LaunchId launch = createLaunch(*m_journal, 4);
    for (int index = 0; index < 4; ++index) {
        RunResult result = exitedResult(index);
        result.end.run = 1ms * (index == 3 ? 100 : index + 1);
        result.end.acquire = 2ms;
        result.queued = 1ms;
        m_journal->append({.launch = launch, .index = index, .result = result}, {});
    }
    QVERIFY(m_journal->flush(Patience));
    // Not while it runs.
    QCOMPARE(m_reader->usualDurations(wanted).value(), std::nullopt);
    finish(launch);
    const UsualDurations usual = m_reader->usualDurations(wanted)->value_or(UsualDurations());
    QCOMPARE(usual, (UsualDurations {.mean = 26'500us, .median = 3ms, .overhead = 3ms, .runs = 4, .launches = 1}));
    DurationsWanted other = wanted;
    other.profile.clear();
    QCOMPARE(m_reader->usualDurations(other).value(), std::nullopt);
    other = wanted;
    other.code = "echo {{discounx}}";
    QCOMPARE(m_reader->usualDurations(other).value(), std::nullopt);
    // What was cancelled says nothing.
    const LaunchId cancelled = createLaunch(*m_journal, 1);
    RunResult result = exitedResult(0);
    result.end.reason = EndReason::Cancelled;
    m_journal->append({.launch = cancelled, .index = 0, .result = result}, {});
    finish(cancelled, LaunchState::Cancelled);
    QCOMPARE(m_reader->usualDurations(wanted)->value(), usual);
}

/// The first parameter varies slowest: the first candidates are not like the rest.
void TestJournalHistory::durationsAreSampledEverywhere()
{
    const LaunchId launch = createLaunch(*m_journal, 4000);
    runSql(uR"(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3999)
               INSERT INTO candidates(key, state, reason, exit_code, run, queued, acquire)
               SELECT (%1 << 20) + i, 1, 0, 0, i * 1000000, 0, 0 FROM n)"_s.arg(launch));
    finish(launch);
    const auto usual = m_reader->usualDurations({.code = "echo {{discount}}", .backend = u"local"_s, .profile = u"this machine"_s});
    QVERIFY(usual && *usual);
    QVERIFY((*usual)->runs <= 500);
    QVERIFY(std::chrono::abs((*usual)->median - 2000ms) < 50ms);
}

QTEST_GUILESS_MAIN(TestJournalHistory)
#include "tst_journalhistory.moc"
