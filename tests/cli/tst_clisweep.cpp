// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

#include <csignal>
#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace hermes::test;

/// Sweeps by the command line: the sample, files of results, policies, endings.
class TestCliSweep final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sample();
    void sampleToCsv();
    void sampleToJsonFile();
    void gridOnStandardOutput();
    void barOnTerminal();
    void productZipExcludeRepeat();
    void randomOrder();
    void tableOfParameters();
    void rangesWithACount();
    void stoppedByPolicy();
    void stoppedSweepThatIsComplete();
    void sweepSaysItsIdFirst();
    void interrupted();
    void killedAndResumed();
    void resumeOfLiveSweepIsRefused();
    void unwritableResultsDoNotLoseThem();
    void resultsOntoADevice();
    void rerunOfWhatFailed();
    void rerunOfIndexes();
    void deletedFromHistory();
};

namespace {

QStringList sampleSweep()
{
    return {u"sweep"_s, u"--file"_s, QStringLiteral(SAMPLE), u"--param"_s, u"discount=0,0.1,0.2,1.2"_s};
}

QStringList shellSweep(const QString &code, const QStringList &more)
{
    return QStringList {u"sweep"_s, u"--language"_s, u"shell"_s, u"--code"_s, code} + more;
}

QString idOf(const QByteArray &err)
{
    const QByteArray line = err.left(err.indexOf('\n'));
    return line.startsWith("sweep ") ? QString::fromLatin1(line.sliced(6)) : QString();
}

bool handlesInterrupt(qint64 process)
{
    QFile status(u"/proc/%1/status"_s.arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = status.readAll();
    const QByteArray mask = text.sliced(text.indexOf("SigCgt:") + 7).simplified().split(' ').first();
    return (mask.toULongLong(nullptr, 16) & (1ULL << (SIGINT - 1))) != 0;
}

} // namespace

void TestCliSweep::sample()
{
    const CliProgram cli;
    const CliResult result = cli.run(sampleSweep() + QStringList {u"--json"_s});
    QCOMPARE(result.exitCode, 0);
    const QJsonObject object = result.object();
    QCOMPARE(idOf(result.err), QString::number(object.value("id"_L1).toInteger()));
    const QJsonArray results = object.value("results"_L1).toArray();
    QCOMPARE(results.size(), 4);
    const QList<double> revenues {450, 405, 360};
    const QList<double> profits {160, 115, 70};
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(results.at(i)["exit_code"_L1].toInt(-7), 0);
        const QStringList lines = results.at(i)["stdout"_L1].toString().trimmed().split(u'\n');
        const QJsonObject last = QJsonDocument::fromJson(lines.last().toUtf8()).object();
        QCOMPARE(last.value("revenue"_L1).toDouble(), revenues.at(i));
        QCOMPARE(last.value("profit"_L1).toDouble(), profits.at(i));
    }
    QCOMPARE(results.at(3)["exit_code"_L1].toInt(), 1);
    QVERIFY(results.at(3)["stderr"_L1].toString().contains("ValueError"_L1));
    QCOMPARE(results.at(3)["parameters"_L1]["discount"_L1].toDouble(), 1.2);
    QCOMPARE(object.value("counts"_L1)["succeeded"_L1].toInt(), 3);
    QCOMPARE(object.value("counts"_L1)["failed"_L1].toInt(), 1);
}

