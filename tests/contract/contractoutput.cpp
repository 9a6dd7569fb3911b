// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/contract/contractsuite.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::tests {

namespace {
/// What this process holds in memory of its own, in bytes.
qint64 residentBytes()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLongLong() * 4096;
}

/// Keeps every credit, so that its run is not read any further.
class StallingSink final : public OutputSink
{
public:
    void output(Stream, QByteArrayView bytes, Credit credit) override
    {
        const std::lock_guard lock(m_mutex);
        m_held.push_back(std::move(credit));
        m_total += bytes.size();
    }
    void letGo()
    {
        std::vector<Credit> held;
        const std::lock_guard lock(m_mutex);
        held.swap(m_held);
    }
    qint64 total() const
    {
        const std::lock_guard lock(m_mutex);
        return m_total;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<Credit> m_held;
    qint64 m_total = 0;
};
} // namespace

void ContractSuite::streamsAreApart()
{
    StartedRun run(session(), shell("printf 'a\\nb\\n'; printf 'e\\n' >&2"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), QByteArray("a\nb\n"));
    QCOMPARE(run.err(), QByteArray("e\n"));
    QVERIFY(run.sink().hasStarted());
}

void ContractSuite::chunksComeInTheOrderRead()
{
    StartedRun run(session(), shell("echo a; sleep 0.1; echo b >&2; sleep 0.1; echo c; sleep 0.1; echo d >&2"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.sink().order(), QList<Stream>({Stream::Stdout, Stream::Stderr, Stream::Stdout, Stream::Stderr}));
}

void ContractSuite::unicode()
{
    StartedRun run(session(), python("print('naïve 测试 🙂')"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), QByteArray("naïve 测试 🙂\n"));
}

void ContractSuite::P15_tenMegabytesOnBothStreams()
{
    StartedRun run(session(), shell("head -c 10000000 /dev/zero >&1 & head -c 10000000 /dev/zero >&2; wait"), 1024);
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.sink().outTotal(), 10'000'000);
    QCOMPARE(run.sink().errTotal(), 10'000'000);
}

void ContractSuite::O1_hugeOutputNeedsLittleMemory()
{
    // Once before, so that buffers which stay are not counted.
    StartedRun first(session(), shell("head -c 2000000 /dev/zero"), 1024);
    QCOMPARE(first.end().exitCode, 0);
    const qint64 before = residentBytes();
    StartedRun run(session(), python("import sys; sys.stdout.write('x'*104857600)"), 1024);
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.sink().outTotal(), 104'857'600);
    QCOMPARE_LT(residentBytes() - before, 64 * 1024 * 1024);
}

void ContractSuite::O2_outputBeforeTheTimeoutIsKept()
{
    RunRequest request = shell("echo before; echo too >&2; sleep 30");
    request.timeout = 1s;
    StartedRun run(session(), request);
    QCOMPARE(run.end().reason, EndReason::TimedOut);
    QCOMPARE(run.end().exitCode, 124);
    QCOMPARE(run.out(), QByteArray("before\n"));
    QCOMPARE(run.err(), QByteArray("too\n"));
    QVERIFY(run.end().run >= 1s);
    QVERIFY(run.end().run < 10s);
}

void ContractSuite::O3_charactersSplitBetweenChunks()
{
    StartedRun whole(session(), python("print('a'*4095+'é'*5000)"));
    QCOMPARE(whole.end().exitCode, 0);
    const QString text = QString::fromUtf8(whole.out());
    QCOMPARE(text.count(u'é'), 5000);
    QVERIFY(!text.contains(QChar::ReplacementCharacter));
    StartedRun bytewise(session(), shell("printf '\\303'; sleep 0.3; printf '\\251\\n'"));
    QCOMPARE(bytewise.end().exitCode, 0);
    QCOMPARE(QString::fromUtf8(bytewise.out()), u"é\n"_s);
}

void ContractSuite::O4_bytesThatAreNotUtf8()
{
    StartedRun run(session(), shell("printf '\\376\\377ok\\n'"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), QByteArray("\376\377ok\n"));
}

void ContractSuite::O6_nulBytes()
{
    StartedRun run(session(), shell("printf 'a\\000b'"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), QByteArray("a\0b", 3));
    StartedRun refused(session(), shell(QByteArray("echo a\0b", 8)));
    QCOMPARE(refused.end().reason, EndReason::Infrastructure);
    QVERIFY(!refused.end().mayHaveStarted);
    QVERIFY(refused.end().fault->what.contains(u"NUL"_s));
}

void ContractSuite::unreadOutputStallsNobodyElse()
{
    const auto stalling = std::make_shared<StallingSink>();
    std::promise<RunEnd> promise;
    auto ended = promise.get_future();
    session().start(shell("head -c 5000000 /dev/zero"), stalling, {},
                    [&promise](RunEnd end) { promise.set_value(std::move(end)); });
    StartedRun other(session(), shell("head -c 5000000 /dev/zero"), 1024);
    QCOMPARE(other.end().exitCode, 0);
    QCOMPARE(other.sink().outTotal(), 5'000'000);
    QVERIFY(stalling->total() < 5'000'000);
    QTRY_VERIFY_WITH_TIMEOUT((stalling->letGo(), ended.wait_for(1ms) == std::future_status::ready), 30'000);
    QCOMPARE(ended.get().exitCode, 0);
    QCOMPARE(stalling->total(), 5'000'000);
}

} // namespace hermes::tests
