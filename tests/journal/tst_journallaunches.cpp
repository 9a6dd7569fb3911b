// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalfixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;

/// Launches, their owners, sandboxes and sessions.
class TestJournalLaunches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void launchIsReadBack();
    void countIsChecked_data();
    void countIsChecked();
    void endSetsStateAndCounts();
    void runningCountsAreOfNow();
    void listIsFiltered_data();
    void listIsFiltered();
    void listIsPaged();
    void listLeavesOutWhatIsLarge();
    void takeOverOfLivingOwnerIsRefused();
    void takeOverOfGoneOwner();
    void orphansBecomeInterrupted();
    void executorIsReadBack();
    void executorStates();
    void executorIdOnSeveralBackends();
    void openExecutorIsNotRemoved();
    void useIsNoted();

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<Journal> m_journal;
    std::unique_ptr<JournalReader> m_reader;

    /// Makes the owner of a launch a process that does not live.
    void loseOwner(LaunchId launch);
};

void TestJournalLaunches::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_dir = std::make_unique<QTemporaryDir>();
    m_journal = openJournal(m_dir->path(), {.program = u"tester"_s});
    m_reader = openReader(m_dir->path());
}

void TestJournalLaunches::cleanup()
{
    m_reader.reset();
    m_journal.reset();
}

void TestJournalLaunches::loseOwner(LaunchId launch)
{
    Owner gone = m_journal->owner();
    ++gone.startTicks;
    const auto connection = SqlConnection::open(journalPath(m_dir->path()), SqlConnection::Access::ReadWrite);
    QVERIFY(connection);
    auto update = (*connection)->prepare(u"UPDATE launches SET owner = ? WHERE id = ?"_s);
    QVERIFY(update && update->run(ownerToText(gone), launch));
}

void TestJournalLaunches::launchIsReadBack()
{
    const LaunchRecord given = sweepRecord(1000);
    const auto id = m_journal->createLaunch(given);
    QVERIFY(id);
    const auto read = m_reader->launch(*id);
    QVERIFY(read);
    QCOMPARE(read->id, *id);
    QCOMPARE(read->kind, given.kind);
    QCOMPARE(read->name, given.name);
    QCOMPARE(read->backend, given.backend);
    QCOMPARE(read->profile, given.profile);
    QCOMPARE(read->settings, given.settings);
    QCOMPARE(read->language, given.language);
    QCOMPARE(read->code, given.code);
    QCOMPARE(read->templated, given.templated);
    QCOMPARE(read->parameters, given.parameters);
    QCOMPARE(read->count, given.count);
    QCOMPARE(read->spec, given.spec);
    QCOMPARE(read->executorId, given.executorId);
    QCOMPARE(read->state, LaunchState::Running);
    QCOMPARE(read->owner, m_journal->owner());
    QVERIFY(std::abs(read->createdAt.secsTo(QDateTime::currentDateTimeUtc())) < 60);
    QVERIFY(!read->finishedAt.isValid());
    QCOMPARE(m_reader->launch(*id + 1).error().kind, FaultKind::NotFound);
}

void TestJournalLaunches::countIsChecked_data()
{
    QTest::addColumn<qint64>("count");
    QTest::newRow("none") << 0LL;
    QTest::newRow("negative") << -1LL;
    QTest::newRow("ten million") << 10'000'000LL;
}

void TestJournalLaunches::countIsChecked()
{
    QFETCH(qint64, count);
    const auto id = m_journal->createLaunch(sweepRecord(count));
    QVERIFY(!id);
    QCOMPARE(id.error().kind, FaultKind::Usage);
    QVERIFY(id.error().what.contains(QString::number(count)));
}

void TestJournalLaunches::endSetsStateAndCounts()
{
    const LaunchId id = createLaunch(*m_journal, 20);
    int index = 0;
    const auto add = [&](EndReason reason, int exitCode) {
        RunResult result = exitedResult(exitCode);
        result.end.reason = reason;
        m_journal->append({.launch = id, .index = index++, .result = result}, {});
    };
    add(EndReason::Exited, 0);
    add(EndReason::Exited, 0);
    add(EndReason::Exited, 7);
    add(EndReason::Signalled, 137);
    add(EndReason::TimedOut, 124);
    add(EndReason::Cancelled, 130);
    add(EndReason::Infrastructure, -1);
    m_journal->append(CandidateStarted {.launch = id, .index = index});
    std::promise<Result<>> stored;
    m_journal->finishLaunch(id, LaunchState::Stopped, [&](Result<> result) { stored.set_value(result); });
    QVERIFY(stored.get_future().get());
    const auto read = m_reader->launch(id);
    QVERIFY(read);
    QCOMPARE(read->state, LaunchState::Stopped);
    QVERIFY(read->finishedAt.isValid());
    const LaunchCounts expected {
        .succeeded = 2, .failed = 1, .signalled = 1, .timedOut = 1, .cancelled = 1, .infrastructure = 1, .lost = 1};
    QVERIFY(read->counts == expected);
    QCOMPARE(read->counts.finished(), 7);
}