void TestCliSweep::sampleToCsv()
{
    const CliProgram cli;
    const CliResult result = cli.run(sampleSweep() + QStringList {u"--out"_s, cli.path(u"results.csv"_s)});
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(result.out, QByteArray());
    QFile file(cli.path(u"results.csv"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray csv = file.readAll();
    QVERIFY2(csv.startsWith("index,discount,exit_code,reason,seconds,stdout,stderr,"), csv.constData());
    QVERIFY(csv.contains("\r\n0,0,0,exited,") && csv.contains("\r\n3,1.2,1,exited,"));
}

void TestCliSweep::sampleToJsonFile()
{
    const CliProgram cli;
    QCOMPARE(cli.run(sampleSweep() + QStringList {u"--out"_s, cli.path(u"results.json"_s)}).exitCode, 0);
    QFile file(cli.path(u"results.json"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(file.readAll()).array();
    QCOMPARE(rows.size(), 4);
    QCOMPARE(rows.at(1)["revenue"_L1].toDouble(), 405.0);
}

void TestCliSweep::gridOnStandardOutput()
{
    const CliResult result = CliProgram().run(sampleSweep());
    QCOMPARE(result.exitCode, 0);
    const QList<QByteArray> lines = result.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 5);
    QVERIFY(lines.at(0).contains("discount") && lines.at(0).contains("EXIT CODE"));
    QVERIFY(lines.at(4).contains("1.2") && lines.at(4).contains("exited"));
    QVERIFY2(result.err.contains("4/4 done"), result.err.constData());
    QVERIFY(!result.err.contains('\r'));
}

void TestCliSweep::barOnTerminal()
{
    CliProgram cli;
    cli.setVariable(u"TERM"_s, u"xterm"_s);
    const QString onTerminal = u"python3 -c 'import os, pty, sys\nsys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' "
                               "\"$HERMESCTL\" sweep --language shell --code 'exit 1' --param n=1:3"_s;
    const QByteArray coloured = cli.runShell(onTerminal).out;
    QVERIFY2(coloured.contains("\r[") && coloured.contains("3/3 done, 3 failed") && coloured.contains("\x1b[31m"),
             coloured.constData());
    const QByteArray plain = cli.runShell(u"NO_COLOR=1 "_s + onTerminal).out;
    QVERIFY2(plain.contains("\r[!") && !plain.contains("\x1b[31m"), plain.constData());
}

void TestCliSweep::productZipExcludeRepeat()
{
    const CliProgram cli;
    const auto outputs = [&](const QStringList &more) {
        QStringList list;
        const CliResult result = cli.run(shellSweep(u"echo \"$HERMES_PARAM_A$HERMES_PARAM_B\""_s, more)
                                         + QStringList {u"--json"_s});
        const QJsonArray results = result.object().value("results"_L1).toArray();
        for (const auto &each : results)
            list.append(each.toObject().value("stdout"_L1).toString().trimmed());
        return list;
    };
    const QStringList parameters {u"--param"_s, u"a=1:2"_s, u"--param"_s, u"b=x,y"_s};
    QCOMPARE(outputs(parameters), QStringList({u"1x"_s, u"1y"_s, u"2x"_s, u"2y"_s}));
    QCOMPARE(outputs(parameters + QStringList {u"--zip"_s}), QStringList({u"1x"_s, u"2y"_s}));
    QCOMPARE(outputs(parameters + QStringList {u"--exclude"_s, u"a == 1 and b == \"y\""_s}),
             QStringList({u"1x"_s, u"2x"_s, u"2y"_s}));
    QCOMPARE(outputs(parameters + QStringList {u"--zip"_s, u"--repeat"_s, u"2"_s}),
             QStringList({u"1x"_s, u"1x"_s, u"2y"_s, u"2y"_s}));
}

void TestCliSweep::randomOrder()
{
    const CliProgram cli;
    const QString log = cli.path(u"log"_s);
    const auto sweep = [&](const QStringList &more) {
        QFile::remove(log);
        return cli.run(shellSweep(u"echo $HERMES_PARAM_N | tee -a '%1'"_s.arg(log),
                                  QStringList {u"--param"_s, u"n=0:19"_s, u"--concurrency"_s, u"1"_s, u"--json"_s} + more));
    };
    const auto started = [&] {
        QFile file(log);
        return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QByteArrayList();
    };
    const CliResult result = sweep({u"--order"_s, u"random:5"_s});
    QCOMPARE(result.exitCode, 0);
    const QByteArrayList order = started();
    QCOMPARE(order.size(), 21);
    // Results are in the order of the candidates all the same.
    const QJsonArray results = result.object().value("results"_L1).toArray();
    for (int i = 0; i < 20; ++i)
        QCOMPARE(results.at(i)["stdout"_L1].toString().trimmed(), QString::number(i));
    QCOMPARE(cli.run({u"show"_s, idOf(result.err), u"--json"_s}).object().value("order"_L1).toString(), u"random:5"_s);
    const CliResult shown = cli.run({u"show"_s, idOf(result.err)});
    QVERIFY2(shown.out.contains("order random:5"), shown.out.constData());
    // The same again, and not that of another seed or of the numbers.
    sweep({u"--order"_s, u"random:5"_s});
    QCOMPARE(started(), order);
    sweep({u"--order"_s, u"random"_s});
    QVERIFY(started() != order);
    const CliResult numbered = sweep({u"--order"_s, u"index"_s});
    QCOMPARE(started().first(), "0");
    QCOMPARE(started().at(19), "19");
    QCOMPARE(cli.run({u"show"_s, idOf(numbered.err), u"--json"_s}).object().value("order"_L1).toString(), u"index"_s);
    // A re-run of a part has it still.
    QFile::remove(log);
    QCOMPARE(cli.run({u"sweep"_s, u"--rerun"_s, idOf(result.err), u"--only"_s, u"0-4"_s, u"--concurrency"_s, u"1"_s}).exitCode, 0);
    QByteArrayList part = order;
    part.removeIf([](const QByteArray &line) { return !line.isEmpty() && line.toInt() > 4; });
    QCOMPARE(started(), part);
    for (const QString &wrong : {u"shuffle"_s, u"random:-3"_s, u"random:x"_s}) {
        const CliResult refused = sweep({u"--order"_s, wrong});
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.out.contains("--order"), refused.out.constData());
    }
}

void TestCliSweep::tableOfParameters()
{
    const CliProgram cli;
    const QString table = cli.writeFile(u"table.csv"_s, "a,b\n1,\"x, y\"\n2,z\n");
    const CliResult result = cli.run({u"sweep"_s, u"--code"_s, u"print({{a}}, {{b}})"_s, u"--params"_s, table, u"--json"_s});
    const QJsonArray results = result.object().value("results"_L1).toArray();
    QCOMPARE(results.size(), 2);
    QCOMPARE(results.at(0)["stdout"_L1].toString(), u"1 x, y\n"_s);
    const QString ragged = cli.writeFile(u"ragged.csv"_s, "a,b\n1,2\n3\n");
    const CliResult refused = cli.run({u"sweep"_s, u"--code"_s, u"print({{a}})"_s, u"--params"_s, ragged});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("ragged.csv") && refused.err.contains("line 3"), refused.err.constData());
}

void TestCliSweep::rangesWithACount()
{
    const CliProgram cli;
    const auto outputs = [&cli](const QString &values) {
        QStringList texts;
        const CliResult result = cli.run(
            shellSweep(u"printf %s \"$HERMES_PARAM_X\""_s, {u"--param"_s, u"x="_s + values, u"--json"_s}));
        for (const QJsonValue each : result.object().value("results"_L1).toArray())
            texts += each["stdout"_L1].toString();
        return texts.join(u' ');
    };
    QCOMPARE(outputs(u"lin:0:1:5"_s), u"0 0.25 0.5 0.75 1"_s);
    QCOMPARE(outputs(u"log:1e-4:1:5"_s), u"0.0001 0.001 0.01 0.1 1"_s);
    QCOMPARE(outputs(u"log:debug"_s), u"log:debug"_s);
    QCOMPARE(outputs(u"\"lin:0:1:5\",b"_s), u"lin:0:1:5 b"_s);
    const CliResult refused = cli.run(shellSweep(u"true"_s, {u"--param"_s, u"x=log:0:1:5"_s}));
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("not above 0"), refused.err.constData());
    const CliResult help = cli.run({u"sweep"_s, u"--help"_s});
    QVERIFY(help.out.contains("lin:0:1:11") && help.out.contains("log:1e-4:1:5"));
}

