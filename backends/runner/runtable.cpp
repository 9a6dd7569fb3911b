// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/runtable.h"

#include "backends/runner/connectionloop.h"
#include "backends/runner/exitmapping.h"

using namespace Qt::StringLiterals;

namespace hermes::runner {

using protocol::FrameType;

namespace {
/// A runner that goes on ends a snippet within this, unless that does not heed the polite signal.
constexpr std::chrono::milliseconds OverdueAfter {500};

/// The end of a run whose runner has not reported one in time.
RunEnd endOfLate(bool cancelled)
{
    const QString what = u"The runner did not report the end of the snippet in time; it may still be running"_s;
    if (!cancelled)
        return RunEnd::infrastructure({.kind = FaultKind::TimedOut, .what = what}, true);
    RunEnd end = RunEnd::cancelledBeforeStart();
    end.mayHaveStarted = true;
    end.notes.append(what + u'.');
    return end;
}
} // namespace

RunTable::RunTable(std::shared_ptr<Mailbox> mailbox, FrameWriter &writer, std::chrono::milliseconds endGrace, Rouse rouse)
    : m_mailbox(std::move(mailbox)), m_writer(writer), m_endGrace(endGrace), m_rouse(std::move(rouse))
{ }

RunTable::Run *RunTable::find(uint32_t id)
{
    const auto at = m_runs.find(id);
    return at == m_runs.end() ? nullptr : at->second.get();
}

void RunTable::add(uint32_t id, RunCall call, std::string frames)
{
    if (call.stop.stop_requested()) {
        call.done(RunEnd::cancelledBeforeStart());
        return;
    }
    auto owned = std::make_unique<Run>();
    Run &run = *owned;
    run.call = std::move(call);
    run.startFrames = std::move(frames);
    m_runs.emplace(id, std::move(owned));
    m_waiting.push_back(id);
    if (run.call.stop.stop_possible()) {
        // It runs on whatever thread asks for the stop, so it only leaves word.
        run.onStop.emplace(run.call.stop, [mailbox = m_mailbox, id] {
            static_cast<void>(mailbox->post([id](ConnectionLoop &loop) { loop.runs().end(id); }));
        });
    }
}

void RunTable::pump()
{
    while (!m_waiting.empty() && !m_writer.isBusy()) {
        const uint32_t id = m_waiting.front();
        m_waiting.pop_front();
        if (Run *run = find(id))
            stage(id, *run);
    }
    std::erase_if(m_feeding, [this](uint32_t id) {
        Run *run = find(id);
        if (!run)
            return true;
        pumpInput(id, *run);
        return run->inputEnded;
    });
}

void RunTable::stage(uint32_t id, Run &run)
{
    m_writer.append(std::exchange(run.startFrames, {}));
    run.startEnd = m_writer.position();
    if (!run.call.input.isEmpty())
        m_feeding.push_back(id);
    // The clock of one that waits in a queue begins with the run.
    if (!run.call.message.queue)
        expectTimeout(run);
}

void RunTable::expectTimeout(Run &run)
{
    if (run.call.message.timeout.count() > 0)
        expectEnd(run, run.call.message.timeout);
}

void RunTable::pumpInput(uint32_t id, Run &run)
{
    const QByteArray &input = run.call.input;
    while (run.inputSent < input.size() && run.inputCredit > 0 && !m_writer.isBusy()) {
        const auto left = size_t(input.size() - run.inputSent);
        const size_t part = std::min({left, size_t(run.inputCredit), protocol::MaxPayload});
        m_writer.append({.type = FrameType::Input, .stream = protocol::StreamId::Stdin, .id = id},
                        std::as_bytes(std::span(input.constData() + run.inputSent, part)));
        run.inputSent += qsizetype(part);
        run.inputCredit -= uint32_t(part);
    }
    if (run.inputSent == input.size()) {
        m_writer.append({.type = FrameType::InputEnd, .stream = protocol::StreamId::Stdin, .id = id}, {});
        run.inputEnded = true;
    }
}

void RunTable::end(uint32_t id)
{
    if (Run *run = find(id))
        endRun(id, *run);
}

void RunTable::endRun(uint32_t id, Run &run)
{
    if (run.ending)
        return;
    run.ending = true;
    if (!isStaged(run)) {
        std::erase(m_waiting, id);
        finish(id, RunEnd::cancelledBeforeStart());
        return;
    }
    m_writer.append(FrameType::End, id);
    expectEnd(run, std::chrono::milliseconds::zero());
}

void RunTable::endAllOf(OwnerId owner)
{
    std::vector<uint32_t> ids;
    for (const auto &[id, run] : m_runs) {
        if (run->call.owner == owner)
            ids.push_back(id);
    }
    for (const uint32_t id : ids)
        end(id);
}

void RunTable::giveCredit(uint32_t id)
{
    Run *run = find(id);
    if (!run || !run->credit)
        return;
    for (const Stream stream : {Stream::Stdout, Stream::Stderr}) {
        if (const uint32_t bytes = run->credit->takeBatch(stream)) {
            std::string amount;
            protocol::appendU32(amount, bytes);
            m_writer.append({.type = FrameType::Credit, .stream = protocol::StreamId(stream), .id = id},
                            std::as_bytes(std::span(amount)));
        }
    }
}

void RunTable::onStarted(const Frame &frame)
{
    Run *run = find(frame.header.id);
    if (!run || run->abandoned)
        return;
    run->started = Clock::now();
    if (run->call.message.queue && !run->ending)
        expectTimeout(*run);
    if (run->call.sink)
        run->call.sink->started();
}

bool RunTable::onOutput(const Frame &frame)
{
    const auto sequence = protocol::readU64(frame.payload);
    const bool known = frame.header.stream == protocol::StreamId::Stdout || frame.header.stream == protocol::StreamId::Stderr;
    if (!sequence || !known)
        return false;
    Run *run = find(frame.header.id);
    if (!run)
        return true;
    if (*sequence != run->nextSequence++)
        return false;
    if (!run->credit)
        run->credit = std::make_shared<CreditAccount>(m_mailbox, frame.header.id);
    const auto stream = Stream(frame.header.stream);
    const auto bytes = frame.payload.subspan(protocol::SequenceBytes);
    Credit credit = run->credit->issue(stream, uint32_t(bytes.size()));
    if (run->call.sink && !run->abandoned) {
        run->credit->setDelivering(true);
        run->call.sink->output(stream, QByteArrayView(bytes.data(), qsizetype(bytes.size())), std::move(credit));
        run->credit->setDelivering(false);
    }
    giveCredit(frame.header.id);
    return true;
}

void RunTable::onInputCredit(const Frame &frame)
{
    Run *run = find(frame.header.id);
    const auto bytes = protocol::readU32(frame.payload);
    if (!run || !bytes)
        return;
    run->inputCredit += std::min(*bytes, std::numeric_limits<uint32_t>::max() - run->inputCredit);
}

void RunTable::onExit(uint32_t id, const protocol::ExitMessage &message)
{
    Run *run = find(id);
    if (!run)
        return;
    if (message.neverBegan) {
        finish(id, RunEnd::cancelledBeforeStart());
        return;
    }
    const auto limit = run->call.message.memoryLimit;
    RunEnd end = endOfRun(message, limit ? limit : run->call.heldMemory);
    // The word of the start may come late, together with that of the end; a run is never counted as waiting.
    const auto untilStarted = run->started - run->call.requested;
    const auto allButTheRun = Clock::now() - run->call.requested - message.wallTime;
    if (run->started != Clock::time_point {})
        end.acquire = std::clamp<std::chrono::nanoseconds>(allButTheRun, Clock::duration::zero(), untilStarted);
    finish(id, std::move(end));
}

void RunTable::onError(uint32_t id, Fault fault)
{
    finish(id, RunEnd::infrastructure(std::move(fault), false));
}

/// The runner is to end it then; what was expected before counts where it is sooner.
void RunTable::expectEnd(Run &run, std::chrono::milliseconds in)
{
    const auto then = Clock::now() + in;
    run.overdue = std::min(run.overdue, then + OverdueAfter);
    run.deadline = std::min(run.deadline, then + run.call.message.killDelay + m_endGrace);
    m_nextDeadline = std::min({m_nextDeadline, run.overdue, run.deadline});
}

void RunTable::checkDeadlines(Clock::time_point now)
{
    if (now < m_nextDeadline)
        return;
    m_nextDeadline = Clock::time_point::max();
    std::vector<Run *> overdue;
    std::vector<Run *> late;
    for (const auto &[id, run] : m_runs) {
        if (run->overdue <= now)
            overdue.push_back(run.get());
        if (run->deadline <= now)
            late.push_back(run.get());
        m_nextDeadline = std::min({m_nextDeadline, run->overdue > now ? run->overdue : Clock::time_point::max(),
                                   run->deadline > now ? run->deadline : Clock::time_point::max()});
    }
    rouseFor(overdue);
    for (Run *run : late) {
        run->deadline = Clock::time_point::max();
        run->abandoned = true;
        report(*run, endOfLate(run->ending));
    }
}

void RunTable::rouseFor(const std::vector<Run *> &overdue)
{
    if (overdue.empty())
        return;
    const QString note = m_rouse();
    for (Run *run : overdue) {
        run->overdue = Clock::time_point::max();
        if (!note.isEmpty())
            run->notes.append(note);
    }
}

void RunTable::loseAll(const Fault &fault, bool byUs)
{
    m_waiting.clear();
    m_feeding.clear();
    for (auto &[id, run] : std::exchange(m_runs, {})) {
        const bool mayHaveStarted = hasLeft(*run);
        if (byUs || run->ending) {
            RunEnd end = RunEnd::cancelledBeforeStart();
            end.mayHaveStarted = mayHaveStarted;
            report(*run, std::move(end));
            continue;
        }
        Fault lost = fault;
        if (mayHaveStarted) {
            lost.what += u"; the snippet may have run"_s;
            lost.transient = false;
        }
        report(*run, RunEnd::infrastructure(std::move(lost), mayHaveStarted));
    }
}

void RunTable::finish(uint32_t id, RunEnd end)
{
    const auto node = m_runs.extract(id);
    if (!node.empty())
        report(*node.mapped(), std::move(end));
}

void RunTable::report(Run &run, RunEnd end)
{
    // Waits for a stop callback that is just running on another thread: it takes the mailbox' lock, nothing of ours.
    run.onStop.reset();
    run.call.sink.reset();
    end.notes = run.notes + end.notes;
    if (auto done = std::exchange(run.call.done, nullptr))
        done(std::move(end));
}

} // namespace hermes::runner
