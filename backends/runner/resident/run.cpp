// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/run.h"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>

namespace hermes::resident {

using namespace protocol;
using namespace std::chrono_literals;

namespace {

/// How long left-over processes may go on writing: without a byte, and in all. Those that stay anyway get less,
/// since nothing is lost that way.
struct Patience
{
    std::chrono::milliseconds idle;
    std::chrono::milliseconds total;
};
constexpr Patience ToEnd {.idle = 500ms, .total = 1s};
constexpr Patience ToStay {.idle = 50ms, .total = 250ms};

constexpr auto LeftoverKillDelay = 100ms;
constexpr auto KillInterval = 10ms;
constexpr auto KillPatience = 2s;
constexpr auto RemovalPatience = 1s;
constexpr auto ExecInterval = 2ms;

std::chrono::microseconds microseconds(const timeval &time)
{
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

} // namespace

void Run::pipeReady(StreamId stream)
{
    ChildOutput &output = stream == StreamId::Stdout ? m_out : m_err;
    if (output.pump(m_shop.outbound, m_sequence) && m_phase == Phase::Settling)
        m_lastOutput = Clock::now();
    if (output.ended() || m_phase == Phase::Draining)
        advance();
}

void Run::addCredit(StreamId stream, uint32_t bytes)
{
    if (stream == StreamId::Stdout || stream == StreamId::Stderr)
        (stream == StreamId::Stdout ? m_out : m_err).addCredit(bytes);
}

void Run::end(Ending ending)
{
    if (m_phase != Phase::Running && m_phase != Phase::Settling)
        return;
    if (m_mainAlive)
        m_exit.ending = ending;
    endTree(m_killDelay);
}

void Run::signal(int number)
{
    if (m_phase <= Phase::Ending)
        m_shop.tree.signal(m_id, m_pid, number);
}

bool Run::succeeded() const
{
    return m_exit.ending == Ending::ByItself && !m_exit.signalled && m_exit.code == 0;
}

void Run::wake()
{
    m_shop.wakeups.clear(m_id, m_wake);
    switch (m_phase) {
    case Phase::Running: m_mainAlive ? end(Ending::TimedOut) : advance(); break;
    case Phase::Settling: settled(); break;
    case Phase::Ending: kill(); break;
    case Phase::Removing:
        m_exit.notes.push_back("The temporary folder " + m_folder + " is still being removed.");
        sendExit();
        break;
    case Phase::Draining:
    case Phase::Over: break;
    }
}

void Run::mainEnded(int status, const rusage &usage)
{
    m_mainAlive = false;
    m_exit.wallTime = Clock::now() - m_begun;
    m_exit.signalled = WIFSIGNALED(status);
    m_exit.code = static_cast<uint32_t>(m_exit.signalled ? WTERMSIG(status) : WEXITSTATUS(status));
    m_exit.userTime = microseconds(usage.ru_utime);
    m_exit.systemTime = microseconds(usage.ru_stime);
    m_exit.maxResident = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
    m_input.close(m_shop.outbound);
    advance();
}

void Run::advance()
{
    if (!lingers() || m_phase == Phase::Removing)
        return;
    const auto left = m_phase != Phase::Draining ? m_shop.tree.left(m_id) : RunTree::Left();
    if (left.orphan != 0) {
        if (m_phase == Phase::Running)
            settle();
        else if (m_phase == Phase::Settling && drained())
            settled();
        return;
    }
    if (left.undecided) {
        // While things are being ended, kill() looks again.
        if (m_phase != Phase::Ending)
            wakeAt(Clock::now() + ExecInterval);
        return;
    }
    if (m_phase != Phase::Draining)
        drain();
    if (m_phase == Phase::Draining && drained())
        finish();
}

void Run::settle()
{
    m_phase = Phase::Settling;
    m_lastOutput = Clock::now();
    m_settleEnd = m_lastOutput + (m_keepBackground ? ToStay : ToEnd).total;
    settled();
}

void Run::settled()
{
    const auto idle = (m_keepBackground ? ToStay : ToEnd).idle;
    const auto now = Clock::now();
    // Whoever cannot write because the client does not read is not idle.
    if (m_out.stalled() || m_err.stalled() || m_shop.outbound.blocked()) {
        m_settleEnd += idle;
        m_lastOutput = now;
    }
    const auto end = std::min(m_settleEnd, m_lastOutput + idle);
    if (!drained() && now < end) {
        wakeAt(end);
    } else if (m_keepBackground) {
        m_leftoversStay = true;
        drain();
        advance();
    } else {
        endTree(LeftoverKillDelay);
    }
}

void Run::endTree(std::chrono::milliseconds killDelay)
{
    m_phase = Phase::Ending;
    m_killAt = Clock::now() + killDelay;
    wakeAt(m_killAt);
    m_shop.tree.signal(m_id, m_pid, SIGTERM);
}

void Run::kill()
{
    const auto now = Clock::now();
    if (m_giveUpAt == Clock::time_point::max())
        m_giveUpAt = now + KillPatience;
    if (now >= m_giveUpAt) {
        giveUp();
        return;
    }
    wakeAt(now + KillInterval);
    if (m_mainAlive)
        ::kill(-m_pid, SIGKILL);
    // While there are some, a look at the whole tree would take too long.
    if (m_shop.tree.killOrphans(m_id))
        return;
    m_shop.tree.signal(m_id, m_pid, SIGKILL);
    advance();
}

void Run::giveUp()
{
    const pid_t left = m_mainAlive ? m_pid : m_shop.tree.left(m_id).orphan;
    m_exit.notes.push_back("Process " + std::to_string(left) + " could not be ended.");
    if (m_mainAlive) {
        m_exit.wallTime = Clock::now() - m_begun;
        m_exit.signalled = true;
        m_exit.code = SIGKILL;
        m_mainAlive = false;
    }
    drain();
    advance();
}

void Run::drain()
{
    m_phase = Phase::Draining;
    m_shop.wakeups.clear(m_id, m_wake);
    for (ChildOutput *output : {&m_out, &m_err}) {
        output->endWithPresent();
        output->pump(m_shop.outbound, m_sequence);
    }
}

void Run::finish()
{
    // Whatever had to be killed may not all be gone.
    const bool stillRead = m_leftoversStay || m_giveUpAt != Clock::time_point::max();
    m_shop.scripts.remove(std::move(m_script), stillRead);
    keepPipes();
    m_shop.tree.removeRun(m_id, m_name, m_leftoversStay);
    noteMemory();
    m_limits.cgroup.remove();
    if (m_temporary)
        removeFolder();
    else
        sendExit();
}

void Run::keepPipes()
{
    for (ChildOutput *output : {&m_out, &m_err}) {
        Descriptor pipe = output->release();
        if (m_leftoversStay && pipe.isOpen())
            m_keptPipes.push_back(std::move(pipe));
    }
}

void Run::removeFolder()
{
    const auto removal = m_shop.folders.remove(m_id, m_folder);
    if (removal.state == TemporaryFolders::Removal::Continues) {
        m_phase = Phase::Removing;
        m_shop.tree.addHelper(removal.helper);
        wakeAt(Clock::now() + RemovalPatience);
        return;
    }
    if (removal.state == TemporaryFolders::Removal::Failed)
        m_exit.notes.push_back("The temporary folder " + m_folder + " could not be removed: " + removal.problem);
    sendExit();
}

void Run::folderRemoved(bool gone)
{
    if (m_phase != Phase::Removing)
        return;
    if (!gone)
        m_exit.notes.push_back("The temporary folder " + m_folder + " could not be removed.");
    sendExit();
}

void Run::noteMemory()
{
    const uint64_t kills = m_limits.cgroup.isEmpty() ? m_shop.kills.value() - m_killsBefore : m_limits.cgroup.outOfMemoryKills();
    if (kills == 0)
        return;
    // A shell reports the death of its last command as 128 + signal.
    m_exit.outOfMemory = m_exit.signalled ? m_exit.code == SIGKILL : m_exit.code == 128 + SIGKILL;
    if (!m_exit.outOfMemory)
        m_exit.notes.emplace_back("The kernel ended a process of the run because its memory limit was reached.");
}

void Run::sendExit()
{
    m_exit.stdoutTotal = m_out.total();
    m_exit.stderrTotal = m_err.total();
    const std::string payload = encode(m_exit);
    if (m_shop.queues.hasCompany(m_id) && payload.size() <= MaxPayload)
        m_shop.outbound.sendLazily(FrameType::Exit, m_id, payload);
    else
        m_shop.outbound.send(FrameType::Exit, m_id, payload);
    m_phase = Phase::Over;
    m_shop.wakeups.clear(m_id, m_wake);
}

} // namespace hermes::resident
