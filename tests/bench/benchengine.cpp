// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "backends/engine/journal/journal.h"
#include "backends/engine/launchjson.h"
#include "tests/bench/processtree.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>

#include <cmath>
#include <cstdio>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

/// Times what the engine does, start of the program not counted. Prints one JSON object of figures.
///
///     benchengine sweep COUNT CONCURRENCY journal|plain     {"seconds"}
///     benchengine spawn COUNT CONCURRENCY                   {"seconds"}: the same processes, nothing captured or stored
///     benchengine warm CALLS                                {"call_ms", "result_ms", "spawn_ms"}: medians, taken in turns;
///                                                           result_ms is what the result says, without launch and journal
///     benchengine session CONCURRENCY FILE…                 {"seconds"}
///     benchengine capture BYTES                             {"seconds", "memory_bytes", "spool_bytes"}
///     benchengine cancel COUNT polite|stubborn              {"seconds"}: until the last process is gone
///     benchengine fill COUNT IN_ONE_LAUNCH                  {"launch"}: stores so many results; the id of the last launch
namespace {

using namespace hermes;

std::unique_ptr<Engine> openOrDie(bool journalled)
{
    auto engine = openEngine(u"benchengine"_s, journalled);
    if (!engine)
        qFatal("%s", qPrintable(toText(engine.error())));
    return *std::move(engine);
}

LaunchSpec shellSpec(const Engine &engine, LaunchKind kind, const QList<QByteArray> &codes)
{
    const BackendKind *local = engine.findKind(u"local"_s);
    const auto settings = resolveSettings(local->schema, {});
    if (!settings)
        qFatal("%s", qPrintable(toText(settings.error())));
    return {.kind = kind, .backend = u"local"_s, .settings = *settings, .language = Language::Shell, .codes = codes};
}

LaunchSpec sweepSpec(const Engine &engine, const QByteArray &code, int count, int concurrency)
{
    LaunchSpec spec = shellSpec(engine, LaunchKind::Sweep, {code});
    auto group = parseParameterArgument(u"n=1:%1"_s.arg(count));
    if (!group)
        qFatal("%s", qPrintable(toText(group.error())));
    spec.sweep.groups = {*std::move(group)};
    spec.concurrency = concurrency;
    return spec;
}

/// Launches and waits for the end; `watch` sees every progress. Returns the launch.
LaunchId finish(Engine &engine, LaunchSpec spec, const std::function<void(LaunchId, const LaunchProgress &)> &watch = {})
{
    QEventLoop loop;
    LaunchId launch = 0;
    LaunchProgress last;
    QObject::connect(&engine, &Engine::launchFinished, &loop, [&](LaunchId id, const LaunchProgress &progress) {
        launch = id;
        last = progress;
        loop.quit();
    });
    if (watch)
        QObject::connect(&engine, &Engine::progressChanged, &loop, watch);
    engine.launch(std::move(spec)).then(&loop, [](const Result<LaunchTicket> &ticket) {
        if (!ticket)
            qFatal("%s", qPrintable(toText(ticket.error())));
    });
    loop.exec();
    if (last.infrastructure > 0 || last.state == LaunchState::Failed)
        qFatal("the launch failed: %s", qPrintable(last.fault ? toText(*last.fault) : u"infrastructure"_s));
    return launch;
}

/// From the request to the end of the snippet, in milliseconds, as the result has it.
double resultMilliseconds(Engine &engine, LaunchId launch)
{
    QFuture<Result<RunResult>> asked = engine.result(launch, 0);
    asked.waitForFinished();
    const Result<RunResult> result = asked.result();
    if (!result)
        qFatal("%s", qPrintable(toText(result.error())));
    return double((result->end.acquire + result->end.run).count()) / 1e6;
}

double secondsSince(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e9;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

QJsonObject benchSweep(const QStringList &arguments)
{
    const auto engine = openOrDie(arguments.value(2) == "journal"_L1);
    finish(*engine, sweepSpec(*engine, "true", 8, 2));
    LaunchSpec spec = sweepSpec(*engine, "true", arguments.value(0).toInt(), arguments.value(1).toInt());
    QElapsedTimer timer;
    timer.start();
    finish(*engine, std::move(spec));
    return {{u"seconds"_s, secondsSince(timer)}};
}

pid_t spawnTrue()
{
    const char *arguments[] = {"bash", "-c", "true", nullptr};
    pid_t process = 0;
    if (::posix_spawnp(&process, "bash", nullptr, nullptr, const_cast<char **>(arguments), environ) != 0)
        qFatal("bash cannot be started");
    return process;
}

double spawnMilliseconds()
{
    QElapsedTimer timer;
    timer.start();
    ::waitpid(spawnTrue(), nullptr, 0);
    return secondsSince(timer) * 1000;
}

QJsonObject benchSpawn(const QStringList &arguments)
{
    const int count = arguments.value(0).toInt();
    const int places = arguments.value(1).toInt();
    QElapsedTimer timer;
    timer.start();
    for (int started = 0, ended = 0; ended < count; ++ended) {
        for (; started < std::min(count, ended + places); ++started)
            spawnTrue();
        ::waitpid(-1, nullptr, 0);
    }
    return {{u"seconds"_s, secondsSince(timer)}};
}

QJsonObject benchWarm(const QStringList &arguments)
{
    const auto engine = openOrDie(true);
    const LaunchSpec call = shellSpec(*engine, LaunchKind::Sandbox, {"true"});
    for (int i = 0; i < 5; ++i)
        finish(*engine, call);
    std::vector<double> calls;
    std::vector<double> results;
    std::vector<double> spawns;
    for (int i = 0; i < arguments.value(0).toInt(); ++i) {
        QElapsedTimer timer;
        timer.start();
        const LaunchId launch = finish(*engine, call);
        calls.push_back(secondsSince(timer) * 1000);
        results.push_back(resultMilliseconds(*engine, launch));
        spawns.push_back(spawnMilliseconds());
    }
    return {{u"call_ms"_s, median(calls)}, {u"result_ms"_s, median(results)}, {u"spawn_ms"_s, median(spawns)}};
}

QJsonObject benchSession(const QStringList &arguments)
{
    QList<QByteArray> codes;
    for (const QString &name : arguments.sliced(1)) {
        QFile file(name);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read", qPrintable(name));
        codes.append(file.readAll());
    }
    const auto engine = openOrDie(true);
    finish(*engine, shellSpec(*engine, LaunchKind::Session, {"true"}));
    LaunchSpec spec = shellSpec(*engine, LaunchKind::Session, codes);
    spec.concurrency = arguments.value(0).toInt();
    QElapsedTimer timer;
    timer.start();
    finish(*engine, std::move(spec));
    return {{u"seconds"_s, secondsSince(timer)}};
}

qint64 largestFileBelow(const QString &folder)
{
    qint64 largest = 0;
    for (QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories); files.hasNext();)
        largest = std::max(largest, files.nextFileInfo().size());
    return largest;
}

QJsonObject benchCapture(const QStringList &arguments)
{
    const auto engine = openOrDie(true);
    finish(*engine, shellSpec(*engine, LaunchKind::Run, {"true"}));
    LaunchSpec spec = shellSpec(*engine, LaunchKind::Run, {"head -c " + arguments.value(0).toLatin1() + " /dev/zero"});
    QElapsedTimer timer;
    timer.start();
    finish(*engine, std::move(spec));
    const double seconds = secondsSince(timer);
    return {{u"seconds"_s, seconds},
            {u"memory_bytes"_s, bench::ownPeakBytes() + bench::readProcessTree().runnerPeakBytes},
            {u"spool_bytes"_s, largestFileBelow(stateFolder())}};
}

QJsonObject benchCancel(const QStringList &arguments)
{
    const auto engine = openOrDie(true);
    const int count = arguments.value(0).toInt();
    const QByteArray code = arguments.value(1) == "stubborn"_L1 ? "trap '' TERM; sleep 600" : "sleep 600";
    QElapsedTimer timer;
    finish(*engine, sweepSpec(*engine, code, count, count), [&](LaunchId id, const LaunchProgress &progress) {
        // Running is reported at the start of a shell; each is to have got as far as its sleep.
        if (timer.isValid() || progress.running < count)
            return;
        timer.start();
        QTimer::singleShot(std::chrono::milliseconds(500), engine.get(), [&engine, &timer, id] {
            timer.start();
            engine->cancel(id);
        });
    });
    while (bench::readProcessTree().snippets > 0)
        ::usleep(1000);
    return {{u"seconds"_s, secondsSince(timer)}};
}

/// What a finished candidate of many leaves.
RunResult storedResult(int index)
{
    RunResult result;
    result.end.reason = EndReason::Exited;
    result.end.exitCode = index % 7 == 0 ? 1 : 0;
    result.end.run = std::chrono::microseconds(qint64(index) * 7919 % 100'000);
    result.out.bytes = "result " + QByteArray::number(qint64(index) * 7919 % 1'000'003) + " of the run\n{\"loss\": "
        + QByteArray::number(std::sin(index) * 100) + ", \"epoch\": " + QByteArray::number(index % 50) + "}\n";
    result.out.total = result.out.bytes.size();
    result.startedAt = QDateTime::currentDateTimeUtc();
    return result;
}

QJsonObject benchFill(const QStringList &arguments)
{
    const int total = arguments.value(0).toInt();
    const int inOneLaunch = arguments.value(1).toInt();
    const auto engine = openOrDie(false);
    auto journal = Journal::open(stateFolder(), {.program = u"benchengine"_s});
    if (!journal)
        qFatal("%s", qPrintable(toText(journal.error())));
    LaunchId last = 0;
    for (int left = total; left > 0; left -= inOneLaunch) {
        const int count = std::min(left, inOneLaunch);
        const auto launch = (*journal)->createLaunch(toRecord(sweepSpec(*engine, "true", count, 2), count));
        if (!launch)
            qFatal("%s", qPrintable(toText(launch.error())));
        last = *launch;
        for (int index = 0; index < count; ++index)
            (*journal)->append({.launch = last, .index = index, .result = storedResult(index)}, {});
        (*journal)->finishLaunch(last, LaunchState::Done, {});
        if (const Result<> stored = (*journal)->flush(std::chrono::minutes(5)); !stored)
            qFatal("%s", qPrintable(toText(stored.error())));
    }
    return {{u"launch"_s, last}};
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QHash<QString, QJsonObject (*)(const QStringList &)> benches {
        {u"sweep"_s, benchSweep},     {u"spawn"_s, benchSpawn},   {u"warm"_s, benchWarm}, {u"session"_s, benchSession},
        {u"capture"_s, benchCapture}, {u"cancel"_s, benchCancel}, {u"fill"_s, benchFill},
    };
    const QStringList arguments = QCoreApplication::arguments().sliced(1);
    const auto bench = benches.value(arguments.value(0));
    if (!bench)
        qFatal("usage: benchengine %s ARGUMENT…", qPrintable(benches.keys().join(u'|')));
    std::puts(QJsonDocument(bench(arguments.sliced(1))).toJson(QJsonDocument::Compact).constData());
    return 0;
}
