// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"

#include <QFile>
#include <QJsonDocument>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace Qt::StringLiterals;
using namespace hermes::test;

/// What becomes of a sweep whose program is ended from outside: nothing runs on, nothing reported is lost, and resuming
/// it completes just what is missing.
class TestCliEndings final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void killedAndResumed_data();
    void killedAndResumed();
    void killedWhileAllSleep();
    void terminatedAndResumed();
    void secondInterruptEndsAtOnce();
    void readerOfResultsGone();
    void readerOfMessagesGone();
    void killedRunIsShownAsLost();
    void killedAmongShortRuns();
    void nothingStartsOnFullDisk();
    void retriesEndOnFullDisk();
    void closedUnderItsCall();
    void runnerKilledByItsRun();
    void looksAndClosesOnFullDisk();
};

namespace {

/// A sweep of a shell snippet that notes in `starts` and `ends` which candidates began and which were through.
class NotingSweep final
{
public:
    NotingSweep(const CliProgram &cli, const QString &inBetween, int count, int concurrency) : m_cli(cli), m_count(count)
    {
        const QString code = u"echo $HERMES_PARAM_N >> '%1'\n%3\necho $HERMES_PARAM_N >> '%2'\necho \"done $HERMES_PARAM_N\"\n"_s
                                 .arg(cli.path(u"starts"_s), cli.path(u"ends"_s), inBetween);
        m_process = cli.start({u"sweep"_s, u"--language"_s, u"shell"_s, u"--code"_s, code, u"--param"_s, u"n=1:%1"_s.arg(count),
                               u"--concurrency"_s, QString::number(concurrency)});
    }

    [[nodiscard]] QProcess &process() const { return *m_process; }
    /// From the first line of standard error; empty while it is not there.
    [[nodiscard]] QString id()
    {
        m_err += m_process->readAllStandardError();
        const qsizetype end = m_err.indexOf('\n');
        return m_err.startsWith("sweep ") && end > 0 ? QString::fromLatin1(m_err.first(end).sliced(6)) : QString();
    }
    void signal(int number) const { ::kill(pid_t(m_process->processId()), number); }
    /// How often each candidate is noted in a file.
    [[nodiscard]] QMap<int, int> noted(const QString &name) const
    {
        QMap<int, int> times;
        QFile file(m_cli.path(name));
        if (!file.open(QIODevice::ReadOnly))
            return times;
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (!line.isEmpty())
                ++times[line.toInt()];
        }
        return times;
    }
    /// The candidates that the journal has a good result of.
    [[nodiscard]] QList<int> succeeded()
    {
        QList<int> found;
        const QJsonObject shown = m_cli.run({u"show"_s, id(), u"--json"_s}).object();
        for (const QJsonValue candidate : shown.value("candidates"_L1).toArray()) {
            if (candidate["exit_code"_L1].toInt(-1) == 0)
                found.append(candidate["index"_L1].toInt() + 1);
        }
        return found;
    }
    /// Resumes it; every candidate must have its one result then.
    void completeByResuming()
    {
        const CliResult resumed = m_cli.run({u"sweep"_s, u"--resume"_s, id(), u"--json"_s});
        QVERIFY2(resumed.exitCode == 0, resumed.err.constData());
        const QJsonArray results = resumed.object().value("results"_L1).toArray();
        QCOMPARE(results.size(), m_count);
        for (int i = 0; i < m_count; ++i) {
            QCOMPARE(results.at(i)["index"_L1].toInt(), i);
            QCOMPARE(results.at(i)["stdout"_L1].toString(), u"done %1\n"_s.arg(i + 1));
        }
        QCOMPARE(resumed.object().value("counts"_L1)["succeeded"_L1].toInt(), m_count);
        QCOMPARE(succeeded().size(), m_count);
    }

private:
    const CliProgram &m_cli;
    int m_count;
    std::unique_ptr<QProcess> m_process;
    QByteArray m_err;
};

bool sleeping(const QByteArray &seconds, int count)
{
    return processesWith("sleep\0"_ba + seconds).size() == count;
}

constexpr int CannotMount = 99;

/// Runs a bash script whose state folder is a small file system, which only this shell and its children see.
CliResult runOnSmallDisk(const CliProgram &cli, const QByteArray &size, const QByteArray &script)
{
    cli.writeFile(u"inside"_s,
                  "mount -t tmpfs -o size=" + size + " tmpfs \"$XDG_STATE_HOME\" || exit " + QByteArray::number(CannotMount) + '\n'
                      + script);
    return cli.runShell(uR"sh(
        mkdir -p "$XDG_STATE_HOME"
        exec unshare --mount $([ "$(id -u)" = 0 ] || echo --map-root-user) bash "$HOME/inside"
    )sh"_s);
}

} // namespace

