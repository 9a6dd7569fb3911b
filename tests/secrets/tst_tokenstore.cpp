// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/fakekeychain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = KeychainFault::Kind;
using Without = KeychainTokenStore::WithoutService;

/// The store on a keychain that does what the test wants. Case E10: no silent change of the store.
class TokenStoreTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_folder = std::make_unique<QTemporaryDir>();
        m_world = {};
        open();
    }
    void cleanup() { m_store.reset(); }

    void opensNothingBeforeItIsAsked()
    {
        QCOMPARE(m_store->state(), StoreState::Unasked);
        QCOMPARE(answer(m_store->names()).value(), QStringList());
        QCOMPARE(m_world.opened, 0);
    }

    void keepsNamesInAFileAndNoValue()
    {
        QSignalSpy names(m_store.get(), &TokenStore::namesChanged);
        QVERIFY(answer(m_store->write(u"b"_s, Secret("zq9-canary"))));
        QVERIFY(answer(m_store->write(u"a"_s, Secret("zq9-canary"))));
        QVERIFY(answer(m_store->write(u"a"_s, Secret("zq9-canary"))));
        QCOMPARE(names.count(), 2);
        QCOMPARE(m_store->state(), StoreState::Keychain);
        open();
        QCOMPARE(answer(m_store->names()).value(), (QStringList {u"a"_s, u"b"_s}));
        QCOMPARE(answer(m_store->read(u"a"_s)), Result<Secret>(Secret("zq9-canary")));
        QVERIFY(!file().contains("zq9"));
        QCOMPARE(QFile(path()).permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        QVERIFY(answer(m_store->remove(u"a"_s)));
        QCOMPARE(answer(m_store->names()).value(), QStringList {u"b"_s});
        QCOMPARE(m_world.secrets.keys(), QStringList {u"b"_s});
    }

    void twoProgramsKeepEachOthersNames()
    {
        KeychainTokenStore other({.namesFile = path(), .open = m_world.opener()});
        QVERIFY(answer(m_store->write(u"a"_s, Secret("1"))));
        QVERIFY(answer(other.write(u"b"_s, Secret("2"))));
        QCOMPARE(answer(m_store->names()).value(), (QStringList {u"a"_s, u"b"_s}));
    }

    void staleNamesAreBorne()
    {
        QVERIFY(answer(m_store->write(u"a"_s, Secret("1"))));
        m_world.secrets.clear();
        QCOMPARE(kindOf(m_store->read(u"a"_s)), FaultKind::NotFound);
        QVERIFY(answer(m_store->remove(u"a"_s)));
        QCOMPARE(answer(m_store->names()).value(), QStringList());
        QCOMPARE(kindOf(m_store->remove(u"a"_s)), FaultKind::NotFound);
        // What was stored by somebody else is listed once it is used.
        m_world.secrets.insert(u"c"_s, Secret("3"));
        QVERIFY(answer(m_store->read(u"c"_s)));
        QTRY_COMPARE(answer(m_store->names()).value(), QStringList {u"c"_s});
    }

    void aDamagedListIsNamed()
    {
        QVERIFY(answer(m_store->write(u"a"_s, Secret("1"))));
        QFile list(path());
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write("{");
        list.close();
        QCOMPARE(kindOf(m_store->names()), FaultKind::Storage);
        QCOMPARE(answer(m_store->read(u"a"_s)), Result<Secret>(Secret("1")));
        const auto written = answer(m_store->write(u"b"_s, Secret("2")));
        QVERIFY(!written);
        QVERIFY(written.error().what.contains("is in the keychain"_L1));
        QCOMPARE(file(), "{"_ba);
    }

    void anotherStoreNeverTakesItsPlace_data() // E10
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<StoreState>("state");
        QTest::newRow("locked") << int(Kind::Locked) << StoreState::Locked;
        QTest::newRow("refused") << int(Kind::Refused) << StoreState::Refusing;
    }

    void anotherStoreNeverTakesItsPlace()
    {
        QFETCH(int, kind);
        QFETCH(StoreState, state);
        QVERIFY(answer(m_store->write(u"a"_s, Secret("good"))));
        m_world.fault = KeychainFault {.kind = Kind(kind), .detail = u"because"_s};
        QSignalSpy states(m_store.get(), &TokenStore::stateChanged);
        QCOMPARE(kindOf(m_store->read(u"a"_s)), FaultKind::Denied);
        QCOMPARE(kindOf(m_store->write(u"a"_s, Secret("worse"))), FaultKind::Denied);
        QCOMPARE(kindOf(m_store->write(u"b"_s, Secret("worse"))), FaultKind::Denied);
        QCOMPARE(kindOf(m_store->remove(u"a"_s)), FaultKind::Denied);
        QCOMPARE(m_store->state(), state);
        QCOMPARE(states.count(), 1);
        QCOMPARE(answer(m_store->names()).value(), QStringList {u"a"_s});
        QCOMPARE(m_world.secrets.value(u"a"_s), Secret("good"));
        // It works after it was unlocked, without a new start.
        m_world.fault.reset();
        QCOMPARE(answer(m_store->read(u"a"_s)), Result<Secret>(Secret("good")));
        QCOMPARE(m_store->state(), StoreState::Keychain);
    }

    void aSlowOneIsToldAndWaitedFor() // E10
    {
        open({.noticeAfter = 20ms, .deadline = 60s});
        m_world.secrets.insert(u"a"_s, Secret("1"));
        m_world.holds = true;
        auto reading = m_store->read(u"a"_s);
        QTRY_COMPARE(m_store->state(), StoreState::NotAnswering);
        QVERIFY(!reading.isFinished());
        m_world.letGo();
        QCOMPARE(answer(reading), Result<Secret>(Secret("1")));
        QCOMPARE(m_store->state(), StoreState::Keychain);
    }

    void whatComesTooLateStillCounts() // E10
    {
        open({.noticeAfter = 1ms, .deadline = 20ms});
        m_world.secrets.insert(u"a"_s, Secret("before"));
        m_world.holds = true;
        QCOMPARE(kindOf(m_store->write(u"b"_s, Secret("late"))), FaultKind::TimedOut);
        QCOMPARE(kindOf(m_store->read(u"a"_s)), FaultKind::TimedOut);
        QCOMPARE(m_store->state(), StoreState::NotAnswering);
        QCOMPARE(m_world.secrets.value(u"a"_s), Secret("before"));
        QCOMPARE(answer(m_store->names()).value(), QStringList());
        m_world.letGo();
        QCOMPARE(m_store->state(), StoreState::Keychain);
        QTRY_COMPARE(answer(m_store->names()).value(), (QStringList {u"a"_s, u"b"_s}));
    }

    void withoutAServiceMemoryIsUsed()
    {
        m_world.fault = KeychainFault {.kind = Kind::NoService};
        QCOMPARE(kindOf(m_store->read(u"a"_s)), FaultKind::NotFound);
        QVERIFY(answer(m_store->write(u"a"_s, Secret("zq9-canary"))));
        QCOMPARE(m_store->state(), StoreState::MemoryOnly);
        QCOMPARE(answer(m_store->read(u"a"_s)), Result<Secret>(Secret("zq9-canary")));
        QCOMPARE(answer(m_store->names()).value(), QStringList {u"a"_s});
        QVERIFY(!QFile::exists(path()));
        // A service that comes up does not take the value away; what is stored then goes there.
        m_world.fault.reset();
        QCOMPARE(answer(m_store->read(u"a"_s)), Result<Secret>(Secret("zq9-canary")));
        QVERIFY(answer(m_store->write(u"a"_s, Secret("new"))));
        QCOMPARE(m_world.secrets.value(u"a"_s), Secret("new"));
        QCOMPARE(answer(m_store->read(u"a"_s)), Result<Secret>(Secret("new")));
    }

    void withoutAServiceWhatWasInOneIsNotMissing() // E10
    {
        QVERIFY(answer(m_store->write(u"a"_s, Secret("1"))));
        m_world.fault = KeychainFault {.kind = Kind::NoService};
        QCOMPARE(kindOf(m_store->read(u"a"_s)), FaultKind::Unreachable);
        QCOMPARE(kindOf(m_store->remove(u"a"_s)), FaultKind::Unreachable);
        QCOMPARE(answer(m_store->names()).value(), QStringList {u"a"_s});
    }

    void aProgramThatEndsKeepsNothingInMemory()
    {
        open({.withoutService = Without::Refuse});
        m_world.fault = KeychainFault {.kind = Kind::NoService};
        const auto written = answer(m_store->write(u"a"_s, Secret("zq9-canary")));
        QVERIFY(!written);
        QVERIFY(written.error().what.contains("Not stored"_L1));
        QVERIFY(!toText(written.error()).contains("zq9"_L1));
        QCOMPARE(answer(m_store->names()).value(), QStringList());
    }

    void whatCannotBeLoadedIsNotMissing()
    {
        m_store = std::make_unique<KeychainTokenStore>(
            KeychainTokenStore::Options {.namesFile = path(), .open = []() -> Result<std::unique_ptr<Keychain>> {
                                             return fail(FaultKind::NotConfigured, u"keychain.so is gone"_s);
                                         }});
        QCOMPARE(kindOf(m_store->read(u"a"_s)), FaultKind::NotConfigured);
        QCOMPARE(kindOf(m_store->write(u"a"_s, Secret("1"))), FaultKind::NotConfigured);
        QCOMPARE(m_store->state(), StoreState::Refusing);
    }

    void theEndAnswersWhatIsOpen()
    {
        m_world.holds = true;
        const auto reading = m_store->read(u"a"_s);
        m_store.reset();
        m_world.letGo();
        QTRY_VERIFY(reading.isFinished());
        QCOMPARE(reading.result().error().kind, FaultKind::Cancelled);
    }

private:
    void open(KeychainTokenStore::Options options = {})
    {
        options.namesFile = path();
        options.open = m_world.opener();
        m_store = std::make_unique<KeychainTokenStore>(std::move(options));
    }

    [[nodiscard]] QString path() const { return m_folder->filePath(u"state/secrets.json"_s); }
    [[nodiscard]] QByteArray file() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    template<typename T>
    static Result<T> answer(QFuture<Result<T>> future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 30s) || future.resultCount() == 0)
            return fail(FaultKind::Internal, u"no answer"_s);
        return future.result();
    }
    template<typename T>
    static FaultKind kindOf(QFuture<Result<T>> future)
    {
        const Result<T> result = answer(std::move(future));
        return result ? FaultKind::Internal : result.error().kind;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    test::KeychainWorld m_world;
    std::unique_ptr<KeychainTokenStore> m_store;
};

QTEST_GUILESS_MAIN(TokenStoreTest)
#include "tst_tokenstore.moc"
