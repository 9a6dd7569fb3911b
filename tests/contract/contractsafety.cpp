// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/contract/contractsuite.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::tests {

namespace {
bool isOnACommandLine(const QByteArray &text)
{
    const QStringList processes = QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs);
    return std::ranges::any_of(processes, [&](const QString &pid) {
        QFile file(u"/proc/%1/cmdline"_s.arg(pid));
        return file.open(QIODevice::ReadOnly) && file.readAll().contains(text);
    });
}
} // namespace

void ContractSuite::E1_noValueOnACommandLine()
{
    const QByteArray canary = "zq9-canary";
    RunRequest request = shell("echo up; sleep 300");
    request.environment.append({.name = u"CANARY_TOKEN"_s, .value = canary});
    StartedRun run(session(), request);
    QVERIFY(run.sink().waitForOutput("up"));
    QVERIFY(!isOnACommandLine(canary));
    run.requestStop();
    QCOMPARE(run.end().exitCode, 130);
}

void ContractSuite::E4_unreachableRunsNothingHere()
{
    const QString marker = m_folder->filePath(u"marker"_s);
    m_backend = m_target.makeUnreachable();
    auto opened = m_backend->openSession({.name = {u"e4"_s}}, {});
    if (opened) {
        StartedRun run(**opened, shell("touch '" + marker.toUtf8() + "'"));
        QCOMPARE(run.end().reason, EndReason::Infrastructure);
        QVERIFY(!run.end().mayHaveStarted);
    } else {
        QVERIFY(!opened.error().what.isEmpty());
    }
    QVERIFY(!m_backend->openSandbox({.id = u"e4"_s}, {}));
    QList<CheckStep> steps;
    m_backend->check([&](const CheckStep &step) { steps.append(step); }, {});
    QVERIFY(!steps.isEmpty());
    QVERIFY(!steps.last().outcome);
    QVERIFY(!QFile::exists(marker));
}

void ContractSuite::E13_memoryLimit()
{
    if (!m_target.limitsMemory)
        QSKIP("this backend has no limit for memory");
    m_backend = m_target.make({{u"memory"_s, u"256m"_s}});
    StartedRun other(session(), shell("sleep 2; echo fine"));
    StartedRun run(session(), python("x=bytearray(2*10**9)\nprint('never')"));
    QVERIFY(run.end().exitCode != 0);
    QCOMPARE(run.out(), QByteArray());
    QVERIFY2(run.err().contains("MemoryError") || run.end().notes.join(u' ').contains(u"memory"_s),
             qUtf8Printable(run.end().notes.join(u' ')));
    QCOMPARE(other.end().exitCode, 0);
    QCOMPARE(other.out(), QByteArray("fine\n"));
}

} // namespace hermes::tests