void TestCliEndings::killedAndResumed_data()
{
    QTest::addColumn<int>("through");
    QTest::newRow("at the begin") << 1;
    QTest::newRow("in the middle") << 60;
    QTest::newRow("near the end") << 115;
}

void TestCliEndings::killedAndResumed()
{
    QFETCH(int, through);
    const CliProgram cli;
    NotingSweep sweep(cli, u"sleep 0.03581"_s, 120, 4);
    QVERIFY(eventually([&] { return !sweep.id().isEmpty() && sweep.noted(u"ends"_s).size() >= through; }));
    sweep.process().kill();
    QVERIFY(sweep.process().waitForFinished());
    QVERIFY(eventually([] { return sleeping("0.03581", 0); }, 2000));
    const QList<int> kept = sweep.succeeded();
    const QMap<int, int> begun = sweep.noted(u"starts"_s);
    // At most those that were in flight at once have no result.
    QVERIFY2(kept.size() >= sweep.noted(u"ends"_s).size() - 4, qPrintable(QString::number(kept.size())));
    sweep.completeByResuming();
    const QMap<int, int> starts = sweep.noted(u"starts"_s);
    for (int n = 1; n <= 120; ++n) {
        const int expected = begun.value(n) + (kept.contains(n) ? 0 : 1);
        QVERIFY2(starts.value(n) == expected, qPrintable(u"candidate %1 began %2 times"_s.arg(n).arg(starts.value(n))));
    }
}

void TestCliEndings::killedWhileAllSleep()
{
    const CliProgram cli;
    const QString gate = cli.path(u"gate"_s);
    NotingSweep sweep(cli, u"[ -e '%1' ] || [ $HERMES_PARAM_N -le 3 ] || sleep 3582"_s.arg(gate), 8, 2);
    QVERIFY(eventually([&] { return sleeping("3582", 2) && !sweep.id().isEmpty(); }));
    QVERIFY(eventually([&] { return sweep.succeeded().size() == 3; }));
    sweep.process().kill();
    QVERIFY(sweep.process().waitForFinished());
    QVERIFY(eventually([] { return sleeping("3582", 0); }, 2000));
    QCOMPARE(sweep.succeeded(), QList<int>({1, 2, 3}));
    cli.writeFile(u"gate"_s, {});
    sweep.completeByResuming();
    QCOMPARE(sweep.noted(u"starts"_s), (QMap<int, int> {{1, 1}, {2, 1}, {3, 1}, {4, 2}, {5, 2}, {6, 1}, {7, 1}, {8, 1}}));
    QCOMPARE(sweep.noted(u"ends"_s), (QMap<int, int> {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}, {8, 1}}));
}

void TestCliEndings::terminatedAndResumed()
{
    const CliProgram cli;
    const QString gate = cli.path(u"gate"_s);
    NotingSweep sweep(cli, u"[ -e '%1' ] || [ $HERMES_PARAM_N -le 2 ] || sleep 3583"_s.arg(gate), 6, 2);
    QVERIFY(eventually([&] { return sleeping("3583", 2) && !sweep.id().isEmpty(); }));
    sweep.signal(SIGTERM);
    const CliResult result = CliProgram::finish(sweep.process());
    QVERIFY(result.normal);
    QCOMPARE(result.exitCode, 130);
    QVERIFY(sleeping("3583", 0));
    QCOMPARE(cli.run({u"show"_s, sweep.id(), u"--json"_s}).object().value("state"_L1).toString(), u"cancelled"_s);
    QCOMPARE(sweep.succeeded(), QList<int>({1, 2}));
    cli.writeFile(u"gate"_s, {});
    sweep.completeByResuming();
    QCOMPARE(sweep.noted(u"ends"_s), (QMap<int, int> {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}}));
}

void TestCliEndings::secondInterruptEndsAtOnce()
{
    CliProgram cli;
    cli.setVariable(u"HERMES_LOCAL_KILL_DELAY"_s, u"60"_s);
    const QString deaf = u"[ $HERMES_PARAM_N = 1 ] || { trap '' TERM INT; while :; do sleep 3584; done; }"_s;
    NotingSweep sweep(cli, deaf, 4, 2);
    QVERIFY(eventually([&] { return sleeping("3584", 2) && !sweep.id().isEmpty(); }));
    QVERIFY(eventually([&] { return sweep.succeeded().size() == 1; }));
    sweep.signal(SIGINT);
    QTest::qSleep(100); // as between two presses of a key in a row
    sweep.signal(SIGINT);
    QVERIFY(sweep.process().waitForFinished(5000));
    QCOMPARE(sweep.process().exitCode(), 130);
    QVERIFY(eventually([] { return processesWith("3584").isEmpty(); }, 2000));
    QCOMPARE(sweep.succeeded(), QList<int>({1}));
    // How long those took that were not waited for is not known.
    const QByteArray table = sweep.process().readAllStandardOutput();
    QVERIFY2(table.contains("cancelled  ") && !table.contains("cancelled  0 ms"), table.constData());
}

