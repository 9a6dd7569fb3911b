// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"
#include "tests/support/privatebus.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace hermes::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray Canary = "zq9-canary";

/// Files below a folder that hold the text, as it is or in base64.
QStringList filesWith(const QString &folder, const QByteArray &text)
{
    QStringList found;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QByteArray bytes = file.readAll();
        if (bytes.contains(text) || bytes.contains(text.toBase64().first(12)))
            found += file.fileName();
    }
    return found;
}

QStringList print(const QString &variable)
{
    // Its length tells that it is there; what a snippet prints is stored as output.
    return {u"--language"_s, u"shell"_s, u"--code"_s, u"printf %s ${#"_s + variable + u'}'};
}

} // namespace

/// hermesctl secrets and --secret, with the real GNOME Keyring on a bus of the test's own.
class TestCliSecrets final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_bus = std::make_unique<PrivateBus>();
        m_cli = std::make_unique<CliProgram>();
        m_cli->setVariable(u"DBUS_SESSION_BUS_ADDRESS"_s, m_bus->address());
        for (const QString &variable : {u"XDG_CURRENT_DESKTOP"_s, u"DESKTOP_SESSION"_s, u"KDE_FULL_SESSION"_s})
            m_cli->setVariable(variable, QString());
    }
    void cleanup()
    {
        m_cli.reset();
        m_bus.reset();
    }

    void storesListsAndDeletes()
    {
        QVERIFY(m_bus->startKeyring());
        const CliResult set = secrets({u"set"_s, u"my-token"_s}, Canary + '\n');
        QCOMPARE(set.exitCode, 0);
        QCOMPARE(set.out, "stored my-token\n");
        QCOMPARE(secrets({u"set"_s, u"registry/ghcr.io"_s, u"--json"_s}, "me:pass").object().value(u"stored"_s).toBool(), true);
        QCOMPARE(secrets({u"list"_s}).out,
                 "NAME              USED BY\n"
                 "my-token          --secret my-token\n"
                 "registry/ghcr.io  the registry ghcr.io\n");
        QCOMPARE(secrets({u"list"_s, u"--json"_s}).array().size(), 2);
        QCOMPARE(secrets({u"delete"_s, u"my-token"_s}).out, "deleted my-token\n");
        const CliResult again = secrets({u"delete"_s, u"my-token"_s});
        QCOMPARE(again.exitCode, 1);
        QVERIFY(again.err.contains("my-token"));
        QCOMPARE(secrets({u"list"_s, u"--json"_s}).array().size(), 1);
    }

    void badValuesAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("empty") << u"a"_s << QByteArray();
        QTest::newRow("a line end") << u"a"_s << "\n"_ba;
        QTest::newRow("NUL") << u"a"_s << Canary + QByteArray(1, '\0');
        QTest::newRow("large") << u"a"_s << Canary + QByteArray(64 * 1024, 'x');
        QTest::newRow("no login") << u"registry/h"_s << Canary;
    }

    void badValuesAreRefused()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, value);
        const CliResult set = secrets({u"set"_s, name}, value);
        QCOMPARE(set.exitCode, 2);
        QVERIFY(!set.err.contains(Canary));
        const CliResult json = secrets({u"set"_s, name, u"--json"_s}, value);
        QVERIFY(json.object().contains("error"_L1) && !json.out.contains(Canary));
    }

    void aValueIsNoArgument()
    {
        const CliResult set = secrets({u"set"_s, u"a"_s, QString::fromLatin1(Canary)});
        QCOMPARE(set.exitCode, 2);
        QVERIFY(!set.err.contains(Canary));
    }

    void withoutAKeychainNothingIsStored()
    {
        const CliResult set = secrets({u"set"_s, u"a"_s}, Canary);
        QCOMPARE(set.exitCode, 125);
        QVERIFY(set.err.contains("Not stored") && set.err.contains("no keychain service"));
        QCOMPARE(secrets({u"list"_s, u"--json"_s}).out, "[]\n");
        QCOMPARE(filesWith(m_cli->path(QString()), Canary), QStringList());
    }

    void aLockedKeychainIsNamed() // E10
    {
        QVERIFY(m_bus->startKeyring());
        QCOMPARE(secrets({u"set"_s, u"a"_s}, "good").exitCode, 0);
        m_bus->stopKeyring();
        // With another password the keyring that is there stays locked, and nobody is there to be asked.
        QVERIFY(m_bus->startKeyring("another password"));
        for (const CliResult &result : {secrets({u"set"_s, u"a"_s}, "worse"), secrets({u"delete"_s, u"a"_s}),
                                        run(QStringList {u"--secret"_s, u"a"_s} + print(u"A"_s))}) {
            QCOMPARE(result.exitCode, 125);
            QVERIFY2(result.err.contains("locked"), result.err.constData());
        }
        m_bus->stopKeyring();
        QVERIFY(m_bus->startKeyring());
        QCOMPARE(run(QStringList {u"--secret"_s, u"a"_s} + print(u"a"_s)).out, "4");
    }

    void runsGetSecretsAndNobodyElse()
    {
        QVERIFY(m_bus->startKeyring());
        QCOMPARE(secrets({u"set"_s, u"my-token"_s}, Canary).exitCode, 0);
        QCOMPARE(run(QStringList {u"--secret"_s, u"my-token"_s} + print(u"MY_TOKEN"_s)).out, "10");
        QCOMPARE(run(QStringList {u"--secret"_s, u"X=my-token"_s} + print(u"X"_s)).out, "10");
        const QStringList asJson {u"--json"_s, u"--secret"_s, u"my-token"_s};
        QCOMPARE(m_cli->run(QStringList {u"sandbox"_s} + asJson + print(u"MY_TOKEN"_s)).object().value(u"stdout"_s), u"10"_s);
        QCOMPARE(m_cli->run(QStringList {u"session"_s} + asJson + print(u"MY_TOKEN"_s)).array().at(0).toObject().value(u"stdout"_s),
                 u"10"_s);
        const QString table = m_cli->path(u"out.csv"_s);
        QCOMPARE(m_cli
                     ->run(QStringList {u"sweep"_s, u"--param"_s, u"n=1,2"_s, u"--secret"_s, u"my-token"_s, u"--out"_s, table}
                           + print(u"MY_TOKEN"_s))
                     .exitCode,
                 0);
        QVERIFY(QFile::exists(table));
        // Neither in the journal, nor in any other file, nor while it runs in anybody's arguments (E1).
        const auto running = m_cli->start({u"run"_s, u"--secret"_s, u"my-token"_s, u"--language"_s, u"shell"_s, u"--code"_s,
                                           u"printf %s $MY_TOKEN | wc -c > started; sleep 60"_s, u"--cd"_s,
                                           m_cli->path(QString())});
        QVERIFY(eventually([&] { return QFile::exists(m_cli->path(u"started"_s)); }));
        QCOMPARE(processesWith(Canary), QList<qint64>());
        QCOMPARE(filesWith(m_cli->path(QString()), Canary), QStringList());
        running->terminate();
        running->waitForFinished();
        QCOMPARE(filesWith(m_cli->path(QString()), Canary), QStringList());
        const CliResult shown = m_cli->run({u"history"_s, u"--json"_s});
        QVERIFY(!shown.out.contains(Canary));
    }

    void aRerunReadsItAgain()
    {
        QVERIFY(m_bus->startKeyring());
        QCOMPARE(secrets({u"set"_s, u"tok"_s}, "1").exitCode, 0);
        const QStringList sweep {u"sweep"_s, u"--json"_s, u"--param"_s, u"n=1"_s, u"--secret"_s, u"tok"_s};
        const CliResult first = m_cli->run(sweep + print(u"tok"_s));
        QCOMPARE(first.exitCode, 0);
        const QString id = QString::number(first.object().value(u"id"_s).toInteger());
        QCOMPARE(secrets({u"set"_s, u"tok"_s}, "333").exitCode, 0);
        const CliResult again = m_cli->run({u"sweep"_s, u"--json"_s, u"--rerun"_s, id});
        QCOMPARE(again.object().value(u"results"_s).toArray().at(0).toObject().value(u"stdout"_s), u"3"_s);
        QCOMPARE(secrets({u"delete"_s, u"tok"_s}).exitCode, 0);
        const CliResult gone = m_cli->run({u"sweep"_s, u"--rerun"_s, id});
        QCOMPARE(gone.exitCode, 2);
        QVERIFY2(gone.err.contains("\"tok\" is not set"), gone.err.constData());
    }

    void aTerminalDoesNotShowIt()
    {
        QVERIFY(m_bus->startKeyring());
        // `script` gives it a terminal and types.
        const CliResult typed = m_cli->runShell(
            u"(sleep 1; echo zq9-canary) | script -qec \"$HERMESCTL secrets set typed\" /dev/null; echo; $HERMESCTL secrets list"_s);
        QVERIFY2(typed.out.contains("not shown") && typed.out.contains("stored typed"), typed.out.constData());
        QVERIFY(!typed.out.contains(Canary));
        QCOMPARE(run(QStringList {u"--secret"_s, u"typed"_s} + print(u"typed"_s)).out, "10");
    }

private:
    [[nodiscard]] CliResult secrets(const QStringList &arguments, const QByteArray &input = {}) const
    {
        return m_cli->run(QStringList {u"secrets"_s} + arguments, input);
    }
    [[nodiscard]] CliResult run(const QStringList &arguments) const { return m_cli->run(QStringList {u"run"_s} + arguments); }

    std::unique_ptr<PrivateBus> m_bus;
    std::unique_ptr<CliProgram> m_cli;
};

QTEST_GUILESS_MAIN(TestCliSecrets)
#include "tst_clisecrets.moc"