void TestCliSweep::stoppedByPolicy()
{
    const CliProgram cli;
    const CliResult result = cli.run(
        shellSweep(u"exit 1"_s, {u"--param"_s, u"n=1:20"_s, u"--concurrency"_s, u"1"_s, u"--stop-after"_s, u"3"_s, u"--json"_s}));
    QCOMPARE(result.exitCode, 1);
    QCOMPARE(result.object().value("counts"_L1)["failed"_L1].toInt(), 3);
    QCOMPARE(result.object().value("results"_L1).toArray().size(), 20);
    QVERIFY(result.object().value("results"_L1)[10]["exit_code"_L1].isNull());
}

/// There is no rest to be run.
void TestCliSweep::stoppedSweepThatIsComplete()
{
    const CliProgram cli;
    const auto sweep = [&](const QString &values) {
        return cli.run({u"sweep"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"exit $HERMES_PARAM_X"_s, u"--param"_s,
                        u"x="_s + values, u"--concurrency"_s, u"1"_s, u"--stop-after"_s, u"1"_s});
    };
    const CliResult complete = sweep(u"0,0,1"_s);
    QVERIFY2(!complete.err.contains("--resume"), complete.err.constData());
    const CliResult partial = sweep(u"1,0,0"_s);
    QCOMPARE(partial.exitCode, 1);
    QVERIFY2(partial.err.contains("--resume 2"), partial.err.constData());
}