void TestCliEndings::readerOfResultsGone()
{
    const CliProgram cli;
    // More than a pipe holds, so that the program certainly writes after its reader is gone.
    const QString sweep = u"\"$HERMESCTL\" sweep --language shell --param n=1:40 --code "
                          "'head -c 8000 /dev/zero | tr \"\\0\" x; exec sleep 0.03585' "_s;
    for (const QString &form : {u"--json"_s, QString()}) {
        const CliResult result = cli.runShell(sweep + form + u" | head -c 9\nexit ${PIPESTATUS[0]}"_s);
        QVERIFY(result.normal);
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(result.out.size(), 9);
        QVERIFY2(result.err.contains("40/40 done") && !result.err.contains("hermesctl:"), result.err.constData());
        QVERIFY(sleeping("0.03585", 0));
    }
}

void TestCliEndings::readerOfMessagesGone()
{
    const CliProgram cli;
    // Both streams end where nobody reads: the sweep is stored all the same.
    const CliResult result = cli.runShell(u"\"$HERMESCTL\" sweep --language shell --param n=1:6 --code 'sleep 0.3586; echo x' "
                                          "2>&1 | head -1\nexit ${PIPESTATUS[0]}"_s);
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(result.out, QByteArray("sweep 1\n"));
    QVERIFY(sleeping("0.3586", 0));
    const QJsonObject shown = cli.run({u"show"_s, u"1"_s, u"--json"_s}).object();
    QCOMPARE(shown.value("state"_L1).toString(), u"done"_s);
    QCOMPARE(shown.value("counts"_L1)["succeeded"_L1].toInt(), 6);
}

/// It was started and may have done anything: "not run" would invite to run it again.
void TestCliEndings::killedRunIsShownAsLost()
{
    const CliProgram cli;
    const auto process = cli.start({u"run"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"exec sleep 0.3587e3"_s});
    QVERIFY(eventually([] { return sleeping("0.3587e3", 1); }));
    QVERIFY(eventually([&] {
        return cli.run({u"show"_s, u"1"_s, u"--json"_s}).object().value("candidates"_L1)[0]["state"_L1].toString() == u"running"_s;
    }));
    ::kill(pid_t(process->processId()), SIGKILL);
    QVERIFY(process->waitForFinished());
    const QJsonObject shown = cli.run({u"show"_s, u"1"_s, u"--json"_s}).object();
    QCOMPARE(shown.value("state"_L1).toString(), u"interrupted"_s);
    QCOMPARE(shown.value("counts"_L1)["lost"_L1].toInt(), 1);
    QCOMPARE(shown.value("counts"_L1)["not_run"_L1].toInt(), 0);
    const QJsonObject candidate = shown.value("candidates"_L1)[0].toObject();
    QCOMPARE(candidate.value("state"_L1).toString(), u"lost"_s);
    QCOMPARE(candidate.value("exit_code"_L1).toInt(), -1);
    QCOMPARE(candidate.value("reason"_L1).toString(), u"infrastructure"_s);
    QVERIFY(cli.run({u"history"_s}).out.contains("1 lost"));
    const CliResult text = cli.run({u"show"_s, u"1"_s});
    QCOMPARE(text.exitCode, 0);
    QVERIFY2(text.out.contains("exit code -1") && text.out.contains("may have been started"), text.out.constData());
}

