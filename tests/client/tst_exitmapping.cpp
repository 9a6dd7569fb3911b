// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/exitmapping.h"

#include <QTest>

#include <cerrno>

using namespace Qt::StringLiterals;
using namespace hermes;
using namespace hermes::runner;
using protocol::Ending;

class TestExitMapping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ends_data();
    void ends();
    void outOfMemory();
    void faults_data();
    void faults();
    void bytes();
};

void TestExitMapping::ends_data()
{
    QTest::addColumn<Ending>("ending");
    QTest::addColumn<bool>("signalled");
    QTest::addColumn<uint>("code");
    QTest::addColumn<EndReason>("reason");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<int>("signal");
    QTest::newRow("0") << Ending::ByItself << false << 0U << EndReason::Exited << 0 << 0;
    QTest::newRow("7") << Ending::ByItself << false << 7U << EndReason::Exited << 7 << 0;
    QTest::newRow("own 124") << Ending::ByItself << false << 124U << EndReason::Exited << 124 << 0;
    QTest::newRow("KILL") << Ending::ByItself << true << 9U << EndReason::Signalled << 137 << 9;
    QTest::newRow("timeout") << Ending::TimedOut << true << 15U << EndReason::TimedOut << 124 << 15;
    QTest::newRow("timeout, ended well") << Ending::TimedOut << false << 0U << EndReason::TimedOut << 124 << 0;
    QTest::newRow("cancelled") << Ending::Cancelled << true << 9U << EndReason::Cancelled << 130 << 9;
}

void TestExitMapping::ends()
{
    QFETCH(Ending, ending);
    QFETCH(bool, signalled);
    QFETCH(uint, code);
    const RunEnd end = endOfRun({.ending = ending, .signalled = signalled, .code = code}, {});
    QTEST(end.reason, "reason");
    QTEST(end.exitCode, "exitCode");
    QTEST(end.signal, "signal");
    QVERIFY(end.mayHaveStarted);
    QVERIFY(!end.fault);
}

void TestExitMapping::outOfMemory()
{
    const protocol::ExitMessage message {.signalled = true, .code = 9, .outOfMemory = true, .notes = {"another"}};
    const RunEnd limited = endOfRun(message, 256U * 1024 * 1024);
    QVERIFY(limited.outOfMemory);
    QCOMPARE(limited.notes, QStringList({u"Out of memory: the limit of 256 MiB was reached."_s, u"another"_s}));
    QVERIFY(endOfRun(message, {}).notes.first().startsWith(u"Out of memory"_s));
}

void TestExitMapping::faults_data()
{
    QTest::addColumn<uint>("number");
    QTest::addColumn<QByteArray>("stage");
    QTest::addColumn<FaultKind>("kind");
    QTest::newRow("no python") << uint(ENOENT) << QByteArray("find python3") << FaultKind::NotConfigured;
    QTest::newRow("no folder") << uint(ENOENT) << QByteArray("enter /x") << FaultKind::NotFound;
    QTest::newRow("denied") << uint(EACCES) << QByteArray("make folder /x") << FaultKind::Denied;
    QTest::newRow("a folder") << uint(EISDIR) << QByteArray("read /x") << FaultKind::Refused;
    QTest::newRow("below a file") << uint(ENOTDIR) << QByteArray("write /x/y") << FaultKind::Refused;
    QTest::newRow("full table") << uint(EAGAIN) << QByteArray("start a process") << FaultKind::Exhausted;
    QTest::newRow("full disk") << uint(ENOSPC) << QByteArray("write the script") << FaultKind::Exhausted;
    QTest::newRow("limit refused") << 0U << QByteArray("limit processes") << FaultKind::NotConfigured;
    QTest::newRow("other") << uint(EIO) << QByteArray("x") << FaultKind::Internal;
}

void TestExitMapping::faults()
{
    QFETCH(uint, number);
    QFETCH(QByteArray, stage);
    const Fault fault = faultOf({.errorNumber = number, .stage = stage.toStdString(), .text = "A sentence", .retry = true});
    QTEST(fault.kind, "kind");
    QCOMPARE(fault.what, u"A sentence"_s);
    QVERIFY(fault.transient);
    const Fault wordless = faultOf({.errorNumber = number, .stage = stage.toStdString()});
    QVERIFY(wordless.what.startsWith(QString::fromUtf8(stage)));
}

void TestExitMapping::bytes()
{
    QCOMPARE(byteText(0), u"0 bytes"_s);
    QCOMPARE(byteText(1000), u"1000 bytes"_s);
    QCOMPARE(byteText(1024), u"1 KiB"_s);
    QCOMPARE(byteText(1536), u"1536 bytes"_s);
    QCOMPARE(byteText(3ULL << 40), u"3072 GiB"_s);
}

QTEST_APPLESS_MAIN(TestExitMapping)
#include "tst_exitmapping.moc"
