// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/secrets/keychaintokenstore.h"
#include "tests/support/privatebus.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// On a desktop of KDE whose KWallet takes its time to come up, beside a Secret Service that is there at once. Case E10: QtKeychain
/// alone takes that one then, where the secrets are not. A program of its own, as QtKeychain decides once.
class SlowWalletTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.address().toUtf8());
        qputenv("XDG_CURRENT_DESKTOP", "KDE");
        qputenv("KDE_SESSION_VERSION", "6");
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY(m_bus.startFake({u"wallet"_s}));
    }

    void secretsGoToTheWallet() // E10
    {
        KeychainTokenStore store({.namesFile = m_folder.filePath(u"secrets.json"_s)});
        QCOMPARE(answer(store.write(u"a"_s, Secret("good"))), Result<>());
        QCOMPARE(answer(store.read(u"a"_s)), Result<Secret>(Secret("good")));
        QCOMPARE(itemsOfSecretService(), 0);
        QCOMPARE(answer(store.remove(u"a"_s)), Result<>());
        QCOMPARE(answer(store.read(u"a"_s)).error().kind, FaultKind::NotFound);
        QCOMPARE(store.state(), StoreState::Keychain);
    }

private:
    static int itemsOfSecretService()
    {
        const auto call = QDBusMessage::createMethodCall(u"org.freedesktop.secrets"_s, u"/fake"_s, u"org.hermes_panel.Fake"_s,
                                                         u"Count"_s);
        return QDBusConnection::sessionBus().call(call).arguments().value(0, -1).toInt();
    }

    template<typename T>
    static Result<T> answer(QFuture<Result<T>> future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 40s) || future.resultCount() == 0)
            return fail(FaultKind::Internal, u"no answer"_s);
        return future.result();
    }

    test::PrivateBus m_bus;
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(SlowWalletTest)
#include "tst_slowwallet.moc"