void TestCliEndings::nothingStartsOnFullDisk()
{
    const CliProgram cli;
    const CliResult result = runOnSmallDisk(cli, "4m", R"sh(
        "$HERMESCTL" run --language shell --code true || exit 97
        used=$(du -k -s "$XDG_STATE_HOME" | cut -f1)
        head -c "$((4096 - used - 200))k" /dev/zero > "$XDG_STATE_HOME/filler"
        snippet="head -c 15000 /dev/zero | tr '\\0' a; echo \$HERMES_PARAM_N >> '$HOME/ran'"
        "$HERMESCTL" sweep --json --language shell --code "$snippet" --param n=1:400 --concurrency 2
        echo "exit code $?" >&2
        head -c "$(($(df -k --output=avail "$XDG_STATE_HOME" | tail -1) - 300))k" /dev/zero > "$XDG_STATE_HOME/filler2"
        rm -f "$XDG_STATE_HOME/hermes-panel/reserve"; head -c 1m /dev/zero >> "$XDG_STATE_HOME/filler2" 2>/dev/null
        truncate -s -300K "$XDG_STATE_HOME/filler2"
        "$HERMESCTL" sweep --language shell --code "touch '$HOME/must-not-be'" --param n=1:4
        echo "without reserve $?" >&2
        cp "$HOME/ran" "$HOME/ran-first"
        rm "$XDG_STATE_HOME/filler" "$XDG_STATE_HOME/filler2"
        mount -o remount,size=64m "$XDG_STATE_HOME"
        "$HERMESCTL" sweep --resume 2 --json > "$HOME/resumed" || echo "resume failed" >&2
        "$HERMESCTL" run --language shell --code 'sort "$HOME/ran" | uniq -d' > "$HOME/twice"
    )sh");
    if (result.exitCode == CannotMount && !qEnvironmentVariableIsSet("CI"))
        QSKIP("no file system can be mounted here: run as root or allow user namespaces");
    QVERIFY2(result.err.contains("exit code 125\n"), result.err.constData());
    QVERIFY2(result.err.contains("without reserve 125\n"), result.err.constData());
    QVERIFY(!QFile::exists(cli.path(u"must-not-be"_s)));
    const QJsonObject counts = result.object().value("counts"_L1).toObject();
    int stored = 0;
    int lost = 0;
    for (const QJsonValue each : result.object().value("results"_L1).toArray()) {
        stored += each["exit_code"_L1].toInt(-2) == 0;
        lost += each["exit_code"_L1].toInt(-2) == -1;
    }
    QVERIFY2(stored > 0 && stored < 400, result.out.left(200).constData());
    QCOMPARE(counts.value("succeeded"_L1).toInt(), stored);
    QCOMPARE(counts.value("infrastructure"_L1).toInt(), lost);
    QFile first(cli.path(u"ran-first"_s));
    QVERIFY(first.open(QIODevice::ReadOnly));
    const int ran = int(first.readAll().count('\n'));
    // What ran is known: it has its result, or it counts as infrastructure.
    const QString numbers = u"%1 ran, %2 stored, %3 lost"_s.arg(ran).arg(stored).arg(lost);
    // One that was taken back may have begun just then; it was ended and has its result too.
    QVERIFY2(ran >= stored && ran <= stored + lost, qPrintable(numbers));
    QCOMPARE(counts.value("cancelled"_L1).toInt(), 0);
    QFile resumed(cli.path(u"resumed"_s));
    QVERIFY(resumed.open(QIODevice::ReadOnly));
    QCOMPARE(QJsonDocument::fromJson(resumed.readAll()).object().value("counts"_L1)["succeeded"_L1].toInt(), 400);
    QVERIFY2(!result.err.contains("resume failed"), result.err.constData());
}

/// Few descriptors make some candidates wait to be tried again; when the disk becomes full meanwhile, none may keep the
/// sweep alive that will never be started.
void TestCliEndings::retriesEndOnFullDisk()
{
    const CliProgram cli;
    const CliResult result = runOnSmallDisk(cli, "3m", R"sh(
        "$HERMESCTL" run --language shell --code true || exit 97
        head -c "$(($(df -k --output=avail "$XDG_STATE_HOME" | tail -1) - 250))k" /dev/zero > "$XDG_STATE_HOME/filler"
        ulimit -n 60
        snippet="sleep .4; head -c 16000 /dev/zero | tr '\\0' x; head -c 16000 /dev/zero | tr '\\0' y >&2"
        exec timeout 40 "$HERMESCTL" sweep --language shell --code "$snippet" --param n=1:300 --concurrency 64
    )sh");
    if (result.exitCode == CannotMount && !qEnvironmentVariableIsSet("CI"))
        QSKIP("no file system can be mounted here: run as root or allow user namespaces");
    QVERIFY2(result.exitCode == 125, qPrintable(QString::number(result.exitCode)));
    QVERIFY2(result.err.contains("no space left"), result.err.constData());
}

