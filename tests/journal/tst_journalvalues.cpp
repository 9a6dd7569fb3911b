// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/journal/excerpt.h"
#include "backends/engine/journal/extra.h"
#include "backends/engine/journal/journalfile.h"
#include "backends/engine/journal/launchrecord.h"
#include "backends/engine/journal/schema.h"
#include "backends/engine/journal/spoolfolder.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

using namespace hermes;
using namespace Qt::StringLiterals;

class TestJournalValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void excerptCutsBetweenCharacters_data();
    void excerptCutsBetweenCharacters();
    void shortOutputIsNotShortened();
    void longOutputShowsBothEnds();
    void namesAreReadBack();
    void ownerIsThisProcess();
    void ownerIsGone_data();
    void ownerIsGone();
    void zombieIsGone();
    void extraIsReadBack();
    void networkFileSystems();
    void candidateKeys();
    void spoolNames_data();
    void spoolNames();
};

void TestJournalValues::excerptCutsBetweenCharacters_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("tail");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("ascii") << QByteArray("ab") << QByteArray("yz") << QByteArray("ab\n[… 96 bytes left out …]\nyz");
    QTest::newRow("torn é") << QByteArray("a\xC3") << QByteArray("\xA9z") << QByteArray("a\n[… 98 bytes left out …]\nz");
    QTest::newRow("torn €, two of three") << QByteArray("a\xE2\x82") << QByteArray("\x82\xACz")
                                          << QByteArray("a\n[… 98 bytes left out …]\nz");
    QTest::newRow("torn emoji") << QByteArray("a\xF0\x9F\x98") << QByteArray("\x9F\x98\x80z")
                                << QByteArray("a\n[… 98 bytes left out …]\nz");
    QTest::newRow("whole") << QByteArray("é") << QByteArray("€") << QByteArray("é\n[… 95 bytes left out …]\n€");
    QTest::newRow("no UTF-8") << QByteArray("\x80\x80\x80\x80") << QByteArray("\x80\x80\x80\x80\x80")
                              << QByteArray("\x80\x80\x80\x80\n[… 91 bytes left out …]\n\x80\x80\x80\x80\x80");
    QTest::newRow("empty") << QByteArray() << QByteArray() << QByteArray("\n[… 100 bytes left out …]\n");
}

void TestJournalValues::excerptCutsBetweenCharacters()
{
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, tail);
    QFETCH(QByteArray, text);
    QCOMPARE(excerpt(head, tail, 100), text);
}

void TestJournalValues::shortOutputIsNotShortened()
{
    const QByteArray bytes(PreviewBytes, 'x');
    QCOMPARE(shortened(bytes, bytes.size(), PreviewBytes).constData(), bytes.constData());
}

void TestJournalValues::longOutputShowsBothEnds()
{
    const QByteArray bytes = "first " + QByteArray(PreviewBytes, 'x') + " last";
    const QByteArray preview = shortened(bytes, bytes.size(), PreviewBytes);
    QVERIFY(preview.startsWith("first "));
    QVERIFY(preview.endsWith(" last"));
    QVERIFY(preview.contains("\n[… 11 bytes left out …]\n"));
}

void TestJournalValues::namesAreReadBack()
{
    for (const auto kind : {LaunchKind::Run, LaunchKind::Sandbox, LaunchKind::Session, LaunchKind::Sweep})
        QCOMPARE(launchKindFromName(launchKindName(kind)), kind);
    using enum LaunchState;
    for (const auto state : {Running, Done, Cancelled, Stopped, Failed, Interrupted})
        QCOMPARE(launchStateFromName(launchStateName(state)), state);
    QCOMPARE(launchKindFromName(u"matrix"_s), std::nullopt);
    QCOMPARE(launchStateFromName({}), std::nullopt);
}

void TestJournalValues::ownerIsThisProcess()
{
    const Owner owner = currentOwner(u"her mes"_s);
    QCOMPARE(owner.pid, QCoreApplication::applicationPid());
    QVERIFY(owner.startTicks > 0);
    QVERIFY(isAlive(owner));
    QCOMPARE(ownerFromText(ownerToText(owner)), owner);
    QCOMPARE(describe(owner), u"her mes (process %1)"_s.arg(owner.pid));
    QCOMPARE(ownerFromText(u"1 2"_s), std::nullopt);
}

