// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/warmpool.h"
#include "backends/docker/dockersession.h"
#include "backends/local/localbackend.h"
#include "tests/docker/dockerground.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QThread>

#include <future>
#include <semaphore>
#include <spawn.h>
#include <sys/wait.h>

using namespace Qt::StringLiterals;

/// Times what the docker backend does on a daemon of its own, and what docker's client does there. Prints one JSON object.
///
///     benchdocker warm IMAGE CALLS       {"ours_ms", "local_ms", "client_ms"}: medians of `true` in a running sandbox, in turns
///     benchdocker start ROUNDS           {"cold_ms", "warm_ms"}: medians from request to the end of `true`, new and from the warm pool
///     benchdocker flood BYTES            {"seconds"}
///     benchdocker session COUNT PLACES   {"seconds", "client_seconds"}: against `xargs -P docker run --rm`
///     benchdocker many CALLS             {"processes", "files", "memory_bytes"}: what the daemon's side has more of afterwards
namespace {

using namespace hermes;
using hermes::tests::DockerGround;

class CountingSink final : public OutputSink
{
public:
    void output(Stream, QByteArrayView, Credit) override { }
};

/// Runs it to its end, which must be a good one.
RunEnd ranOn(Executor &executor, const QByteArray &code)
{
    std::promise<RunEnd> promise;
    auto future = promise.get_future();
    executor.start({.snippet = {.language = Language::Shell, .code = code}}, std::make_shared<CountingSink>(), {},
                   [&promise](RunEnd end) { promise.set_value(std::move(end)); });
    RunEnd end = future.get();
    if (end.fault || end.exitCode != 0)
        qFatal("%s", qPrintable(end.fault ? toText(*end.fault) : u"exit code %1"_s.arg(end.exitCode)));
    return end;
}

double millisecondsOf(const RunEnd &end)
{
    return double((end.acquire + end.run).count()) / 1e6;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

/// Starts a program and waits for it, without anything that would slow it down.
double millisecondsOf(const QByteArrayList &command)
{
    std::vector<char *> words;
    for (const QByteArray &word : command)
        words.push_back(const_cast<char *>(word.constData()));
    words.push_back(nullptr);
    QElapsedTimer timer;
    timer.start();
    pid_t process = 0;
    int status = 0;
    if (::posix_spawnp(&process, words.front(), nullptr, nullptr, words.data(), environ) != 0
        || ::waitpid(process, &status, 0) != process || status != 0)
        qFatal("%s failed", command.join(' ').constData());
    return double(timer.nsecsElapsed()) / 1e6;
}

void openOrDie(DockerGround &ground, const QString &image)
{
    if (!ground.open(image))
        qFatal("%s", qPrintable(ground.failure()));
    qputenv("DOCKER_HOST", ground.daemon().address().toUtf8());
}

std::unique_ptr<Sandbox> sandboxOf(Backend &backend)
{
    auto opened = backend.openSandbox({.id = u"bench"_s}, {});
    if (!opened)
        qFatal("%s", qPrintable(toText(opened.error())));
    return std::move(*opened);
}

QByteArray onlyContainer(const DockerGround &ground)
{
    return ground.containers().value(0).section(u' ', 0, 0).toUtf8();
}

QJsonObject benchWarm(const QStringList &arguments)
{
    DockerGround ground;
    openOrDie(ground, arguments.value(0));
    const bool hasBash = arguments.value(0) != "busybox"_L1;
    const auto backend = ground.backend();
    const auto box = sandboxOf(*backend);
    local::LocalBackend localBackend({});
    const auto localBox = sandboxOf(localBackend);
    const QByteArrayList client {"docker", "exec", onlyContainer(ground), hasBash ? "bash" : "sh", "-c", "true"};
    std::vector<double> ours;
    std::vector<double> local;
    std::vector<double> theirs;
    for (int i = 0; i < arguments.value(1).toInt(); ++i) {
        ours.push_back(millisecondsOf(ranOn(*box, "true")));
        local.push_back(millisecondsOf(ranOn(*localBox, "true")));
        theirs.push_back(millisecondsOf(client));
    }
    std::ignore = localBackend.close({.id = u"bench"_s}, {});
    return {{u"ours_ms"_s, median(ours)}, {u"local_ms"_s, median(local)}, {u"client_ms"_s, median(theirs)}};
}

QJsonObject benchStart(const QStringList &arguments)
{
    DockerGround ground;
    openOrDie(ground, u"python"_s);
    const auto cold = ground.session(ground.backend());
    const auto launcher = std::make_shared<docker::ContainerLauncher>(
        std::make_shared<docker::EngineClient>(
            std::make_shared<docker::EndpointDialer>(docker::Endpoint {.socket = ground.daemon().socketPath()})),
        docker::dockerSettings(*resolveSettings(docker::dockerSchema(), {.flags = {{u"image"_s, ground.image()}}})).value(),
        ground.identity(true));
    const auto pool = std::make_shared<WarmPool>(
        WarmPool::Plan {.size = 3, .start = [&](std::stop_token stop) {
                            return launcher->startExecutor(docker::Purpose::Pool, {}, {}, std::move(stop))
                                .transform([&](docker::StartedContainer container) {
                                    return std::unique_ptr<WarmMember>(
                                        std::make_unique<docker::WarmContainer>(std::move(container), launcher->containers(), 0));
                                });
                        }});
    auto threads = std::make_shared<QThreadPool>();
    threads->setMaxThreadCount(16);
    docker::DockerSession warm({.launcher = launcher, .pool = pool, .threads = threads});
    pool->fill();
    std::vector<double> coldTimes;
    std::vector<double> warmTimes;
    for (int i = 0; i < arguments.value(0).toInt(); ++i) {
        coldTimes.push_back(millisecondsOf(ranOn(*cold, "true")));
        // Full again, and the machine idle.
        while (pool->status().ready < 3 || pool->status().taken > 0 || !ground.containers().filter(u"session"_s).isEmpty())
            QThread::msleep(50);
        warmTimes.push_back(millisecondsOf(ranOn(warm, "true")));
        while (pool->status().ready < 3 || pool->status().taken > 0)
            QThread::msleep(50);
    }
    return {{u"cold_ms"_s, median(coldTimes)}, {u"warm_ms"_s, median(warmTimes)}};
}

QJsonObject benchFlood(const QStringList &arguments)
{
    DockerGround ground;
    openOrDie(ground, u"python"_s);
    const auto backend = ground.backend();
    const auto box = sandboxOf(*backend);
    const RunEnd end = ranOn(*box, "head -c " + arguments.value(0).toLatin1() + " /dev/zero");
    return {{u"seconds"_s, millisecondsOf(end) / 1000}};
}

QJsonObject benchSession(const QStringList &arguments)
{
    DockerGround ground;
    openOrDie(ground, u"python"_s);
    const int count = arguments.value(0).toInt();
    const int places = arguments.value(1).toInt();
    const auto session = ground.session(ground.backend());
    ranOn(*session, "true");
    QElapsedTimer timer;
    timer.start();
    std::counting_semaphore<> free(places);
    std::vector<std::future<void>> runs;
    for (int i = 0; i < count; ++i) {
        free.acquire();
        auto done = std::make_shared<std::promise<void>>();
        runs.push_back(done->get_future());
        session->start({.snippet = {.language = Language::Shell, .code = "true"}}, std::make_shared<CountingSink>(), {},
                       [&free, done](const RunEnd &end) {
                           if (end.exitCode != 0)
                               qFatal("%s", qPrintable(end.fault ? toText(*end.fault) : u"exit code"_s));
                           free.release();
                           done->set_value();
                       });
    }
    for (auto &run : runs)
        run.get();
    while (!ground.containers().isEmpty())
        QThread::msleep(5);
    const double ours = double(timer.nsecsElapsed()) / 1e9;
    const QByteArray script = "seq " + QByteArray::number(count) + " | xargs -P" + QByteArray::number(places)
        + " -I{} docker run --rm --init --network none --pids-limit 512 --read-only --tmpfs /tmp --cap-drop ALL "
          "--security-opt no-new-privileges "
        + ground.image().toUtf8() + " bash -c true";
    return {{u"seconds"_s, ours}, {u"client_seconds"_s, millisecondsOf(QByteArrayList {"bash", "-c", script}) / 1000}};
}

/// Of the processes that serve containers: how many there are, their open files and their memory.
QJsonObject daemonSide()
{
    qint64 processes = 0;
    qint64 files = 0;
    qint64 bytes = 0;
    for (const QString &pid : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        QFile name(u"/proc/%1/comm"_s.arg(pid));
        if (!pid.front().isDigit() || !name.open(QIODevice::ReadOnly))
            continue;
        const QByteArray comm = name.readAll().trimmed();
        if (!comm.startsWith("containerd") && comm != "hermes-runner" && comm != "dockerd" && comm != "docker-init")
            continue;
        ++processes;
        files += QDir(u"/proc/%1/fd"_s.arg(pid)).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot).size();
        QFile memory(u"/proc/%1/statm"_s.arg(pid));
        if (comm.startsWith("containerd-shim") && memory.open(QIODevice::ReadOnly))
            bytes += memory.readAll().split(' ').value(1).toLongLong() * 4096;
    }
    return {{u"processes"_s, processes}, {u"files"_s, files}, {u"memory_bytes"_s, bytes}};
}

QJsonObject benchMany(const QStringList &arguments)
{
    DockerGround ground;
    openOrDie(ground, u"python"_s);
    const auto backend = ground.backend();
    const auto box = sandboxOf(*backend);
    for (int i = 0; i < 20; ++i)
        ranOn(*box, "true");
    const QJsonObject before = daemonSide();
    for (int i = 0; i < arguments.value(0).toInt(); ++i)
        ranOn(*box, "true");
    QJsonObject growth = daemonSide();
    for (const QString &key : growth.keys())
        growth[key] = growth[key].toInteger() - before[key].toInteger();
    return growth;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QHash<QString, QJsonObject (*)(const QStringList &)> benches {
        {u"warm"_s, benchWarm},       {u"start"_s, benchStart}, {u"flood"_s, benchFlood},
        {u"session"_s, benchSession}, {u"many"_s, benchMany},
    };
    const QStringList arguments = QCoreApplication::arguments().sliced(1);
    const auto bench = benches.value(arguments.value(0));
    if (!bench)
        qFatal("usage: benchdocker %s ARGUMENT…", qPrintable(benches.keys().join(u'|')));
    if (const QString missing = tests::DockerDaemon::missing(); !missing.isEmpty())
        qFatal("%s", qPrintable(missing));
    std::puts(QJsonDocument(bench(arguments.sliced(1))).toJson(QJsonDocument::Compact).constData());
    return 0;
}
