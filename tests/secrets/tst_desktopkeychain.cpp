// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/secrets/keychaintokenstore.h"
#include "tests/support/longestblock.h"
#include "tests/support/privatebus.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The store on QtKeychain, and that on a Secret Service which is slow, locked, or refuses, as case E10 has it.
class DesktopKeychainTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.address().toUtf8());
        for (const char *variable : {"XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "KDE_FULL_SESSION"})
            qunsetenv(variable);
        QTest::failOnWarning(QRegularExpression(u".*"_s));
    }

    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_store = std::make_unique<KeychainTokenStore>(
            KeychainTokenStore::Options {.namesFile = m_folder.filePath(u"secrets.json"_s)});
    }
    void cleanup() { m_store.reset(); }

    /// First: afterwards there is one on this bus.
    void noServiceAtAllIsMemory()
    {
        QVERIFY(answer(m_store->write(u"a"_s, Secret("1"))));
        QCOMPARE(m_store->state(), StoreState::MemoryOnly);
        QCOMPARE(answer(m_store->read(u"a"_s)), Result<Secret>(Secret("1")));
        QVERIFY(m_bus.startFake());
    }

    void storesReplacesAndRemoves()
    {
        set(u"open"_s);
        QVERIFY(answer(m_store->write(u"a/ä"_s, Secret("one"))));
        QVERIFY(answer(m_store->write(u"a/ä"_s, Secret("zwei ü\n:"))));
        QCOMPARE(m_store->state(), StoreState::Keychain);
        QCOMPARE(answer(m_store->read(u"a/ä"_s)), Result<Secret>(Secret("zwei ü\n:")));
        QVERIFY(answer(m_store->remove(u"a/ä"_s)));
        QCOMPARE(kindOf(m_store->read(u"a/ä"_s)), FaultKind::NotFound);
        QCOMPARE(kindOf(m_store->remove(u"a/ä"_s)), FaultKind::NotFound);
    }

    void aSlowOneKeepsNobodyFromWorking() // E10
    {
        set(u"open"_s);
        QVERIFY(answer(m_store->write(u"slow"_s, Secret("good"))));
        set(u"open"_s, 6000);
        LongestBlock block;
        const auto reading = m_store->read(u"slow"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_store->state(), StoreState::NotAnswering, 5s);
        QVERIFY(!reading.isFinished());
        QTRY_VERIFY_WITH_TIMEOUT(reading.isFinished(), 30s);
        QCOMPARE(reading.result().value(), Secret("good"));
        QCOMPARE(m_store->state(), StoreState::Keychain);
        QVERIFY2(block.milliseconds() < 100, qPrintable(QString::number(block.milliseconds())));
    }

    void oneOverItsDeadlineIsNoMissingSecret() // E10
    {
        set(u"open"_s);
        QVERIFY(answer(m_store->write(u"late"_s, Secret("good"))));
        m_store = std::make_unique<KeychainTokenStore>(KeychainTokenStore::Options {
            .namesFile = m_folder.filePath(u"secrets.json"_s), .noticeAfter = 10ms, .deadline = 100ms});
        set(u"open"_s, 1000);
        QCOMPARE(kindOf(m_store->read(u"late"_s)), FaultKind::TimedOut);
        QCOMPARE(m_store->state(), StoreState::NotAnswering);
        set(u"open"_s);
        // What was asked for too late still comes, and the state with it.
        QTRY_COMPARE_WITH_TIMEOUT(m_store->state(), StoreState::Keychain, 30s);
        init();
        QCOMPARE(answer(m_store->read(u"late"_s)), Result<Secret>(Secret("good")));
    }

    void aLockedOneIsLocked_data() // E10
    {
        QTest::addColumn<QString>("mode");
        QTest::newRow("cannot be unlocked") << u"locked"_s;
        QTest::newRow("user dismissed it") << u"dismissed"_s;
    }

    void aLockedOneIsLocked()
    {
        QFETCH(QString, mode);
        set(u"open"_s);
        QVERIFY(answer(m_store->write(u"here"_s, Secret("good"))));
        set(mode);
        for (const QString &name : {u"here"_s, u"nowhere"_s})
            QCOMPARE(kindOf(m_store->read(name)), FaultKind::Denied);
        QCOMPARE(kindOf(m_store->write(u"here"_s, Secret("worse"))), FaultKind::Denied);
        QCOMPARE(kindOf(m_store->remove(u"here"_s)), FaultKind::Denied);
        QCOMPARE(m_store->state(), StoreState::Locked);
        // The same program, after it was unlocked.
        set(u"open"_s);
        QCOMPARE(answer(m_store->read(u"here"_s)), Result<Secret>(Secret("good")));
        QCOMPARE(m_store->state(), StoreState::Keychain);
    }

    void oneThatAsksItsUserIsUnlocked() // E10
    {
        set(u"open"_s);
        QVERIFY(answer(m_store->write(u"asked"_s, Secret("good"))));
        set(u"unlocks"_s);
        QCOMPARE(answer(m_store->read(u"asked"_s)), Result<Secret>(Secret("good")));
    }

    void aRefusingOneRefuses() // E10
    {
        set(u"open"_s);
        QVERIFY(answer(m_store->write(u"kept"_s, Secret("good"))));
        set(u"denied"_s);
        const auto read = answer(m_store->read(u"kept"_s));
        QVERIFY(!read);
        QCOMPARE(read.error().kind, FaultKind::Denied);
        QVERIFY(read.error().what.contains("the fake wants it so"_L1));
        QCOMPARE(kindOf(m_store->write(u"kept"_s, Secret("worse"))), FaultKind::Denied);
        QCOMPARE(m_store->state(), StoreState::Refusing);
        set(u"open"_s);
        QCOMPARE(answer(m_store->read(u"kept"_s)), Result<Secret>(Secret("good")));
    }

private:
    static void set(const QString &mode, int milliseconds = 0)
    {
        auto call = QDBusMessage::createMethodCall(u"org.freedesktop.secrets"_s, u"/fake"_s, u"org.hermes_panel.Fake"_s, u"Set"_s);
        call << mode << milliseconds;
        QCOMPARE(QDBusConnection::sessionBus().call(call).type(), QDBusMessage::ReplyMessage);
    }

    template<typename T>
    static Result<T> answer(QFuture<Result<T>> future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 40s) || future.resultCount() == 0)
            return fail(FaultKind::Internal, u"no answer"_s);
        return future.result();
    }
    template<typename T>
    static FaultKind kindOf(QFuture<Result<T>> future)
    {
        const Result<T> result = answer(std::move(future));
        return result ? FaultKind::Internal : result.error().kind;
    }

    test::PrivateBus m_bus;
    QTemporaryDir m_folder;
    std::unique_ptr<KeychainTokenStore> m_store;
};

QTEST_GUILESS_MAIN(DesktopKeychainTest)
#include "tst_desktopkeychain.moc"