void TestJournalValues::ownerIsGone_data()
{
    QTest::addColumn<Owner>("owner");
    const Owner self = currentOwner({});
    QTest::newRow("pid used again") << Owner {.pid = self.pid, .startTicks = self.startTicks + 1, .bootId = self.bootId};
    QTest::newRow("another boot") << Owner {.pid = self.pid, .startTicks = self.startTicks, .bootId = u"b"_s};
    QTest::newRow("no such pid") << Owner {.pid = 1LL << 40, .startTicks = 1, .bootId = self.bootId};
    QTest::newRow("none") << Owner();
}

void TestJournalValues::ownerIsGone()
{
    QFETCH(Owner, owner);
    QVERIFY(!isAlive(owner));
}

void TestJournalValues::zombieIsGone()
{
    int gate[2];
    QCOMPARE(pipe(gate), 0);
    const pid_t child = fork();
    if (child == 0) {
        char byte = 0;
        _exit(int(read(gate[0], &byte, 1)));
    }
    close(gate[0]);
    QFile stat(u"/proc/%1/stat"_s.arg(child));
    QVERIFY(stat.open(QIODevice::ReadOnly));
    const QByteArray line = stat.readAll();
    Owner owner = currentOwner({});
    owner.pid = child;
    owner.startTicks = line.mid(line.lastIndexOf(')') + 2).split(' ')[19].toLongLong();
    QVERIFY(isAlive(owner));
    QCOMPARE(write(gate[1], "", 1), 1);
    // It has ended, and nobody has waited for it.
    QVERIFY(QTest::qWaitFor([&owner] { return !isAlive(owner); }, 30'000));
    QCOMPARE(waitpid(child, nullptr, 0), child);
    close(gate[1]);
}

void TestJournalValues::extraIsReadBack()
{
    RunEnd end = RunEnd::infrastructure(
        {.kind = FaultKind::Unreachable, .what = u"no \"route\""_s, .advice = u"Wait."_s, .transient = true}, false);
    end.notes = {u"one"_s, u"zwei ä"_s};
    RunEnd read;
    applyExtra(toExtra(end), read);
    QCOMPARE(read.fault, end.fault);
    QCOMPARE(read.notes, end.notes);
    QVERIFY(toExtra(RunEnd()).isEmpty());
    applyExtra("{", read);
    applyExtra("[]", read);
    QCOMPARE(read.notes, end.notes);
}

void TestJournalValues::networkFileSystems()
{
    QCOMPARE(networkFileSystemName(0x6969), u"NFS"_s);
    QCOMPARE(networkFileSystemName(0xFF534D42), u"CIFS"_s);
    QCOMPARE(networkFileSystemName(0x65735546), u"FUSE"_s);
    QCOMPARE(networkFileSystemName(0xEF53), QString()); // ext4
    QCOMPARE(networkFileSystemName(0x01021994), QString()); // tmpfs
}

void TestJournalValues::candidateKeys()
{
    const qint64 key = candidateKey(4711, MaxCandidates - 1);
    QCOMPARE(launchOfKey(key), 4711);
    QCOMPARE(indexOfKey(key), MaxCandidates - 1);
    QVERIFY(candidateKey(4711, MaxCandidates) < candidateKey(4712, 0));
}

void TestJournalValues::spoolNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("ours");
    QTest::newRow("valid") << spoolName(12, 7, Stream::Stderr) << true;
    QTest::newRow("empty index") << u"12-.err"_s << false;
    QTest::newRow("other ending") << u"12-7.txt"_s << false;
    QTest::newRow("no dash") << u"12.err"_s << false;
    QTest::newRow("words") << u"a-b.out"_s << false;
    QTest::newRow("zero") << u"0-0.out"_s << false;
    QTest::newRow("cut") << u"12-7"_s << false;
}

void TestJournalValues::spoolNames()
{
    QFETCH(QString, name);
    QFETCH(bool, ours);
    QTemporaryDir folder;
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto entries = spoolEntries(folder.path());
    QCOMPARE(entries.size(), ours ? 1 : 0);
    if (ours) {
        QCOMPARE(entries[0].launch, 12);
        QCOMPARE(entries[0].index, 7);
        QCOMPARE(entries[0].stream, Stream::Stderr);
    }
}

QTEST_GUILESS_MAIN(TestJournalValues)
#include "tst_journalvalues.moc"
