// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalchild.h"
#include "journalfixture.h"

#include "backends/engine/journal/spoolfolder.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;

/// What happens to a journal from outside: kills, full disks, other programs.
class TestJournalFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void killedProgramLosesNothingReported_data();
    void killedProgramLosesNothingReported();
    void killedRerunIsWholeOrNothing();
    void twoProgramsHammer();
    void launchOfLivingProgramIsItsOwn();
    void fullDisk_data();
    void fullDisk();
    void readOnlyFileSystem();

private:
    QTemporaryDir m_dir;
    QString newFolder();
    int m_number = 0;
};

namespace {

constexpr int PatienceMs = 60'000;

void start(QProcess &child, const QStringList &arguments)
{
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(QCoreApplication::applicationFilePath(), QStringList {u"--child"_s} + arguments);
    QVERIFY(child.waitForStarted(PatienceMs));
}

bool readLines(QProcess &child, qsizetype count, QList<QByteArray> &lines)
{
    while (lines.size() < count) {
        while (child.canReadLine())
            lines += child.readLine().trimmed();
        if (lines.size() < count && !child.waitForReadyRead(PatienceMs))
            return false;
    }
    return true;
}

} // namespace

QString TestJournalFaults::newFolder()
{
    const QString folder = m_dir.filePath(u"state-%1"_s.arg(++m_number));
    return QDir().mkpath(folder) ? folder : QString();
}

void TestJournalFaults::killedProgramLosesNothingReported_data()
{
    QTest::addColumn<int>("lines");
    QTest::newRow("early") << 1;
    QTest::newRow("later") << 333;
    QTest::newRow("late") << 5000;
}

void TestJournalFaults::killedProgramLosesNothingReported()
{
    QFETCH(int, lines);
    const QString folder = newFolder();
    QProcess child;
    start(child, {u"write"_s, folder});
    QList<QByteArray> reported;
    QVERIFY(readLines(child, lines, reported));
    child.kill();
    QVERIFY(child.waitForFinished(PatienceMs));
    for (const QByteArray &line : child.readAll().split('\n')) {
        if (!line.isEmpty())
            reported += line;
    }

    const auto journal = openJournal(folder);
    QVERIFY(journal->notices().isEmpty());
    QCOMPARE(*journal->markInterrupted(), 1);
    const auto reader = openReader(folder);
    const LaunchRecord launch = reader->launches({})->first();
    QCOMPARE(launch.state, LaunchState::Interrupted);
    const auto stored = reader->candidates(launch.id, {0, MaxCandidates - 1}, OutputPart::None);
    QVERIFY(stored);
    QSet<qint64> safe;
    for (const StoredCandidate &candidate : *stored) {
        if (candidate.finished)
            safe += candidate.index;
    }
    for (const QByteArray &line : reported)
        QVERIFY2(safe.contains(line.toLongLong()), line.constData());
    QCOMPARE(launch.counts.finished(), safe.size());
    const auto missing = reader->missing(launch.id);
    QCOMPARE(missing->count, MaxCandidates - safe.size());
    QVERIFY(journal->takeOver(launch.id));
}

/// Its files are there before its rows are.
void TestJournalFaults::killedRerunIsWholeOrNothing()
{
    const QString folder = newFolder();
    constexpr int Count = 4000;
    LaunchId earlier = 0;
    {
        const auto journal = openJournal(folder);
        earlier = createLaunch(*journal, Count);
        for (int index = 0; index < Count; ++index) {
            RunResult result = exitedResult(0, "x");
            result.out.spoolFile = journal->spoolFolder() + u'/' + spoolName(earlier, index, Stream::Stdout);
            result.out.spooled = 1;
            QFile file(result.out.spoolFile);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
            journal->append({.launch = earlier, .index = index, .result = result}, {});
        }
        journal->finishLaunch(earlier, LaunchState::Done);
        QVERIFY(journal->flush(Patience));
    }
    QProcess child;
    start(child, {u"rerun"_s, folder, QString::number(earlier)});
    const QString half = spoolPath(folder) + u'/' + spoolName(earlier + 1, Count / 2, Stream::Stdout);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(half) || child.waitForFinished(0), PatienceMs);
    child.kill();
    QVERIFY(child.waitForFinished(PatienceMs));

    const auto journal = openJournal(folder);
    const auto reader = openReader(folder);
    QCOMPARE(reader->launch(earlier)->counts.succeeded, Count);
    const auto launches = reader->launches({});
    QVERIFY(launches);
    if (launches->size() == 2)
        QCOMPARE(reader->launch(launches->first().id)->counts.succeeded, Count - 1);
    // The id may be given out again, with files of the same names: they are its own then.
    auto record = reader->launch(earlier);
    record->rerunOf = earlier;
    const auto again = journal->createRerun(*record, {{0, 0}});
    QVERIFY(again);
    QCOMPARE(again->carried.succeeded, Count - 1);
    QCOMPARE(reader->result(again->id, Count / 2, MiB)->result.out.bytes, "x");
    QVERIFY(journal->removeLaunch(earlier));
    QCOMPARE(reader->result(again->id, Count - 1, MiB)->result.out.bytes, "x");
}