void TestJournalLaunches::runningCountsAreOfNow()
{
    const LaunchId id = createLaunch(*m_journal, 20);
    QVERIFY(storeResults(*m_journal, id, {0, 4}));
    QCOMPARE(m_reader->launch(id)->counts.succeeded, 5);
    QCOMPARE(m_reader->launches({})->first().counts.succeeded, 5);
}

void TestJournalLaunches::listIsFiltered_data()
{
    QTest::addColumn<HistoryFilter>("filter");
    QTest::addColumn<QStringList>("names");
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QTest::newRow("all") << HistoryFilter() << QStringList {u"c_x"_s, u"b 100%"_s, u"a"_s};
    QTest::newRow("words in name") << HistoryFilter {.text = u" 100  B "_s} << QStringList {u"b 100%"_s};
    QTest::newRow("percent is no wildcard") << HistoryFilter {.text = u"0%"_s} << QStringList {u"b 100%"_s};
    QTest::newRow("nor is the underscore") << HistoryFilter {.text = u"c_x"_s} << QStringList {u"c_x"_s};
    QTest::newRow("text in code") << HistoryFilter {.text = u"IMPORT numpy"_s} << QStringList {u"a"_s};
    QTest::newRow("no such text") << HistoryFilter {.text = u"nowhere"_s} << QStringList();
    QTest::newRow("backend") << HistoryFilter {.backend = u"docker"_s} << QStringList {u"b 100%"_s};
    QTest::newRow("kind") << HistoryFilter {.kind = LaunchKind::Run} << QStringList {u"c_x"_s};
    QTest::newRow("state") << HistoryFilter {.state = LaunchState::Done} << QStringList {u"a"_s};
    QTest::newRow("since") << HistoryFilter {.since = now.addDays(1)} << QStringList();
    QTest::newRow("until") << HistoryFilter {.until = now.addDays(-1)} << QStringList();
    QTest::newRow("between") << HistoryFilter {.backend = u"local"_s, .since = now.addDays(-1), .until = now.addDays(1)}
                             << QStringList {u"c_x"_s, u"a"_s};
}

void TestJournalLaunches::listIsFiltered()
{
    QFETCH(HistoryFilter, filter);
    QFETCH(QStringList, names);
    LaunchRecord first = sweepRecord(1);
    first.name = u"a"_s;
    first.code = "import numpy";
    LaunchRecord second = sweepRecord(1);
    second.name = u"b 100%"_s;
    second.backend = u"docker"_s;
    LaunchRecord third = sweepRecord(1);
    third.name = u"c_x"_s;
    third.kind = LaunchKind::Run;
    m_journal->finishLaunch(*m_journal->createLaunch(first), LaunchState::Done);
    QVERIFY(m_journal->createLaunch(second));
    QVERIFY(m_journal->createLaunch(third));
    const auto read = m_reader->launches(filter);
    QVERIFY(read);
    QStringList found;
    for (const LaunchRecord &record : *read)
        found += record.name;
    QCOMPARE(found, names);
}

void TestJournalLaunches::listIsPaged()
{
    QList<LaunchId> ids;
    for (int number = 0; number < 5; ++number)
        ids.prepend(createLaunch(*m_journal, 1));
    QList<LaunchId> seen;
    HistoryFilter filter {.limit = 2};
    for (;;) {
        const auto page = m_reader->launches(filter);
        QVERIFY(page);
        if (page->isEmpty())
            break;
        for (const LaunchRecord &record : *page)
            seen += record.id;
        filter.before = page->last().id;
    }
    QCOMPARE(seen, ids);
}

