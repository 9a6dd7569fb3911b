// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/secrets/secretsource.h"
#include "tests/support/enginefixture.h"
#include "tests/support/fakebackend.h"
#include "tests/support/fakekeychain.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

/// Launches whose runs get secrets of the store.
class EngineSecretsTest final : public EngineFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_keychain = {};
        m_keychain.secrets.insert(u"tok"_s, Secret("zq9-canary"));
        m_names = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<KeychainTokenStore>(
            KeychainTokenStore::Options {.namesFile = m_names->filePath(u"secrets.json"_s), .open = m_keychain.opener()});
        m_secrets = std::make_shared<const SecretSource>(m_store.get());
        open();
    }
    void cleanup()
    {
        close();
        m_secrets.reset();
        m_store.reset();
    }

    void runsHaveThemAndTheJournalHasTheirNames()
    {
        LaunchSpec what = sweep(u"1:3"_s);
        what.secrets = {{.variable = u"HARMLESS"_s, .secret = u"tok"_s}};
        const LaunchTicket ticket = launch(what);
        waitForEnd(ticket.id);
        for (const RunRequest &request : m_world->requests())
            QVERIFY(request.environment.contains({u"HARMLESS"_s, "zq9-canary"}));
        const auto stored = answerOf(m_engine->spec(ticket.id));
        QVERIFY(stored);
        QCOMPARE(stored->secrets, what.secrets);
        QVERIFY(stored->environment.isEmpty());
        m_engine.reset();
        verifyNoFileHas("zq9-canary");
    }

    void oneThatIsGoneStartsNothing()
    {
        LaunchSpec what = spec(LaunchKind::Run);
        what.secrets = {{.variable = u"A"_s, .secret = u"gone"_s}};
        const auto refused = answerOf(m_engine->launch(what));
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, FaultKind::NotConfigured);
        QVERIFY(refused.error().what.contains("gone"_L1));
        QVERIFY(m_world->requests().isEmpty());
        QCOMPARE(answerOf(m_engine->history({})).value().size(), 0);
    }

    void aLockedKeychainStartsNothing() // E10
    {
        m_keychain.fault = KeychainFault {.kind = KeychainFault::Kind::Locked};
        LaunchSpec what = spec(LaunchKind::Sandbox);
        what.secrets = {{.variable = u"A"_s, .secret = u"tok"_s}};
        QCOMPARE(answerOf(m_engine->launch(what)).error().kind, FaultKind::Denied);
        QCOMPARE(answerOf(m_engine->sessions()).value().size(), 0);
        m_keychain.fault.reset();
        waitForEnd(launch(what).id);
    }

    void aRerunReadsThemAgain()
    {
        LaunchSpec what = sweep(u"1:2"_s);
        what.secrets = {{.variable = u"A"_s, .secret = u"tok"_s}};
        const LaunchTicket first = launch(what);
        waitForEnd(first.id);
        m_keychain.secrets.insert(u"tok"_s, Secret("another"));
        waitForEnd(accepted(m_engine->rerun(first.id, {{0, 1}})).id);
        QVERIFY(m_world->requests().last().environment.contains({u"A"_s, "another"}));
        m_keychain.secrets.clear();
        const auto refused = answerOf(m_engine->rerun(first.id, {{0, 1}}));
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, FaultKind::NotConfigured);
        QVERIFY(refused.error().what.contains("tok"_L1));
    }

    void variablesAreGivenOnce_data()
    {
        QTest::addColumn<QString>("variable");
        QTest::newRow("of the environment") << u"PLAIN"_s;
        QTest::newRow("of the sweep") << u"HERMES_PARAM_N"_s;
        QTest::newRow("of the run") << u"HERMES_RUN_ID"_s;
        QTest::newRow("of another secret") << u"TWICE"_s;
    }

    void variablesAreGivenOnce()
    {
        QFETCH(QString, variable);
        LaunchSpec what = sweep(u"1:2"_s);
        what.environment = {{u"PLAIN"_s, "1"}};
        what.secrets = {{.variable = u"TWICE"_s, .secret = u"tok"_s}, {.variable = variable, .secret = u"tok"_s}};
        const auto refused = answerOf(m_engine->launch(what));
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, FaultKind::Usage);
        QVERIFY(refused.error().what.contains(variable));
    }

    void theEndDoesNotWaitForTheKeychain()
    {
        m_keychain.holds = true;
        LaunchSpec what = spec(LaunchKind::Run);
        what.secrets = {{.variable = u"A"_s, .secret = u"tok"_s}};
        const auto launching = m_engine->launch(what);
        QTRY_COMPARE(m_keychain.opened, 1);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(m_engine->shutdown());
        QVERIFY(clock.elapsed() < 10'000);
    }

    void withoutAStoreTheyAreRefused()
    {
        m_secrets.reset();
        reopen();
        LaunchSpec what = spec(LaunchKind::Run);
        what.secrets = {{.variable = u"A"_s, .secret = u"tok"_s}};
        QCOMPARE(answerOf(m_engine->launch(what)).error().kind, FaultKind::NotConfigured);
    }

private:
    void verifyNoFileHas(const QByteArray &text) const
    {
        QDirIterator files(m_state->path(), QDir::Files, QDirIterator::Subdirectories);
        int seen = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray content = file.readAll();
            QVERIFY2(!content.contains(text) && !content.contains(text.toBase64()), qPrintable(file.fileName()));
            ++seen;
        }
        QVERIFY(seen > 0);
    }

    std::unique_ptr<QTemporaryDir> m_names;
    test::KeychainWorld m_keychain;
    std::unique_ptr<KeychainTokenStore> m_store;
};

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::EngineSecretsTest)
#include "tst_enginesecrets.moc"
