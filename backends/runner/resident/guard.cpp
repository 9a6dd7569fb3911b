// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/guard.h"

#include "backends/runner/resident/cgroup.h"
#include "backends/core/descriptor.h"
#include "backends/runner/resident/endprocesses.h"
#include "backends/runner/resident/foldertree.h"
#include "backends/runner/resident/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

namespace hermes::resident {

namespace {

using namespace std::chrono_literals;

/// A worker that was told to end does so within two seconds.
constexpr auto WorkerPatience = 3s;
constexpr auto KillPatience = 2s;
constexpr auto RemovalPatience = 500ms;
constexpr int CannotStart = 5;

/// Children are to be the first choice when memory runs out. They inherit this from the worker, so that it is written
/// once and not for each of them; the worker itself is too small to be chosen, and should it be, the guard cleans up.
constexpr int MoreLikelyOutOfMemory = 300;
constexpr int HighestScore = 1000;

void setDefaultSignals()
{
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
    // Whoever started this process may have ignored some, and children would inherit that.
    for (int signal = 1; signal < NSIG; ++signal)
        ::signal(signal, SIG_DFL);
}

/// The three standard streams are open afterwards, and nothing else is.
void cleanDescriptors()
{
    int fd = 0;
    do {
        fd = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO)
        ::close(fd);
    ::syscall(SYS_close_range, STDERR_FILENO + 1U, ~0U, 0);
}

/// The environment as it is; what is left in this process's own memory holds no secret any more.
std::vector<std::string> takeEnvironment()
{
    std::vector<std::string> entries;
    for (char **entry = ::environ; entry && *entry; ++entry) {
        if (!variableName(*entry).empty())
            entries.emplace_back(*entry);
        std::memset(*entry, 0, std::strlen(*entry));
    }
    ::clearenv();
    return entries;
}

void raiseOutOfMemoryScore()
{
    const Descriptor file(::open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC));
    std::array<char, 16> text = {};
    if (!file.isOpen() || ::read(file.get(), text.data(), text.size() - 1) <= 0)
        return;
    int score = 0;
    std::from_chars(text.data(), text.data() + text.size(), score);
    const std::string raised = std::to_string(std::min(score + MoreLikelyOutOfMemory, HighestScore));
    std::ignore = ::pwrite(file.get(), raised.data(), raised.size(), 0) > 0;
}

[[noreturn]] void beWorker(WorkerPlan plan)
{
    ::setsid();
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    raiseOutOfMemoryScore();
    ::prctl(PR_SET_DUMPABLE, 0);
    WorkerEnd end = WorkerEnd::InOrder;
    {
        Worker worker(std::move(plan));
        end = worker.work();
    }
    ::_exit(static_cast<int>(end));
}

/// Waits until the worker is dead; passes on the order to end. Its wait status.
int waitForWorker(pid_t worker)
{
    sigset_t signals;
    ::sigemptyset(&signals);
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&signals, signal);
    auto killAt = Clock::time_point::max();
    for (;;) {
        int status = 0;
        for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG | WUNTRACED)) > 0;) {
            if (pid != worker)
                continue;
            if (!WIFSTOPPED(status))
                return status;
            // While it is stopped no timeout and no cancel reaches the runs. A snippet may do that to its parent.
            ::kill(worker, SIGCONT);
        }
        constexpr timespec Second = {.tv_sec = 1, .tv_nsec = 0};
        const bool told = killAt != Clock::time_point::max();
        const int signal = told ? ::sigtimedwait(&signals, nullptr, &Second) : ::sigwaitinfo(&signals, nullptr);
        if (signal > 0 && signal != SIGCHLD && !told) {
            ::kill(worker, SIGTERM);
            killAt = Clock::now() + WorkerPatience;
        }
        if (Clock::now() >= killAt)
            ::kill(worker, SIGKILL);
    }
}

void removeWhole(const char *path)
{
    std::string problem;
    if (*path != '\0' && removeTree(path, Clock::now() + RemovalPatience, problem) == RemovalResult::OutOfTime)
        removeTreeApart(path);
}

} // namespace

int runGuarded()
{
    setDefaultSignals();
    cleanDescriptors();
    ::setsid();
    if (::chdir("/") != 0)
        return CannotStart;
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    void *shared = ::mmap(nullptr, sizeof(SharedNotes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    std::array<int, 2> life;
    if (shared == MAP_FAILED || ::pipe2(life.data(), O_CLOEXEC) != 0)
        return CannotStart;
    auto *notes = new (shared) SharedNotes;
    std::vector<std::string> environment = takeEnvironment();

    const pid_t worker = ::fork();
    if (worker < 0)
        return CannotStart;
    if (worker == 0) {
        ::close(life[1]);
        beWorker({.requests = STDIN_FILENO,
                  .client = STDOUT_FILENO,
                  .guard = life[0],
                  .notes = notes,
                  .environment = std::move(environment)});
    }
    ::prctl(PR_SET_DUMPABLE, 0);
    ::close(life[0]);
    // The connection's streams must end with the worker.
    const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO})
        null.isOpen() ? ::dup2(null.get(), stream) : ::close(stream);

    const int status = waitForWorker(worker);
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    endProcesses(0ms, Clock::now() + KillPatience);
    removeCgroupsOf(worker);
    removeWhole(notes->scriptFolder.data());
    removeWhole(notes->temporaryBase.data());
    return 128 + WTERMSIG(status);
}

} // namespace hermes::resident