/// A call whose sandbox is closed under it says by whom.
void TestCliEndings::closedUnderItsCall()
{
    const CliProgram cli;
    const QString up = cli.path(u"up"_s);
    const auto call = cli.start(
        {u"sandbox"_s, u"--id"_s, u"box"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"touch '%1'; sleep 600"_s.arg(up)});
    QVERIFY(eventually([&] { return QFile::exists(up); }));
    QCOMPARE(cli.run({u"close"_s, u"-s"_s, u"box"_s}).exitCode, 0);
    const CliResult result = CliProgram::finish(*call);
    QCOMPARE(result.object().value("signal"_L1).toString(), u"SIGTERM"_s);
    QVERIFY2(QJsonDocument(result.object()).toJson().contains("was closed by hermesctl"), result.out.constData());
}

/// Neither of the runner's processes is left to end what the run has started.
void TestCliEndings::runnerKilledByItsRun()
{
    const CliProgram cli;
    const QString mark = cli.path(u"outlives"_s);
    const CliResult result = cli.run({u"run"_s, u"--language"_s, u"shell"_s, u"--code"_s, uR"sh(
        setsid sh -c 'sleep 600; : %1' > /dev/null 2>&1 < /dev/null &
        kill -9 $(cut -d' ' -f4 /proc/$PPID/stat) $PPID
        sleep 600
    )sh"_s.arg(mark)});
    QVERIFY2(result.exitCode == 125, qPrintable(QString::number(result.exitCode)));
    QVERIFY(eventually([&] { return processesWith(mark.toLocal8Bit()).isEmpty(); }));
}

/// What frees space must do without any.
void TestCliEndings::looksAndClosesOnFullDisk()
{
    const CliProgram cli;
    const CliResult result = runOnSmallDisk(cli, "6m", R"sh(
        "$HERMESCTL" sandbox --id full --language shell --code 'head -c 500000 /dev/zero > file' > "$HOME/opened" || exit 97
        head -c 100m /dev/zero > "$XDG_STATE_HOME/filler" 2> /dev/null && exit 98
        "$HERMESCTL" history > "$HOME/history" || exit 91
        "$HERMESCTL" list -s > "$HOME/list" || exit 92
        "$HERMESCTL" close -s full || exit 93
        [ ! -e "$XDG_STATE_HOME/hermes-panel/sandboxes/full" ] || exit 94
        exec "$HERMESCTL" run --language shell --code 'exit 7'
    )sh");
    if (result.exitCode == CannotMount && !qEnvironmentVariableIsSet("CI"))
        QSKIP("no file system can be mounted here: run as root or allow user namespaces");
    QVERIFY2(result.exitCode == 7, qPrintable(QString::number(result.exitCode) + QString::fromUtf8(result.err)));
    QFile list(cli.path(u"list"_s));
    QVERIFY(list.open(QIODevice::ReadOnly) && list.readAll().contains("full"));
}

/// Runs shorter than it takes to store that they began: what the journal does not know of them, it must not deny.
void TestCliEndings::killedAmongShortRuns()
{
    const CliProgram cli;
    for (const int through : {1, 40, 150}) {
        QFile::remove(cli.path(u"starts"_s));
        QFile::remove(cli.path(u"ends"_s));
        NotingSweep sweep(cli, u":"_s, 400, 4);
        QVERIFY(eventually([&] { return !sweep.id().isEmpty() && sweep.noted(u"ends"_s).size() >= through; }));
        sweep.signal(SIGKILL);
        QVERIFY(sweep.process().waitForFinished());
        QVERIFY(eventually([&] { return processesWith(cli.path(u"starts"_s).toLocal8Bit()).isEmpty(); }));
        const QMap<int, int> before = sweep.noted(u"starts"_s);
        int unknown = 0;
        for (const QJsonValue candidate : cli.run({u"show"_s, sweep.id(), u"--json"_s}).object().value("candidates"_L1).toArray()) {
            const bool ran = before.contains(candidate["index"_L1].toInt() + 1);
            QVERIFY(!ran || candidate["state"_L1].toString() != u"not_run"_s);
            unknown += candidate["state"_L1].toString() == u"lost"_s;
        }
        QVERIFY2(unknown <= 140, qPrintable(QString::number(unknown)));
        const CliResult resumed = cli.run({u"sweep"_s, u"--resume"_s, sweep.id()});
        QCOMPARE(resumed.exitCode, 0);
        const QMap<int, int> after = sweep.noted(u"starts"_s);
        QCOMPARE(after.size(), 400);
        const auto twice = std::ranges::count_if(after, [](int times) { return times > 1; });
        QVERIFY2(twice <= unknown, qPrintable(u"%1 ran twice, %2 announced"_s.arg(twice).arg(unknown)));
        QCOMPARE(resumed.err.contains(QByteArray(QByteArray::number(unknown) + " candidate")), unknown > 0);
    }
}

QTEST_GUILESS_MAIN(TestCliEndings)
#include "tst_cliendings.moc"