/// Ctrl-C comes while so many candidates are still being laid out that there is no id yet.
void TestCliSweep::sweepSaysItsIdFirst()
{
    const CliProgram cli;
    const auto process = cli.start({u"sweep"_s, u"--language"_s, u"shell"_s, u"--code"_s, u"true"_s, u"--param"_s, u"n=1:200000"_s,
                                    u"--json"_s, u"--out"_s, cli.path(u"results.json"_s)});
    // Without a pause: the id is there some milliseconds later.
    const QDeadlineTimer deadline(15'000);
    while (!handlesInterrupt(process->processId()))
        QVERIFY(!deadline.hasExpired());
    ::kill(pid_t(process->processId()), SIGINT);
    const CliResult result = CliProgram::finish(*process);
    QCOMPARE(result.exitCode, 130);
    QVERIFY2(result.err.startsWith("sweep 1\n") && result.err.contains("\nstopping;"), result.err.constData());
}

void TestCliSweep::interrupted()
{
    const CliProgram cli;
    const auto process = cli.start(shellSweep(u"[ \"$HERMES_PARAM_N\" = 1 ] && { echo done; exit 0; }; sleep 3591"_s,
                                              {u"--param"_s, u"n=1:8"_s, u"--concurrency"_s, u"3"_s, u"--json"_s}));
    QVERIFY(eventually([] { return processesWith("sleep\0"_ba + "3591").size() == 3; }));
    ::kill(pid_t(process->processId()), SIGINT);
    const CliResult result = CliProgram::finish(*process);
    QCOMPARE(result.exitCode, 130);
    QVERIFY(processesWith("sleep\0"_ba + "3591").isEmpty());
    QCOMPARE(result.object().value("results"_L1)[0]["stdout"_L1].toString(), u"done\n"_s);
    QCOMPARE(result.object().value("counts"_L1)["succeeded"_L1].toInt(), 1);
    // One that was not run has every field too.
    const QJsonObject notRun = result.object().value("results"_L1)[7].toObject();
    for (const auto &null : {"exit_code"_L1, "reason"_L1, "signal"_L1, "seconds"_L1, "started_at"_L1})
        QVERIFY2(notRun.contains(null) && notRun.value(null).isNull(), null.data());
    for (const auto &zero : {"stdout_bytes"_L1, "stderr_bytes"_L1})
        QCOMPARE(notRun.value(zero).toInt(-1), 0);
    for (const auto &no : {"stdout_truncated"_L1, "stderr_truncated"_L1})
        QVERIFY2(notRun.value(no).isBool() && !notRun.value(no).toBool(), no.data());
    for (const auto &empty : {"stdout"_L1, "stderr"_L1})
        QVERIFY2(notRun.value(empty).isString() && notRun.value(empty).toString().isEmpty(), empty.data());
    const QString id = idOf(result.err);
    const QJsonObject shown = cli.run({u"show"_s, id, u"--json"_s}).object();
    QCOMPARE(shown.value("state"_L1).toString(), u"cancelled"_s);
    QCOMPARE(shown.value("candidates"_L1)[7]["state"_L1].toString(), u"not_run"_s);
    const QByteArray table = cli.run({u"show"_s, id}).out;
    const qsizetype countNotRun = shown.value("counts"_L1)["not_run"_L1].toInt();
    QVERIFY2(table.contains(QByteArray(QByteArray::number(countNotRun) + " not run\n")), table.constData());
    QCOMPARE(table.count("not run"), countNotRun + 1); // and once in the counts
}

void TestCliSweep::killedAndResumed()
{
    const CliProgram cli;
    const QString gate = cli.path(u"gate"_s);
    const QString code = u"[ -e '%1' ] || [ \"$HERMES_PARAM_N\" -le 3 ] || sleep 3592; echo done $HERMES_PARAM_N"_s.arg(gate);
    const auto process = cli.start(shellSweep(code, {u"--param"_s, u"n=1:8"_s, u"--concurrency"_s, u"2"_s}));
    QVERIFY(eventually([&] { return process->bytesAvailable() >= 0 && processesWith("sleep\0"_ba + "3592").size() == 2; }));
    QByteArray err;
    QVERIFY(eventually([&] { return (err += process->readAllStandardError()).contains('\n'); }));
    const QString id = idOf(err);
    const auto succeeded = [&] {
        return cli.run({u"show"_s, id, u"--json"_s}).object().value("counts"_L1)["succeeded"_L1].toInt();
    };
    QVERIFY(eventually([&] { return succeeded() == 3; }));
    process->kill();
    QVERIFY(process->waitForFinished());
    QVERIFY(eventually([] { return processesWith("sleep\0"_ba + "3592").isEmpty(); }, 2000));
    QCOMPARE(succeeded(), 3);
    cli.writeFile(u"gate"_s, {});
    const CliResult resumed = cli.run({u"sweep"_s, u"--resume"_s, id, u"--json"_s});
    QCOMPARE(resumed.exitCode, 0);
    QCOMPARE(idOf(resumed.err), id);
    // Two certainly; after short ones some more may have been given out.
    const QRegularExpression announced(u"([2-5]) candidates may have been started before and may run twice"_s);
    QVERIFY2(announced.match(QString::fromUtf8(resumed.err)).hasMatch(), resumed.err.constData());
    const QJsonArray results = resumed.object().value("results"_L1).toArray();
    QCOMPARE(results.size(), 8);
    for (int i = 0; i < 8; ++i)
        QCOMPARE(results.at(i)["stdout"_L1].toString(), u"done %1\n"_s.arg(i + 1));
    QCOMPARE(resumed.object().value("counts"_L1)["succeeded"_L1].toInt(), 8);
}

void TestCliSweep::resumeOfLiveSweepIsRefused()
{
    const CliProgram cli;
    const auto process = cli.start(shellSweep(u"sleep 3593"_s, {u"--param"_s, u"n=1:2"_s}));
    QByteArray err;
    QVERIFY(eventually([&] { return (err += process->readAllStandardError()).contains('\n'); }));
    const CliResult refused = cli.run({u"sweep"_s, u"--resume"_s, idOf(err)});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.err.contains("hermesctl"), refused.err.constData());
    ::kill(pid_t(process->processId()), SIGTERM);
    QCOMPARE(CliProgram::finish(*process).exitCode, 130);
}

