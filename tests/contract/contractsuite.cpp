// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/contract/contractsuite.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::tests {

ContractSuite::ContractSuite(ContractTarget target) : m_target(std::move(target)) { }

void ContractSuite::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_backend = m_target.make({});
    QVERIFY(m_backend);
}

void ContractSuite::cleanup()
{
    m_session.reset();
    if (m_backend) {
        const auto found = m_backend->list({});
        for (const SessionInfo &info : found.value_or(QList<SessionInfo>()))
            QVERIFY(m_backend->close({info.id, info.profile}, {}));
    }
    m_backend.reset();
    m_folder.reset();
}

Executor &ContractSuite::session()
{
    if (!m_session) {
        auto opened = m_backend->openSession({.name = {u"contract"_s}, .concurrency = 64}, {});
        if (!opened)
            qFatal("no session: %s", qUtf8Printable(toText(opened.error())));
        m_session = std::move(*opened);
    }
    return *m_session;
}

std::unique_ptr<Sandbox> ContractSuite::sandbox(const QString &id)
{
    auto opened = m_backend->openSandbox({.id = id}, {});
    if (!opened)
        qFatal("no sandbox: %s", qUtf8Printable(toText(opened.error())));
    return std::move(*opened);
}

QString ContractSuite::newFolder(const QString &name) const
{
    const QString path = m_folder->filePath(name);
    return QDir().mkpath(path) ? path : QString();
}

void ContractSuite::exitCodes_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("true") << QByteArray("true") << 0;
    QTest::newRow("exit 7") << QByteArray("exit 7") << 7;
    QTest::newRow("exit 255") << QByteArray("exit 255") << 255;
    QTest::newRow("own 124") << QByteArray("exit 124") << 124;
    QTest::newRow("own 130") << QByteArray("exit 130") << 130;
    QTest::newRow("not found") << QByteArray("no-such-command-here") << 127;
}

void ContractSuite::exitCodes()
{
    QFETCH(QByteArray, code);
    QFETCH(int, exitCode);
    StartedRun run(session(), shell(code));
    QCOMPARE(run.end().exitCode, exitCode);
    QCOMPARE(run.end().reason, EndReason::Exited);
    QVERIFY(!run.end().fault);
    QCOMPARE(run.end().signal, 0);
}

void ContractSuite::P13_signals_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<int>("signal");
    QTest::newRow("KILL") << QByteArray("kill -9 $$") << 137 << 9;
    QTest::newRow("SEGV") << QByteArray("kill -SEGV $$") << 139 << 11;
    QTest::newRow("code 137 is no signal") << QByteArray("bash -c 'exit 137'") << 137 << 0;
}

void ContractSuite::P13_signals()
{
    QFETCH(QByteArray, code);
    QFETCH(int, exitCode);
    QFETCH(int, signal);
    StartedRun run(session(), shell(code));
    QCOMPARE(run.end().exitCode, exitCode);
    QCOMPARE(run.end().signal, signal);
    QCOMPARE(run.end().reason, signal ? EndReason::Signalled : EndReason::Exited);
}

void ContractSuite::X2_endsOfTheShell_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("exit") << QByteArray("exit 3") << 3;
    QTest::newRow("errexit") << QByteArray("set -e; false; echo no") << 1;
    QTest::newRow("exec") << QByteArray("exec true") << 0;
}

void ContractSuite::X2_endsOfTheShell()
{
    QFETCH(QByteArray, code);
    QFETCH(int, exitCode);
    StartedRun run(session(), shell(code));
    QCOMPARE(run.end().exitCode, exitCode);
    QCOMPARE(run.out(), QByteArray());
}

void ContractSuite::X7_pipelines_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("out");
    QTest::newRow("no pipefail") << QByteArray("false | true") << QByteArray();
    QTest::newRow("broken pipe") << QByteArray("yes | head -1") << QByteArray("y\n");
}

void ContractSuite::X7_pipelines()
{
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, out);
    StartedRun run(session(), shell(code));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), out);
    QCOMPARE(run.err(), QByteArray());
}

void ContractSuite::pythonError()
{
    StartedRun run(session(), python("print('before')\nraise ValueError('discount')\n"));
    QCOMPARE(run.end().exitCode, 1);
    QCOMPARE(run.out(), QByteArray("before\n"));
    QVERIFY(run.err().contains("ValueError: discount"));
    QVERIFY(run.err().contains("line 2"));
}

void ContractSuite::resourceUseIsMeasured()
{
    StartedRun run(session(), shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"));
    QCOMPARE(run.end().exitCode, 0);
    QVERIFY(run.end().run > 0ns);
    QVERIFY(run.end().acquire > 0ns);
    if (run.end().use)
        QVERIFY(run.end().use->userTime > 0us && run.end().use->maxResidentBytes > 0);
}

void ContractSuite::emptyCodeIsRefused()
{
    StartedRun run(session(), shell(" \n"));
    QCOMPARE(run.end().reason, EndReason::Infrastructure);
    QCOMPARE(run.end().exitCode, -1);
    QCOMPARE(run.end().fault->kind, FaultKind::Usage);
    QVERIFY(!run.end().mayHaveStarted);
}

void ContractSuite::checkPasses()
{
    QStringList names;
    m_backend->check(
        [&](const CheckStep &step) {
            names.append(step.name);
            QVERIFY2(step.outcome, step.outcome ? "" : qUtf8Printable(step.name + u": "_s + toText(step.outcome.error())));
            QVERIFY(!step.outcome->isEmpty());
        },
        {});
    QVERIFY(names.contains(u"python3"_s));
    QVERIFY(names.contains(u"run"_s));
}

} // namespace hermes::tests
