// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/inbackground.h"
#include "backends/secrets/secretsource.h"
#include "tests/support/fakekeychain.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const Setting Token {.key = u"token"_s, .label = u"Token"_s, .vendorVariables = {u"VENDOR_TOKEN"_s}, .secret = true};

} // namespace

/// Where a secret comes from, as a backend on a thread of its own sees it. Case E3: the message names the source.
class SecretSourceTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        qunsetenv("HERMES_RICH_TOKEN");
        qunsetenv("VENDOR_TOKEN");
        m_folder = std::make_unique<QTemporaryDir>();
        m_world = {};
        m_store = std::make_unique<KeychainTokenStore>(
            KeychainTokenStore::Options {.namesFile = m_folder->filePath(u"secrets.json"_s), .open = m_world.opener()});
        m_source = std::make_unique<SecretSource>(m_store.get());
    }
    void cleanup()
    {
        m_pool.waitForDone();
        m_source.reset();
        m_store.reset();
    }

    void wishesOfSettings()
    {
        const SecretWish wish = wishFor(u"rich"_s, u"box"_s, Token);
        QCOMPARE(wish.name, u"rich/box/token"_s);
        QCOMPARE(wish.variables, (QStringList {u"HERMES_RICH_TOKEN"_s, u"VENDOR_TOKEN"_s}));
        QCOMPARE(wishFor(u"rich"_s, {}, Token).name, u"rich/token"_s);
    }

    void theEnvironmentComesFirstAndIsNamed() // E3
    {
        m_world.secrets.insert(u"rich/token"_s, Secret("good"));
        qputenv("VENDOR_TOKEN", "bad-vendor");
        auto found = get();
        QVERIFY(found);
        QCOMPARE(found->value, Secret("bad-vendor"));
        QVERIFY(found->source.contains("VENDOR_TOKEN"_L1));
        QVERIFY(found->advice.contains("unset"_L1) && found->advice.contains("rich/token"_L1));
        qputenv("HERMES_RICH_TOKEN", "bad-ours");
        found = get();
        QVERIFY(found->source.contains("HERMES_RICH_TOKEN"_L1));
        QCOMPARE(found->value, Secret("bad-ours"));
        for (const QString &text : {found->source, found->advice})
            QVERIFY(!text.contains("bad"_L1));
        QCOMPARE(m_world.opened, 0);
    }

    void anEmptyVariableCountsAsNotSet() // E3
    {
        qputenv("VENDOR_TOKEN", "");
        const auto none = get();
        QVERIFY(!none);
        QCOMPARE(none.error().kind, FaultKind::NotConfigured);
        const QString text = toText(none.error());
        QVERIFY(text.contains("VENDOR_TOKEN is set but empty"_L1));
        QVERIFY(text.contains("rich/token"_L1) && text.contains("HERMES_RICH_TOKEN"_L1));
        m_world.secrets.insert(u"rich/token"_s, Secret("good"));
        const auto found = get();
        QVERIFY(found);
        QCOMPARE(found->value, Secret("good"));
        QVERIFY(found->source.contains("keychain"_L1) && found->source.contains("rich/token"_L1));
    }

    void aLockedKeychainIsNotAMissingSecret() // E10
    {
        m_world.fault = KeychainFault {.kind = KeychainFault::Kind::Locked};
        const auto none = get();
        QVERIFY(!none);
        QCOMPARE(none.error().kind, FaultKind::Denied);
        QVERIFY(none.error().what.contains("token of rich"_L1) && none.error().what.contains("locked"_L1));
    }

    void whatMayBeMissingIsNothing()
    {
        const auto wish = wishFor(u"rich"_s, {}, Token);
        const auto found = wait([&](const std::stop_token &stop) { return m_source->find(wish, stop); });
        QVERIFY(found && !*found);
    }

    void whatWasNeverStoredNeedsNoKeychain()
    {
        m_world.fault = KeychainFault {.kind = KeychainFault::Kind::Locked};
        const SecretWish wish {.name = u"registry/ghcr.io"_s, .onlyIfStored = true};
        const auto find = [&](const std::stop_token &stop) { return m_source->find(wish, stop); };
        const auto none = wait(find);
        QVERIFY(none && !*none);
        QCOMPARE(m_world.opened, 0);
        m_world.fault.reset();
        const auto written = m_store->write(wish.name, Secret("me:pass"));
        QTRY_VERIFY(written.isFinished());
        const auto stored = wait(find);
        QVERIFY(stored && *stored);
        QCOMPARE((*stored)->value, Secret("me:pass"));
    }

    void memoryIsNamedAsSuch()
    {
        m_world.fault = KeychainFault {.kind = KeychainFault::Kind::NoService};
        std::ignore = m_store->write(u"rich/token"_s, Secret("1"));
        QTRY_COMPARE(m_store->state(), StoreState::MemoryOnly);
        QVERIFY(get()->source.contains("memory"_L1));
    }

    void aStopEndsTheWait()
    {
        m_world.holds = true;
        std::stop_source stop;
        auto asked = inBackground(m_pool, [&] { return m_source->get({.name = u"a"_s}, stop.get_token()); });
        QTRY_COMPARE(m_world.opened, 1);
        stop.request_stop();
        QTRY_VERIFY(asked.isFinished());
        QCOMPARE(asked.result().error().kind, FaultKind::Cancelled);
    }

    void theEndOfTheStoreEndsTheWait()
    {
        m_world.holds = true;
        auto asked = inBackground(m_pool, [&] { return m_source->get({.name = u"a"_s}, {}); });
        QTRY_COMPARE(m_world.opened, 1);
        m_store.reset();
        m_world.letGo();
        QTRY_VERIFY(asked.isFinished());
        QCOMPARE(asked.result().error().kind, FaultKind::Cancelled);
        QCOMPARE(wait([&](const std::stop_token &stop) { return m_source->get({.name = u"a"_s}, stop); }).error().kind,
                 FaultKind::Cancelled);
    }

    void manyThreadsAskAtOnce()
    {
        for (int i = 0; i < 32; ++i)
            m_world.secrets.insert(QString::number(i), Secret(QByteArray::number(i)));
        QList<QFuture<Result<FoundSecret>>> asked;
        for (int i = 0; i < 32; ++i)
            asked += inBackground(m_pool, [this, i] { return m_source->get({.name = QString::number(i)}, {}); });
        for (int i = 0; i < 32; ++i) {
            QTRY_VERIFY(asked[i].isFinished());
            QCOMPARE(asked[i].result()->value, Secret(QByteArray::number(i)));
        }
    }

    void itsOwnThreadIsRefused() { QCOMPARE(m_source->get({.name = u"a"_s}, {}).error().kind, FaultKind::Internal); }

private:
    template<typename Work>
    std::invoke_result_t<Work, std::stop_token> wait(Work work)
    {
        auto future = inBackground(m_pool, [work] { return work(std::stop_token()); });
        std::ignore = QTest::qWaitFor([&] { return future.isFinished(); }, 30s);
        return future.result();
    }
    Result<FoundSecret> get()
    {
        return wait([this](const std::stop_token &stop) { return m_source->get(wishFor(u"rich"_s, {}, Token), stop); });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    test::KeychainWorld m_world;
    std::unique_ptr<KeychainTokenStore> m_store;
    std::unique_ptr<SecretSource> m_source;
    QThreadPool m_pool;
};

QTEST_GUILESS_MAIN(SecretSourceTest)
#include "tst_secretsource.moc"