void TestCliSweep::unwritableResultsDoNotLoseThem()
{
    const CliProgram cli;
    QVERIFY(QDir().mkpath(cli.path(u"out"_s)));
    // The folder goes while the sweep runs: the results stay in the journal, and the fault is said.
    const CliResult result = cli.run(
        shellSweep(u"rmdir '%1'"_s.arg(cli.path(u"out"_s)), {u"--out"_s, cli.path(u"out/results.csv"_s)}));
    QCOMPARE(result.exitCode, 125);
    QVERIFY2(result.err.contains("results.csv"), result.err.constData());
    QCOMPARE(cli.run({u"show"_s, idOf(result.err), u"--json"_s}).object().value("counts"_L1)["succeeded"_L1].toInt(), 1);
}

/// They are refused before anything runs, and stay what they are.
void TestCliSweep::resultsOntoADevice()
{
    const CliProgram cli;
    QCOMPARE(::mkfifo(QFile::encodeName(cli.path(u"pipe.csv"_s)).constData(), 0600), 0);
    for (const QString &device : {u"/dev/full"_s, u"/dev/null"_s, cli.path(u"pipe.csv"_s)}) {
        const CliResult result = cli.run(shellSweep(u"touch ran"_s, {u"--out"_s, device}));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(device.toUtf8()), result.err.constData());
        struct stat status = {};
        QCOMPARE(::stat(QFile::encodeName(device).constData(), &status), 0);
        QVERIFY(S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode));
    }
    QCOMPARE(cli.run({u"history"_s, u"--json"_s}).array().size(), 0);
}

