// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/outputsink.h"
#include "backends/core/runresult.h"
#include "backends/core/sessioninfo.h"
#include "backends/core/shellword.h"
#include "backends/core/snippet.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;

class tst_CoreValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void faultText();
    void reasons();
    void signalNames();
    void sessionNames();
    void endsWithoutRun();
    void languages();
    void code_data();
    void code();
    void namesInALine_data();
    void namesInALine();
    void creditIsGivenBackOnce();
};

void tst_CoreValues::faultText()
{
    const Fault fault {.what = u"no route"_s, .advice = u"Check the address."_s};
    QCOMPARE(toText(fault), u"no route. Check the address."_s);
    QCOMPARE(toText(Fault {.what = u"no route"_s}), u"no route"_s);
    QCOMPARE(inContext(u"ssh"_s, fault).what, u"ssh: no route"_s);
}

void tst_CoreValues::namesInALine_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("told");
    QTest::newRow("text") << QByteArray("a b/é 測😀'x'") << u"a b/é 測😀'x'"_s;
    QTest::newRow("empty") << QByteArray("") << QString();
    QTest::newRow("no text") << QByteArray("a\xff") << u"$'a\\xff'"_s;
    QTest::newRow("cut off") << QByteArray("a\xc3") << u"$'a\\xc3'"_s;
    QTest::newRow("line end") << QByteArray("a\n'b'") << u"$'a\\n\\'b\\''"_s;
    QTest::newRow("control") << QByteArray("\x1b[0m") << u"$'\\x1b[0m'"_s;
    QTest::newRow("turns the direction") << QByteArray("\u202Ea") << u"$'\\xe2\\x80\\xaea'"_s;
    QTest::newRow("space first") << QByteArray(" a") << u"$' a'"_s;
    QTest::newRow("space last") << QByteArray("a ") << u"$'a '"_s;
    QTest::newRow("like such a word") << QByteArray("$'a'") << u"$'$\\'a\\''"_s;
    QTest::newRow("a dollar alone") << QByteArray("$a") << u"$a"_s;
}

void tst_CoreValues::namesInALine()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QString, told);
    QCOMPARE_EQ(nameInLine(name), told);
}

void tst_CoreValues::reasons()
{
    for (const auto *name : {"exited", "signalled", "timed_out", "cancelled", "infrastructure"}) {
        const auto reason = reasonFromName(QString::fromLatin1(name));
        QVERIFY(reason);
        QCOMPARE(reasonName(*reason), QString::fromLatin1(name));
    }
    QVERIFY(!reasonFromName(u"Exited"_s));
    QVERIFY(!reasonFromName({}));
}

void tst_CoreValues::signalNames()
{
    QCOMPARE(signalName(9), u"SIGKILL"_s);
    QCOMPARE(signalName(11), u"SIGSEGV"_s);
    QCOMPARE(signalName(77), u"signal 77"_s);
}

void tst_CoreValues::sessionNames()
{
    for (const auto kind : {SessionKind::Sandbox, SessionKind::Session})
        QCOMPARE(sessionKindFromName(sessionKindName(kind)), kind);
    using enum SessionState;
    for (const auto state : {Open, Running, Closed, Lost})
        QCOMPARE(sessionStateFromName(sessionStateName(state)), state);
    QVERIFY(!sessionStateFromName(u"gone"_s));
}

void tst_CoreValues::endsWithoutRun()
{
    const RunEnd lost = RunEnd::infrastructure({.what = u"no python3"_s}, false);
    QCOMPARE(lost.reason, EndReason::Infrastructure);
    QCOMPARE(lost.exitCode, -1);
    QVERIFY(lost.fault && !lost.mayHaveStarted);
    const RunEnd cancelled = RunEnd::cancelledBeforeStart();
    QCOMPARE(cancelled.reason, EndReason::Cancelled);
    QCOMPARE(cancelled.exitCode, 130);
    QVERIFY(!cancelled.fault && !cancelled.mayHaveStarted);
}

void tst_CoreValues::languages()
{
    for (const auto language : {Language::Python, Language::Shell})
        QCOMPARE(languageFromName(languageName(language)).value(), language);
    QCOMPARE(languageFromName(u"perl"_s).error().kind, FaultKind::Usage);
    QCOMPARE(languageFromFileName(u"/a.b/job.PY"_s), Language::Python);
    QCOMPARE(languageFromFileName(u"job.bash"_s), Language::Shell);
    QVERIFY(!languageFromFileName(u"job"_s));
    QVERIFY(!languageFromFileName(u"py"_s));
}

void tst_CoreValues::code_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("part"); // empty: accepted

    QTest::newRow("valid") << "echo hi"_ba << QString();
    QTest::newRow("not UTF-8") << "echo '\xff\xfe'"_ba << QString();
    QTest::newRow("empty") << QByteArray() << u"empty"_s;
    QTest::newRow("blank") << " \n\t\r\n"_ba << u"empty"_s;
    QTest::newRow("O6 NUL") << QByteArray("a\nb\0c", 5) << u"NUL byte in line 2"_s;
    QTest::newRow("too long") << QByteArray(MaxCodeBytes + 1, '#') << u"at most"_s;
}

void tst_CoreValues::code()
{
    QFETCH(const QByteArray, code);
    QFETCH(const QString, part);
    const auto checked = checkCode(code);
    QCOMPARE(checked.has_value(), part.isEmpty());
    if (!checked)
        QVERIFY2(checked.error().what.contains(part), qPrintable(checked.error().what));
}

void tst_CoreValues::creditIsGivenBackOnce()
{
    int given = 0;
    {
        Credit first([&] { ++given; });
        Credit second(std::move(first));
        Credit third;
        third = std::move(second);
        QCOMPARE(given, 0);
    }
    QCOMPARE(given, 1);
}

QTEST_APPLESS_MAIN(tst_CoreValues)
#include "tst_corevalues.moc"