void TestJournalFaults::twoProgramsHammer()
{
    const QString folder = newFolder();
    constexpr int Count = 300;
    QProcess first, second;
    for (QProcess *child : {&first, &second})
        start(*child, {u"hammer"_s, folder, QString::number(Count)});
    for (QProcess *child : {&first, &second}) {
        QVERIFY(child->waitForFinished(PatienceMs));
        QCOMPARE(child->exitStatus(), QProcess::NormalExit);
        QCOMPARE(child->exitCode(), 0);
        const auto launch = openReader(folder)->launch(child->readAll().trimmed().toLongLong());
        QVERIFY(launch);
        QCOMPARE(launch->state, LaunchState::Done);
        QCOMPARE(launch->counts.succeeded, Count);
    }
}

void TestJournalFaults::launchOfLivingProgramIsItsOwn()
{
    const QString folder = newFolder();
    QProcess child;
    start(child, {u"hold"_s, folder});
    QList<QByteArray> lines;
    QVERIFY(readLines(child, 1, lines));
    const LaunchId launch = lines.first().toLongLong();
    const auto journal = openJournal(folder);
    QCOMPARE(*journal->markInterrupted(), 0);
    const auto refused = journal->takeOver(launch);
    QCOMPARE(refused.error().kind, FaultKind::Conflict);
    QVERIFY(refused.error().what.contains(u"holder (process %1)"_s.arg(child.processId())));
    child.kill();
    QVERIFY(child.waitForFinished(PatienceMs));
    QVERIFY(journal->takeOver(launch));
}

void TestJournalFaults::fullDisk_data()
{
    QTest::addColumn<QStringList>("what");
    QTest::newRow("space while it runs") << QStringList {u"full"_s};
    QTest::newRow("space at the end") << QStringList {u"end-full"_s, u"space"_s};
    QTest::newRow("no space at the end") << QStringList {u"end-full"_s, u"none"_s};
}

void TestJournalFaults::fullDisk()
{
    QFETCH(QStringList, what);
    QProcess child;
    start(child, QStringList {what.first(), newFolder()} + what.sliced(1));
    QVERIFY(child.waitForFinished(PatienceMs));
    if (child.exitCode() == CannotMount && !qEnvironmentVariableIsSet("CI"))
        QSKIP("no file system can be mounted here: run as root or allow user namespaces");
    QCOMPARE(child.exitStatus(), QProcess::NormalExit);
    QCOMPARE(child.exitCode(), 0);
}

void TestJournalFaults::readOnlyFileSystem()
{
    QProcess child;
    start(child, {u"readonly"_s, newFolder()});
    QVERIFY(child.waitForFinished(PatienceMs));
    if (child.exitCode() == CannotMount && !qEnvironmentVariableIsSet("CI"))
        QSKIP("no file system can be mounted here: run as root or allow user namespaces");
    QCOMPARE(child.exitStatus(), QProcess::NormalExit);
    QCOMPARE(child.exitCode(), 0);
}

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    if (const auto exitCode = runAsChild(QCoreApplication::arguments()))
        return *exitCode;
    TestJournalFaults test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_journalfaults.moc"
