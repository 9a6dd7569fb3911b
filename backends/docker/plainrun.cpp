// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/plainrun.h"

#include <cerrno>

using namespace Qt::StringLiterals;

namespace hermes::docker {

using namespace std::chrono_literals;
using protocol::Ending;
using protocol::FrameType;
using protocol::StreamId;

namespace {
using Clock = PlainExec::Clock;

/// As much output as is held for a client that gives no credit; the rest stays with the daemon.
constexpr qsizetype MostPending = 256 * 1024;
constexpr auto GuardLimit = 10s;
/// What was killed is gone by then, and its streams with it.
constexpr auto GiveUpLimit = 3s;
/// A wait that never ends; more than it would make the clock go round.
constexpr std::chrono::milliseconds LongestWait = 24h * 365;
/// The exit codes of a process that was ended from outside.
constexpr uint32_t FirstSignalCode = 128;
} // namespace

PlainRun::PlainRun(std::shared_ptr<PlainWire> wire, uint32_t id, Plan plan) : PlainJob(std::move(wire), id), m_plan(std::move(plan))
{
    m_exit.notes = {m_plan.note};
    std::ranges::move(notesOn(m_plan.start), std::back_inserter(m_exit.notes));
}

void PlainRun::execute()
{
    auto exec = begin();
    if (!exec)
        return;
    wire().send(FrameType::Started, id(), std::string(sizeof(uint32_t), '\0'));
    const auto begun = Clock::now();
    if (m_plan.start.message.timeout > 0ms)
        m_next = begun + std::min(m_plan.start.message.timeout, LongestWait);
    pump(*exec);
    m_exit.wallTime = Clock::now() - begun;
    finish(*exec);
}

void PlainRun::answerDropped()
{
    m_exit.ending = Ending::Cancelled;
    m_exit.neverBegan = true;
    answer();
}

/// Starts it; nothing when it was answered already.
std::optional<PlainExec> PlainRun::begin()
{
    const PlainStart &start = m_plan.start;
    const auto prepared = PlainExec::complete(wire().containers(), wire().container(), {u"sh"_s}, prepareScript(start),
                                              wire().gone());
    if (!prepared) {
        fail(prepared.error());
        return std::nullopt;
    }
    if (prepared->exitCode != 0) {
        std::ignore = wire().ask("remove", id(), GuardLimit);
        m_plan.ended({.code = uint32_t(prepared->exitCode)});
        wire().sendError(id(), prepareError(prepared->exitCode, prepared->err, start));
        return std::nullopt;
    }
    const std::string &path = start.message.path;
    if (start.message.folderMode == protocol::FolderMode::Made && m_plan.wasMade(path) && prepared->out.contains("made"))
        m_exit.notes.push_back("The folder " + path + " was gone; it was made again, empty.");
    if (!readMail())
        return std::nullopt;
    if (endRequested()) {
        answerDropped();
        return std::nullopt;
    }
    auto exec = PlainExec::start(wire().containers(), wire().container(), startCommand(start), wire().gone());
    if (!exec) {
        fail(exec.error());
        return std::nullopt;
    }
    if (!start.message.hasInput)
        exec->closeInput();
    return std::move(*exec);
}

void PlainRun::fail(const Fault &fault)
{
    m_plan.ended({.code = 1});
    wire().sendError(id(), {.errorNumber = EIO, .stage = "start a process in the container", .text = toText(fault).toStdString()});
}

void PlainRun::pump(PlainExec &exec)
{
    while (!exec.hasEnded() || !m_out.isEmpty() || !m_err.isEmpty()) {
        if (!readMail())
            return;
        if (exec.hasEnded())
            m_next = Clock::time_point::max();
        else
            endStepwise();
        if (m_phase == Phase::Killed && Clock::now() >= m_next) {
            m_exit.notes.emplace_back("Some of its processes could not be ended.");
            return;
        }
        sendData(FrameType::Output, StreamId::Stdout, m_out, &m_sequence);
        sendData(FrameType::Output, StreamId::Stderr, m_err, &m_sequence);
        if (m_plan.start.message.hasInput)
            passInput(exec, StreamId::Stdin);
        if (exec.hasEnded() && m_out.isEmpty() && m_err.isEmpty())
            return;
        exec.wait(wakeFd(), {.read = m_out.size() + m_err.size() < MostPending, .write = hasInput(), .until = m_next});
        if (m_out.size() + m_err.size() < MostPending)
            exec.read(m_out, m_err);
    }
}

/// TERM first, KILL after the delay.
void PlainRun::endStepwise()
{
    const bool isDue = Clock::now() >= m_next;
    if (m_phase == Phase::Running && (isDue || endRequested())) {
        m_exit.ending = endRequested() ? Ending::Cancelled : Ending::TimedOut;
        m_phase = Phase::Terminated;
        std::ignore = wire().ask("term", id(), GuardLimit);
        m_next = Clock::now() + std::min(m_plan.start.message.killDelay, LongestWait);
    } else if (m_phase == Phase::Terminated && isDue) {
        m_phase = Phase::Killed;
        std::ignore = wire().ask("kill", id(), GuardLimit);
        m_next = Clock::now() + GiveUpLimit;
    }
}

void PlainRun::finish(const PlainExec &exec)
{
    if (m_phase != Phase::Running || !m_plan.start.message.keepBackground) {
        // What the snippet left behind, or what did not heed TERM.
        if (wire().ask("kill", id(), GuardLimit).value_or(0) > 0 && m_phase != Phase::Killed)
            m_exit.notes.emplace_back("Some of its processes could not be ended.");
    }
    if (exec.hasEnded()) {
        const auto code = exec.exitCode(wire().gone());
        if (!code) {
            // The container is gone, and the guard with it: that tells more than we could.
            m_exit.code = FirstSignalCode;
        } else {
            m_exit.code = uint32_t(*code);
        }
    }
    // Ended from outside with its container, it has no exit code of its own: the connection is lost in a moment.
    if (m_phase == Phase::Running && m_exit.code >= FirstSignalCode && !isContainerThere())
        return;
    std::ignore = wire().ask("remove", id(), GuardLimit);
    if (!wire().gone().stop_requested())
        answer();
}

bool PlainRun::isContainerThere() const
{
    const auto details = wire().containers().inspect(wire().container(), wire().gone());
    return details && details->info.state == ContainerState::Running;
}

void PlainRun::answer()
{
    m_exit.stdoutTotal = sent(StreamId::Stdout);
    m_exit.stderrTotal = sent(StreamId::Stderr);
    m_plan.ended(m_exit);
    wire().send(FrameType::Exit, id(), protocol::encode(m_exit));
}

} // namespace hermes::docker
