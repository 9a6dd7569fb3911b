// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/backendregistry.h"
#include "tests/docker/dockerground.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::tests;

namespace {
QString joined(const QStringList &texts)
{
    return texts.join(u"; "_s);
}
} // namespace

/// Containers that are started ahead, on a real daemon.
class TestDockerPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();

    void takenOnceAndReplaced();
    void withoutNetworkLikeAnyOther();
    void drainedAndFilled();
    void endsWithTheBackend();
    void endsWhenSettingsChange();
    void aMovedTagRenewsIt();
    void anImageThatIsGoneIsTold();
    void memoryBoundHolds();
    void oneThatWasKilledIsReplaced();
    void noneForACommand();

private:
    [[nodiscard]] std::shared_ptr<Backend> pooled(const QHash<QString, QString> &texts = {}) const;
    [[nodiscard]] QStringList poolContainers() const;

    DockerGround m_ground;
};

void TestDockerPool::initTestCase()
{
    REQUIRE_DOCKER()
    QVERIFY2(m_ground.open(), qPrintable(m_ground.failure()));
}

void TestDockerPool::cleanup()
{
    QTRY_COMPARE(joined(m_ground.containers()), QString());
}

std::shared_ptr<Backend> TestDockerPool::pooled(const QHash<QString, QString> &texts) const
{
    QHash<QString, QString> all {{u"warm"_s, u"2"_s}};
    all.insert(texts);
    return m_ground.backend(all, true);
}

QStringList TestDockerPool::poolContainers() const
{
    QStringList names = m_ground.containers();
    names.removeIf([](const QString &name) { return !name.startsWith("hermes-pool-"_L1) || !name.endsWith("running"_L1); });
    return names;
}

void TestDockerPool::takenOnceAndReplaced()
{
    const auto backend = pooled();
    QCOMPARE(backend->poolStatus()->wanted, 2);
    const auto session = m_ground.session(backend);
    QTRY_COMPARE(backend->poolStatus()->ready, 2);
    QCOMPARE(poolContainers().size(), 2);
    QVERIFY(backend->poolStatus()->memory > 0);
    QSet<QByteArray> hosts;
    for (int i = 0; i < 4; ++i) {
        StartedRun run(*session, shell("test -e /tmp/mine && echo used; touch /tmp/mine; cat /etc/hostname"));
        QCOMPARE(run.end().exitCode, 0);
        hosts.insert(run.out());
        QTRY_COMPARE(backend->poolStatus()->ready, 2);
    }
    QCOMPARE(hosts.size(), 4);
    QTRY_COMPARE(backend->poolStatus()->taken, 0);
    QCOMPARE(backend->poolStatus()->hits, 4);
    QTRY_COMPARE(m_ground.containers().size(), 2);
}

void TestDockerPool::withoutNetworkLikeAnyOther()
{
    const auto backend = pooled({{u"network"_s, u"none"_s}, {u"memory"_s, u"64m"_s}});
    const auto session = m_ground.session(backend);
    QTRY_COMPARE(backend->poolStatus()->ready, 2);
    StartedRun run(
        *session,
        shell("ls /sys/class/net; cat /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory.max 2>/dev/null"));
    QCOMPARE(run.end().exitCode == 0 || !run.out().isEmpty(), true);
    QCOMPARE(run.out(), "lo\n67108864\n");
    QCOMPARE(backend->poolStatus()->hits, 1);
}

void TestDockerPool::drainedAndFilled()
{
    const auto backend = pooled();
    backend->fillPool();
    QTRY_COMPARE(backend->poolStatus()->ready, 2);
    backend->drainPool();
    QCOMPARE(backend->poolStatus()->ready, 0);
    QTRY_COMPARE(joined(m_ground.containers()), QString());
    // While some are being started.
    backend->fillPool();
    QTRY_VERIFY(backend->poolStatus()->starting > 0);
    backend->drainPool();
    QCOMPARE(joined(m_ground.containers()), QString());
}

void TestDockerPool::endsWithTheBackend()
{
    auto backend = pooled();
    backend->fillPool();
    QTRY_COMPARE(backend->poolStatus()->ready, 2);
    backend.reset();
    QCOMPARE(joined(m_ground.containers()), QString());
}

