// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "backends/core/shellword.h"
#include "models/commandline.h"
#include "tests/cli/cliprogram.h"
#include "tests/support/richkind.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What a run came to, in the form in which both sides have it.
struct Outcome
{
    int exitCode = 0;
    QString out = {};
    QString err = {};

    bool operator==(const Outcome &) const = default;
};

Settings localSettings(const ProfileSet &set = {}, const QString &profile = {})
{
    return settingsInForce(backendKinds().first().schema, set, profile).value();
}

LaunchSpec specOf(LaunchKind kind, const QByteArray &code, Language language = Language::Shell)
{
    return {.kind = kind, .backend = u"local"_s, .settings = localSettings(), .language = language, .codes = {code}};
}

} // namespace

/// Commands that are run by bash with the real program, beside the same launch of the engine.
class CommandLineTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        auto engine = Engine::open({.stateFolder = m_state.filePath(u"state"_s), .program = u"test"_s});
        QVERIFY(engine);
        m_engine = std::move(*engine);
        for (const BackendKind &kind : backendKinds())
            m_engine->addKind(kind);
        connect(m_engine.get(), &Engine::launchFinished, this, [this](LaunchId id) { m_finished.insert(id); });
    }
    void cleanupTestCase() { m_engine.reset(); }

    void quotes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("word");
        QTest::newRow("bare") << "discount=0,0.1,1:2"_ba << u"discount=0,0.1,1:2"_s;
        QTest::newRow("empty") << QByteArray("") << u"''"_s;
        QTest::newRow("space") << "a b"_ba << u"'a b'"_s;
        QTest::newRow("quote") << "it's $HOME `x` \\ \"!\""_ba << u"'it'\\''s $HOME `x` \\ \"!\"'"_s;
        QTest::newRow("lines") << "a\n\tb\n"_ba << u"'a\n\tb\n'"_s;
        QTest::newRow("other letters") << "é測😀"_ba << u"'é測😀'"_s;
        QTest::newRow("tilde") << "~"_ba << u"'~'"_s;
        QTest::newRow("control") << "a\r\n\x1b[0m'\\"_ba << u"$'a\\x0d\\n\\x1b[0m\\'\\\\'"_s;
        QTest::newRow("no text") << "\xff\xfe"_ba << u"$'\\xff\\xfe'"_s;
    }

    void quotes()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, word);
        QCOMPARE_EQ(shellWord(bytes), word);
        QCOMPARE_EQ(m_cli.runShell(u"printf %s "_s + word).out, bytes);
    }

    void saysNoMoreThanItMust()
    {
        QCOMPARE_EQ(commandOf(specOf(LaunchKind::Sweep, "true\n")),
                    u"hermesctl sweep --backend local --language shell - <<'EOF'\ntrue\nEOF\n"_s);
        QCOMPARE_EQ(commandOf(specOf(LaunchKind::Sandbox, "print(1)", Language::Python)),
                    u"hermesctl sandbox --backend local --code 'print(1)'"_s);
        QCOMPARE_EQ(commandOf(specOf(LaunchKind::Run, "x", Language::Python), {}, u"/a b/job.py"_s),
                    u"hermesctl run --backend local --file '/a b/job.py'"_s);
        QCOMPARE_EQ(commandOf(specOf(LaunchKind::Run, "x", Language::Shell), {}, u"/a/job.py"_s),
                    u"hermesctl run --backend local --language shell --file /a/job.py"_s);
        QCOMPARE_EQ(commandOf(specOf(LaunchKind::Run, "EOF\nEOF2\n", Language::Python)),
                    u"hermesctl run --backend local - <<'EOF3'\nEOF\nEOF2\nEOF3\n"_s);
        LaunchSpec full = specOf(LaunchKind::Sweep, "x");
        full.sweep = {.groups = {*parseParameterArgument(u"n=1:3"_s), *parseParameterArgument(u"name=a,\"b,c\",\"\""_s)},
                      .zip = true,
                      .excludes = {u"n > 2"_s},
                      .repeat = 2,
                      .seed = 7};
        full.orderSeed = 11;
        full.templated = false;
        full.policy = {.afterFailures = 3, .overPercent = 12.5};
        full.concurrency = 4;
        full.timeout = 1500ms;
        full.name = u"first try"_s;
        QCOMPARE_EQ(commandOf(full),
                    u"hermesctl sweep --backend local --param n=1:3 --param 'name=a,\"b,c\",\"\"' --zip --exclude 'n > 2' "
                    "--repeat 2 --seed 7 --order random:11 --no-template --stop-after 3 --stop-over 12.5 --name 'first try' "
                    "--concurrency 4 "
                    "--timeout 1.5 --language shell --code x"_s);
        LaunchSpec sandbox = specOf(LaunchKind::Sandbox, "x");
        sandbox.concurrency = 4; // one after another whatever it is
        sandbox.executorId = u"work"_s;
        QCOMPARE_EQ(commandOf(sandbox), u"hermesctl sandbox --backend local --id work --language shell --code x"_s);
    }

    void flagsOnlyForWhatNothingElseGives()
    {
        const ProfileSet set = parseProfiles("[profile.quick]\nbackend = \"local\"\ntimeout = 30\n", {}).value();
        LaunchSpec spec = specOf(LaunchKind::Run, "x", Language::Python);
        spec.profile = u"quick"_s;
        spec.settings = localSettings(set, u"quick"_s);
        QCOMPARE_EQ(commandOf(spec, set), u"hermesctl run --backend local --profile quick --code x"_s);
        spec.settings.set(u"kill-delay"_s, {.text = u"2"_s});
        QCOMPARE_EQ(commandOf(spec, set), u"hermesctl run --backend local --profile quick --local-kill-delay 2 --code x"_s);
        // What the profile has cannot be taken away by a flag: then it goes without the profile.
        spec.settings.remove(u"timeout"_s);
        QCOMPARE_EQ(commandOf(spec, set), u"hermesctl run --backend local --local-kill-delay 2 --code x"_s);
        // What the environment gives, it gives to the command as well.
        qputenv("HERMES_LOCAL_TIMEOUT", "9");
        spec.settings = localSettings(set, u"quick"_s);
        QCOMPARE_EQ(commandOf(spec, set), u"hermesctl run --backend local --profile quick --code x"_s);
        spec.settings.remove(u"timeout"_s);
        QVERIFY(!commandFor(spec, {.schema = backendKinds().first().schema, .profiles = set}));
        qunsetenv("HERMES_LOCAL_TIMEOUT");
    }

    void holdsNoSecret()
    {
        const BackendKind rich = richKind();
        LaunchSpec spec = specOf(LaunchKind::Run, "x");
        spec.backend = u"rich"_s;
        spec.settings = settingsInForce(rich.schema, {}, {}).value();
        spec.settings.set(u"token"_s, {.text = u"zq9-canary"_s});
        spec.settings.set(u"host"_s, {.text = u"my host"_s});
        qputenv("HERMES_TEST_SAME", "as here");
        spec.environment = {{u"API_TOKEN"_s, "zq9-canary"}, {u"PLAIN"_s, "a b"}, {u"HERMES_TEST_SAME"_s, "as here"}};
        QCOMPARE_EQ(commandFor(spec, {.schema = rich.schema, .profiles = {}}).value(),
                    u"hermesctl run --backend rich --rich-host 'my host' --env API_TOKEN --env 'PLAIN=a b' --env HERMES_TEST_SAME "
                    "--language shell --code x"_s);
        const auto check = commandForCheck({.backend = u"rich"_s}, spec.settings, {.schema = rich.schema, .profiles = {}});
        QCOMPARE_EQ(check.value(), u"hermesctl check --backend rich --rich-host 'my host'"_s);
    }

    void sessions()
    {
        QCOMPARE_EQ(commandForList(), u"hermesctl list -s"_s);
        QCOMPARE_EQ(commandForClose({.id = u"a"_s}), u"hermesctl close -s a"_s);
        QCOMPARE_EQ(commandForDelete({.id = u"a b"_s, .backend = u"local"_s, .profile = u""_s}),
                    u"hermesctl delete -s 'a b' --backend local --profile ''"_s);
        QCOMPARE_EQ(m_cli.runShell(asScript(commandForList())).exitCode, 0);
        const CliResult closed = m_cli.runShell(asScript(commandForClose({.id = u"no 'such"_s, .profile = u""_s})));
        QCOMPARE_EQ(closed.exitCode, 1);
        QVERIFY2(closed.err.contains("no 'such"), closed.err.constData());
    }

    void checks()
    {
        const auto command = commandForCheck({.backend = u"local"_s}, localSettings(),
                                             {.schema = backendKinds().first().schema, .profiles = {}});
        QCOMPARE_EQ(m_cli.runShell(asScript(*command)).exitCode, 0);
    }

    void givesTheSameResults_data()
    {
        QTest::addColumn<LaunchSpec>("spec");
        const auto sweep = [](const QByteArray &code, const QStringList &parameters) {
            LaunchSpec spec = specOf(LaunchKind::Sweep, code);
            for (const QString &parameter : parameters)
                spec.sweep.groups.append(parseParameterArgument(parameter).value());
            return spec;
        };
        QTest::newRow("run") << specOf(LaunchKind::Run, "echo \"it's $# \" '!' >&2; printf 'a\\tb'; exit 3\n");
        QTest::newRow("no line break at the end") << specOf(LaunchKind::Run, "printf %s 'é 測' \\");
        QTest::newRow("carriage returns") << specOf(LaunchKind::Run, "print('a')\r\nprint(len('''\r\n'''))\r\n", Language::Python);
        QTest::newRow("no text") << specOf(LaunchKind::Run, "printf %s '\xff\xfe\x01' | od -An -tx1");
        QTest::newRow("big") << specOf(LaunchKind::Run, "x='" + QByteArray(200'000, 'a') + "'\necho ${#x}");
        QTest::newRow("big here-document") << specOf(LaunchKind::Run, "x='" + QByteArray(200'000, 'a') + "'\necho ${#x}\n");
        QTest::newRow("sandbox") << specOf(LaunchKind::Sandbox, "pwd >/dev/null\necho $((6 * 7)); exit 4\n");
        LaunchSpec session = specOf(LaunchKind::Session, "echo one; exit 1\n");
        session.codes.append("echo -- \"two\"\n");
        QTest::newRow("session") << session;
        LaunchSpec input = specOf(LaunchKind::Run, "cat; echo \"$A\"\n");
        input.stdinData = "in'put\n\n";
        input.environment = {{u"A"_s, "b\nc"}};
        QTest::newRow("input and environment") << input;
        LaunchSpec late = specOf(LaunchKind::Run, "echo begun; sleep 30\n");
        late.timeout = 300ms;
        QTest::newRow("timeout") << late;
        QTest::newRow("sweep") << sweep("echo {{a}} {{b}}; exit $((HERMES_PARAM_A - 1))\n",
                                        {u"a=1:3"_s, u"b=x,\"y,'z\",\"1:2\",\"\""_s});
        QTest::newRow("ranges with a count") << sweep("echo {{a}} {{b}}\n", {u"a=lin:0:1:3"_s, u"b=log:0.01:1:3"_s});
        LaunchSpec shuffled = sweep("echo {{a}}\n", {u"a=1:9"_s});
        shuffled.orderSeed = 0;
        QTest::newRow("random order") << shuffled;
        QTest::newRow("one value like a range") << sweep("echo {{a}}\n", {u"a=\"1:2\""_s});
        LaunchSpec table = sweep("echo {{a}} {{b}} {{c}} {{d}} $HERMES_SEED\n", {u"a=1:2"_s});
        table.sweep.groups.append(parseParameterTable(u"t.csv"_s, "b,c\nx,\"1,\"\"2\"\n\"l\n m\",\n").value());
        table.sweep.groups.append(parseParameterArgument(u"d=\"\",7"_s).value());
        table.sweep.repeat = 2;
        table.sweep.seed = 5;
        table.sweep.excludes = {u"a == 2 and d == 7"_s};
        QTest::newRow("table between") << table;
        LaunchSpec verbatim = sweep("echo '{{a}}' $HERMES_PARAM_A\n", {u"a=1,2"_s});
        verbatim.templated = false;
        QTest::newRow("no template") << verbatim;
    }

    void givesTheSameResults()
    {
        QFETCH(const LaunchSpec, spec);
        const QString command = commandOf(spec);
        QString script = asScript(command);
        // A run passes on what it prints; the others say it in JSON.
        if (spec.kind == LaunchKind::Sweep)
            script.replace(u"hermesctl sweep"_s, u"hermesctl sweep --json"_s);
        m_cli.writeFile(u"script"_s, script.toUtf8());
        const CliResult ran = m_cli.runShell(u". ./script"_s);
        QVERIFY(ran.normal);
        QList<Outcome> ofCommand;
        if (spec.kind == LaunchKind::Run)
            ofCommand.append({ran.exitCode, QString::fromUtf8(ran.out), QString::fromUtf8(ran.err)});
        const QJsonArray results = spec.kind == LaunchKind::Sweep ? ran.object()["results"_L1].toArray()
            : ran.out.startsWith('[')                             ? ran.array()
                                                                  : QJsonArray {ran.object()};
        for (const QJsonValue result : spec.kind == LaunchKind::Run ? QJsonArray() : results)
            ofCommand.append({result["exit_code"_L1].toInt(-2), result["stdout"_L1].toString(), result["stderr"_L1].toString()});
        const QList<Outcome> ofEngine = outcomesOf(spec);
        QCOMPARE_EQ(ofCommand.size(), ofEngine.size());
        for (qsizetype i = 0; i < ofEngine.size(); ++i) {
            QVERIFY2(ofCommand.at(i) == ofEngine.at(i),
                     qPrintable(u"%1: %2 is not %3 (%4)\n%5"_s.arg(i).arg(ofCommand.at(i).out, ofEngine.at(i).out,
                                                                          ofCommand.at(i).err, command.left(2000))));
        }
    }

    void aTableThatIsTooLongIsRefused()
    {
        LaunchSpec spec = specOf(LaunchKind::Sweep, "x");
        spec.sweep.groups = {parseParameterTable(u"t.csv"_s, "b\n1\n").value(), *parseParameterArgument(u"a=1:100000"_s)};
        const auto command = commandFor(spec, {.schema = backendKinds().first().schema, .profiles = {}});
        QVERIFY(!command && command.error().what.contains("more than 10000 rows"_L1));
    }

private:
    [[nodiscard]] static QString commandOf(const LaunchSpec &spec, const ProfileSet &set = {}, const QString &file = {})
    {
        const auto command = commandFor(spec, {.schema = backendKinds().first().schema, .profiles = set, .file = file});
        return command ? *command : toText(command.error());
    }

    [[nodiscard]] static QString asScript(const QString &command)
    {
        return u"hermesctl() { \"$HERMESCTL\" \"$@\"; }\n"_s + command;
    }

    [[nodiscard]] QList<Outcome> outcomesOf(const LaunchSpec &spec)
    {
        QFuture<Result<LaunchTicket>> launching = m_engine->launch(spec);
        if (!QTest::qWaitFor([&] { return launching.isFinished(); }, 30s) || !launching.result())
            return {};
        const LaunchTicket ticket = *launching.result();
        if (!QTest::qWaitFor([&] { return m_finished.contains(ticket.id); }, 60s))
            return {};
        QList<Outcome> outcomes;
        for (int index = 0; index < ticket.total; ++index) {
            QFuture<Result<RunResult>> asked = m_engine->result(ticket.id, index);
            if (!QTest::qWaitFor([&] { return asked.isFinished(); }, 30s) || !asked.result())
                return {};
            const RunResult result = *asked.result();
            outcomes.append({result.end.exitCode, QString::fromUtf8(result.out.bytes), QString::fromUtf8(result.err.bytes)});
        }
        return outcomes;
    }

    QTemporaryDir m_state;
    CliProgram m_cli;
    std::unique_ptr<Engine> m_engine;
    QSet<LaunchId> m_finished;
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_commandline.moc"