void TestJournalLaunches::listLeavesOutWhatIsLarge()
{
    LaunchRecord record = sweepRecord(1);
    record.code = QByteArray(300'000, '#');
    QVERIFY(m_journal->createLaunch(record));
    const auto read = m_reader->launches({});
    QVERIFY(read);
    QCOMPARE(read->first().code.size(), 512);
    QVERIFY(read->first().settings.isEmpty() && read->first().parameters.isEmpty() && read->first().spec.isEmpty());
}

void TestJournalLaunches::takeOverOfLivingOwnerIsRefused()
{
    const LaunchId id = createLaunch(*m_journal, 1);
    const auto other = openJournal(m_dir->path());
    const auto taken = other->takeOver(id);
    QVERIFY(!taken);
    QCOMPARE(taken.error().kind, FaultKind::Conflict);
    QVERIFY(taken.error().what.contains(u"tester (process %1)"_s.arg(QCoreApplication::applicationPid())));
    QCOMPARE(other->takeOver(id + 1).error().kind, FaultKind::NotFound);
}

void TestJournalLaunches::takeOverOfGoneOwner()
{
    const LaunchId id = createLaunch(*m_journal, 1);
    loseOwner(id);
    QVERIFY(m_journal->takeOver(id));
    QCOMPARE(m_reader->launch(id)->owner, m_journal->owner());
    QVERIFY(!m_journal->takeOver(id));
    m_journal->finishLaunch(id, LaunchState::Cancelled);
    QVERIFY(m_journal->takeOver(id));
    const auto read = m_reader->launch(id);
    QCOMPARE(read->state, LaunchState::Running);
    QVERIFY(!read->finishedAt.isValid());
}

void TestJournalLaunches::orphansBecomeInterrupted()
{
    const LaunchId orphan = createLaunch(*m_journal, 5), mine = createLaunch(*m_journal, 5);
    QVERIFY(storeResults(*m_journal, orphan, {0, 2}));
    m_journal->append(CandidateStarted {.launch = orphan, .index = 4});
    QVERIFY(m_journal->flush(Patience));
    const auto started = m_reader->candidates(orphan, {0, 4}, OutputPart::None);
    QVERIFY(started);
    QCOMPARE(started->size(), 4);
    QCOMPARE(started->last().index, 4);
    QVERIFY(!started->last().finished && started->first().finished);
    loseOwner(orphan);
    QCOMPARE(*m_journal->markInterrupted(), 1);
    QCOMPARE(m_reader->launch(orphan)->state, LaunchState::Interrupted);
    QCOMPARE(m_reader->launch(orphan)->counts.succeeded, 3);
    QCOMPARE(m_reader->launch(orphan)->counts.lost, 1);
    QCOMPARE(m_reader->launches({}).value().last().counts.lost, 1);
    QCOMPARE(m_reader->launch(mine)->state, LaunchState::Running);
    QCOMPARE(*m_journal->markInterrupted(), 0);
    QVERIFY(m_journal->takeOver(orphan));
}

namespace {

ExecutorRecord sandboxRecord(const QString &backend, const QString &id)
{
    const QDateTime created = QDateTime::fromMSecsSinceEpoch(1'800'000'000'000, QTimeZone::UTC);
    return {.key = {.backend = backend, .id = id},
            .created = created,
            .lastUsed = created,
            .folder = u"/tmp/s"_s,
            .settings = "{}",
            .owner = currentOwner(u"tester"_s)};
}

} // namespace

void TestJournalLaunches::executorIsReadBack()
{
    ExecutorRecord record = sandboxRecord(u"local"_s, u"hermes-sandbox-1"_s);
    QVERIFY(m_journal->storeExecutor(record));
    record.key.profile = u""_s;
    QCOMPARE(*m_reader->executors(), QList {record});
    record.folder = u"/tmp/t"_s;
    record.kind = SessionKind::Session;
    record.owner.reset();
    QVERIFY(m_journal->storeExecutor(record));
    QCOMPARE(*m_reader->executors(), QList {record});
}

void TestJournalLaunches::executorStates()
{
    const ExecutorRecord record = sandboxRecord(u"local"_s, u"hermes-sandbox-1"_s);
    QVERIFY(m_journal->storeExecutor(record));
    QVERIFY(m_journal->setExecutorState(record.key, SessionState::Running));
    QVERIFY(m_reader->executors()->first().owner);
    QVERIFY(m_journal->setExecutorState(record.key, SessionState::Closed));
    QCOMPARE(m_reader->executors()->first().state, SessionState::Closed);
    QVERIFY(!m_reader->executors()->first().owner);
    QCOMPARE(m_journal->setExecutorState({.backend = u"local"_s, .id = u"x"_s}, SessionState::Lost).error().kind,
             FaultKind::NotFound);
}

void TestJournalLaunches::executorIdOnSeveralBackends()
{
    QVERIFY(m_journal->storeExecutor(sandboxRecord(u"local"_s, u"same"_s)));
    QVERIFY(m_journal->storeExecutor(sandboxRecord(u"docker"_s, u"same"_s)));
    QVERIFY(m_journal->storeExecutor(sandboxRecord(u"docker"_s, u"other"_s)));
    QCOMPARE(m_reader->executors(u"same"_s)->size(), 2);
    QCOMPARE(m_reader->executors(u"other"_s)->size(), 1);
    QVERIFY(m_reader->executors(u"none"_s)->isEmpty());
    QVERIFY(m_reader->executors(QString())->isEmpty());
}

void TestJournalLaunches::openExecutorIsNotRemoved()
{
    const ExecutorRecord record = sandboxRecord(u"local"_s, u"s"_s);
    QVERIFY(m_journal->storeExecutor(record));
    const auto refused = m_journal->removeExecutor(record.key);
    QCOMPARE(refused.error().kind, FaultKind::Conflict);
    QVERIFY(m_journal->setExecutorState(record.key, SessionState::Closed));
    QVERIFY(m_journal->removeExecutor(record.key));
    QVERIFY(m_reader->executors()->isEmpty());
    QCOMPARE(m_journal->removeExecutor(record.key).error().kind, FaultKind::NotFound);
}

void TestJournalLaunches::useIsNoted()
{
    const ExecutorRecord record = sandboxRecord(u"local"_s, u"s"_s);
    QVERIFY(m_journal->storeExecutor(record));
    m_journal->touchExecutor(record.key);
    QVERIFY(QTest::qWaitFor([&] { return m_reader->executors()->first().lastUsed != record.lastUsed; }, 30'000));
}

QTEST_GUILESS_MAIN(TestJournalLaunches)
#include "tst_journallaunches.moc"
