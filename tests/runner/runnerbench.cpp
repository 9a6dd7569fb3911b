// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the runner alone, against what the shell's own means cost: each side in turns, so that a busy machine
// disturbs both. One line a figure.

#include "tests/support/rawrunner.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace hermes::tests;
using namespace hermes::protocol;
using Clock = std::chrono::steady_clock;

namespace {

double seconds(Clock::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

template<typename Work>
double timeOf(Work work)
{
    const auto begin = Clock::now();
    work();
    return seconds(Clock::now() - begin);
}

void spawnAndWait(std::vector<const char *> arguments)
{
    arguments.push_back(nullptr);
    pid_t pid = -1;
    if (::posix_spawnp(&pid, arguments[0], nullptr, nullptr, const_cast<char **>(arguments.data()), ::environ) == 0)
        ::waitpid(pid, nullptr, 0);
}

StartMessage trueScript()
{
    return RawRunner::shell("true");
}

void runMany(RawRunner &runner, int count, int atOnce)
{
    std::vector<uint32_t> running;
    int started = 0;
    while (started < count || !running.empty()) {
        while (started < count && static_cast<int>(running.size()) < atOnce) {
            running.push_back(runner.start(trueScript()));
            ++started;
        }
        const auto isOver = [&](uint32_t id) { return runner.seen(id).exit.has_value(); };
        if (!runner.waitFor([&] { return std::ranges::any_of(running, isOver); }))
            std::abort();
        std::erase_if(running, isOver);
    }
}

/// `true` scripts two at a time: how much more of them in a second than xargs.
void throughput(int count, int rounds)
{
    RawRunner runner;
    runMany(runner, 20, 2);
    const std::string command = "seq " + std::to_string(count) + " | xargs -P2 -n1 bash -c true";
    std::vector<double> ratios;
    std::vector<double> own;
    for (int round = 0; round < rounds; ++round) {
        own.push_back(timeOf([&] { runMany(runner, count, 2); }));
        const double other = timeOf([&] { spawnAndWait({"sh", "-c", command.c_str()}); });
        ratios.push_back(other / own.back());
    }
    std::printf("throughput  %.2f x xargs (%.2f s for %d)\n", median(ratios), median(own), count);
}

void latency(int count)
{
    RawRunner runner;
    runMany(runner, 20, 1);
    std::vector<double> ours;
    std::vector<double> theirs;
    for (int i = 0; i < count; ++i) {
        ours.push_back(timeOf([&] { runner.run(trueScript()); }));
        theirs.push_back(timeOf([] { spawnAndWait({"bash", "-c", "true"}); }));
    }
    std::printf("warm call   %.2f x posix_spawn (%.2f ms, %.2f ms)\n", median(ours) / median(theirs), 1000 * median(ours),
                1000 * median(theirs));
}

void output(uint64_t bytes)
{
    RawRunner runner;
    runner.discardOutput(runner.nextId() + 1);
    const double time = timeOf(
        [&] { runner.run(RawRunner::shell("head -c " + std::to_string(bytes) + " /dev/zero"), std::chrono::minutes(5)); });
    std::printf("output      %.0f MiB/s\n", static_cast<double>(bytes) / time / 1024 / 1024);
}

void cancel(int count)
{
    RawRunner runner;
    std::vector<uint32_t> ids;
    for (int i = 0; i < count; ++i)
        ids.push_back(runner.start(RawRunner::shell("echo up; sleep 600")));
    for (const uint32_t id : ids)
        runner.waitForOutput(id, "up");
    const double time = timeOf([&] {
        for (const uint32_t id : ids)
            runner.end(id);
        for (const uint32_t id : ids)
            runner.waitForExit(id);
    });
    std::printf("cancel      %.0f ms for %d sleeps\n", 1000 * time, count);
}

} // namespace

int main(int argc, char **argv)
{
    const std::string what = argc > 1 ? argv[1] : "all";
    const int count = argc > 2 ? std::atoi(argv[2]) : 0;
    const auto wanted = [&](const char *name) { return what == "all" || what == name; };
    if (wanted("throughput"))
        throughput(count > 0 ? count : 1000, 3);
    if (wanted("latency"))
        latency(count > 0 ? count : 300);
    if (wanted("output"))
        output(1ULL << 30);
    if (wanted("cancel"))
        cancel(count > 0 ? count : 64);
    return 0;
}