void TestCliSweep::rerunOfWhatFailed()
{
    const CliProgram cli;
    const QString fixed = cli.path(u"fixed"_s);
    const QString code = u"[ -e '%1' ] || exit $((HERMES_PARAM_N % 2)); echo fixed"_s.arg(fixed);
    const CliResult first = cli.run(shellSweep(code, {u"--param"_s, u"n=1:4"_s, u"--json"_s}));
    QCOMPARE(first.object().value("counts"_L1)["failed"_L1].toInt(), 2);
    const QString earlier = idOf(first.err);
    (void)cli.writeFile(u"fixed"_s, {});
    const CliResult again = cli.run({u"sweep"_s, u"--rerun"_s, earlier, u"--only"_s, u"failed"_s, u"--json"_s});
    QCOMPARE(again.exitCode, 0);
    QVERIFY(idOf(again.err).toInt() > earlier.toInt());
    QVERIFY2(again.err.contains("2 of 4 candidates: the results are there already"), again.err.constData());
    QCOMPARE(again.object().value("counts"_L1)["succeeded"_L1].toInt(), 4);
    const QJsonArray results = again.object().value("results"_L1).toArray();
    QCOMPARE(results.at(0)["stdout"_L1].toString(), u"fixed\n"_s);
    QCOMPARE(results.at(1)["stdout"_L1].toString(), QString());
    const CliResult shown = cli.run({u"show"_s, idOf(again.err)});
    QVERIFY2(shown.out.contains(QByteArray("re-run of " + earlier.toLatin1())), shown.out.constData());
    const QJsonArray history = cli.run({u"history"_s, u"--json"_s}).array();
    QCOMPARE(history.at(0)["rerun_of"_L1].toInt(), earlier.toInt());
    QVERIFY(history.at(1)["rerun_of"_L1].isNull());
    QCOMPARE(history.at(1)["counts"_L1]["failed"_L1].toInt(), 2);
    const CliResult none = cli.run({u"sweep"_s, u"--rerun"_s, idOf(again.err), u"--only"_s, u"failed,infrastructure"_s});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.err.contains("no such candidates"), none.err.constData());
}

void TestCliSweep::rerunOfIndexes()
{
    const CliProgram cli;
    const QString out = cli.path(u"out"_s);
    const CliResult first = cli.run(shellSweep(u"echo {{n}} >> '%1'; [ -e '%2' ] || exit 3"_s.arg(out, cli.path(u"fixed"_s)),
                                               {u"--param"_s, u"n=1:6"_s, u"--stop-after"_s, u"3"_s, u"--concurrency"_s, u"1"_s}));
    QCOMPARE(first.exitCode, 1);
    QVERIFY(QFile::remove(out));
    const CliResult again = cli.run({u"sweep"_s, u"--rerun"_s, idOf(first.err), u"--only"_s, u"0,2"_s});
    QFile file(out);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArrayList lines = file.readAll().trimmed().split('\n');
    std::ranges::sort(lines);
    QCOMPARE(lines, (QByteArrayList {"1", "3"}));
    // What the earlier one had not come to is missing here as well.
    QCOMPARE(again.exitCode, 1);
    QVERIFY2(again.err.contains("still without a result"), again.err.constData());
    // They had their results; what is run again on purpose is nothing to warn of.
    QVERIFY2(!again.err.contains("may run twice"), again.err.constData());
    const CliResult unknown = cli.run({u"sweep"_s, u"--rerun"_s, idOf(first.err), u"--only"_s, u"0,4-6"_s});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY2(unknown.err.contains("candidate 6") && unknown.err.contains("0 to 5"), unknown.err.constData());
    (void)cli.writeFile(u"fixed"_s, {});
    const CliResult resumed = cli.run({u"sweep"_s, u"--resume"_s, idOf(again.err), u"--json"_s});
    QCOMPARE(resumed.object().value("counts"_L1)["failed"_L1].toInt(), 3);
    QCOMPARE(resumed.object().value("counts"_L1)["succeeded"_L1].toInt(), 3);
    QCOMPARE(cli.run({u"sweep"_s, u"--rerun"_s, u"4711"_s}).exitCode, 1);
}

void TestCliSweep::deletedFromHistory()
{
    const CliProgram cli;
    const QString id = idOf(cli.run(shellSweep(u"true"_s, {u"--param"_s, u"n=1:4"_s})).err);
    QCOMPARE(cli.run({u"history"_s, u"--delete"_s, id}).exitCode, 0);
    QVERIFY(cli.run({u"history"_s, u"--json"_s}).array().isEmpty());
    QCOMPARE(cli.run({u"history"_s, u"--delete"_s, id}).exitCode, 1);
}

QTEST_GUILESS_MAIN(TestCliSweep)
#include "tst_clisweep.moc"