void TestDockerPool::endsWhenSettingsChange()
{
    BackendRegistry registry;
    registry.add(docker::dockerKind([this] { return m_ground.identity(true); }));
    const auto settingsOf = [&](const QString &memory) {
        return *resolveSettings(docker::dockerSchema(),
                                {.flags = {{u"host"_s, m_ground.daemon().address()},
                                           {u"image"_s, m_ground.image()},
                                           {u"pull"_s, u"never"_s},
                                           {u"warm"_s, u"2"_s},
                                           {u"memory"_s, memory}}});
    };
    const Settings before = settingsOf(u"64m"_s);
    const Settings after = settingsOf(u"65m"_s);
    auto used = *registry.backend(before);
    used->fillPool();
    QTRY_COMPARE(used->poolStatus()->ready, 2);
    // Those that are configured stay as they are.
    registry.retireOthers({before});
    QCOMPARE(used->poolStatus()->ready, 2);
    // One in use only lets go of what waits, and its runs go on.
    const auto session = m_ground.session(used);
    StartedRun run(*session, shell("echo begun; sleep 1; echo ended"));
    QTRY_VERIFY(run.out().contains("begun"));
    registry.retireOthers({after});
    QTRY_COMPARE(used->poolStatus()->ready, 0);
    QCOMPARE(run.end().exitCode, 0);
    StartedRun next(*session, shell("true"));
    QCOMPARE(next.end().exitCode, 0);
    QCOMPARE(*registry.backend(before), used);
}

void TestDockerPool::aMovedTagRenewsIt()
{
    const QString tag = u"hermes-test/moving:1"_s;
    QCOMPARE(m_ground.daemon().docker({u"tag"_s, m_ground.image(), tag}).exitCode, 0);
    const auto backend = pooled({{u"image"_s, tag}});
    const auto session = m_ground.session(backend);
    QTRY_COMPARE(backend->poolStatus()->ready, 2);
    // The same with one more file.
    const QString changed = u"changed"_s;
    QCOMPARE(m_ground.daemon().docker({u"run"_s, u"--name"_s, changed, m_ground.image(), u"touch"_s, u"/new"_s}).exitCode, 0);
    QCOMPARE(m_ground.daemon().docker({u"commit"_s, changed, tag}).exitCode, 0);
    QCOMPARE(m_ground.daemon().docker({u"rm"_s, changed}).exitCode, 0);
    for (int i = 0; i < 2; ++i) {
        StartedRun run(*session, shell("ls /new"));
        QCOMPARE(run.end().exitCode, 0);
        QTRY_COMPARE(backend->poolStatus()->ready, 2);
    }
}

void TestDockerPool::anImageThatIsGoneIsTold()
{
    const QString tag = u"hermes-test/leaving:1"_s;
    QCOMPARE(m_ground.daemon().docker({u"tag"_s, m_ground.image(), tag}).exitCode, 0);
    const auto backend = pooled({{u"image"_s, tag}});
    const auto session = m_ground.session(backend);
    QTRY_COMPARE(backend->poolStatus()->ready, 2);
    QCOMPARE(m_ground.daemon().docker({u"rmi"_s, u"-f"_s, tag}).exitCode, 0);
    StartedRun run(*session, shell("true"));
    QCOMPARE(run.end().reason, EndReason::Infrastructure);
    QVERIFY(!run.end().mayHaveStarted);
    QVERIFY2(run.end().fault->what.contains(tag), qPrintable(run.end().fault->what));
    backend->drainPool();
    backend->fillPool();
    QTRY_VERIFY(backend->poolStatus()->problem.contains(tag));
}

void TestDockerPool::memoryBoundHolds()
{
    const auto backend = pooled({{u"warm"_s, u"5"_s}, {u"warm-memory"_s, u"1m"_s}});
    backend->fillPool();
    QTRY_VERIFY(backend->poolStatus()->problem.contains(u"memory"_s));
    const PoolStatus status = *backend->poolStatus();
    QVERIFY2(status.ready == 1 || status.memory <= 1024 * 1024,
             qPrintable(u"%1 of %2 bytes"_s.arg(status.ready).arg(status.memory)));
    QVERIFY(status.ready < 5);
}

void TestDockerPool::oneThatWasKilledIsReplaced()
{
    const auto backend = pooled();
    backend->fillPool();
    QTRY_COMPARE(backend->poolStatus()->ready, 2);
    const QStringList before = poolContainers();
    for (const QString &name : before)
        QCOMPARE(m_ground.daemon().docker({u"kill"_s, name.section(u' ', 0, 0)}).exitCode, 0);
    QTRY_VERIFY(backend->poolStatus()->ready == 2 && !poolContainers().contains(before.first())
                && !poolContainers().contains(before.last()));
    const auto session = m_ground.session(backend);
    StartedRun run(*session, shell("true"));
    QCOMPARE(run.end().exitCode, 0);
}

void TestDockerPool::noneForACommand()
{
    const auto backend = m_ground.backend({{u"warm"_s, u"2"_s}}, false);
    QVERIFY(!backend->poolStatus());
    const auto session = m_ground.session(backend);
    StartedRun run(*session, shell("true"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(poolContainers().size(), 0);
}

QTEST_GUILESS_MAIN(TestDockerPool)
#include "tst_dockerpool.moc"
