// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/creditaccount.h"
#include "backends/runner/framereader.h"
#include "backends/runner/framewriter.h"
#include "backends/runner/runcall.h"

#include <deque>
#include <limits>
#include <unordered_map>

namespace hermes::runner {

/// The runs of one connection, from their start to their end. I/O thread only.
///
/// A run waits here until the way to the runner is free, so that one which is cancelled before that has certainly
/// not started. Frames of a run that is not known (any more) are ignored.
class RunTable final
{
public:
    using Clock = std::chrono::steady_clock;

    /// What is done about a runner that is silent beyond a run's timeout or a stop request; see hosts::Process::rouse().
    using Rouse = std::function<QString()>;
    /// `endGrace`: time in which a run must have ended beyond its timeout, or a stop request, and its kill delay.
    RunTable(std::shared_ptr<Mailbox> mailbox, FrameWriter &writer, std::chrono::milliseconds endGrace, Rouse rouse);

    /// `frames` is the encoded Start message.
    void add(uint32_t id, RunCall call, std::string frames);
    void end(uint32_t id);
    void endAllOf(OwnerId owner);
    void giveCredit(uint32_t id);

    /// Hands what waits to the writer as far as it is not busy.
    void pump();

    [[nodiscard]] bool knows(uint32_t id) const { return m_runs.contains(id); }
    void onStarted(const Frame &frame);
    /// False: the frame makes no sense.
    [[nodiscard]] bool onOutput(const Frame &frame);
    void onInputCredit(const Frame &frame);
    void onExit(uint32_t id, const protocol::ExitMessage &message);
    void onError(uint32_t id, Fault fault);

    /// The next moment at which checkDeadlines() has something to do.
    [[nodiscard]] Clock::time_point nextDeadline() const { return m_nextDeadline; }
    void checkDeadlines(Clock::time_point now);

    /// The connection is gone: ends every run, with what is known of each. `byUs` when it was closed on purpose.
    void loseAll(const Fault &fault, bool byUs);

private:
    struct Run
    {
        RunCall call;
        std::string startFrames;
        uint64_t startEnd = std::numeric_limits<uint64_t>::max(); ///< Position in the writer, once it is there.
        qsizetype inputSent = 0;
        uint32_t inputCredit = protocol::InitialCredit;
        bool inputEnded = false;
        bool ending = false;
        bool abandoned = false; ///< Its end was reported; its frames are swallowed until its Exit comes.
        uint64_t nextSequence = 0;
        std::shared_ptr<CreditAccount> credit;
        Clock::time_point started = {};
        Clock::time_point overdue = Clock::time_point::max(); ///< From when the runner's silence is strange.
        Clock::time_point deadline = Clock::time_point::max();
        QStringList notes = {}; ///< For its end.
        std::optional<std::stop_callback<std::function<void()>>> onStop;
    };
    using Runs = std::unordered_map<uint32_t, std::unique_ptr<Run>>;

    [[nodiscard]] Run *find(uint32_t id);
    [[nodiscard]] bool hasLeft(const Run &run) const { return run.startEnd <= m_writer.written(); }
    [[nodiscard]] bool isStaged(const Run &run) const { return run.startEnd != std::numeric_limits<uint64_t>::max(); }
    void stage(uint32_t id, Run &run);
    void pumpInput(uint32_t id, Run &run);
    void expectEnd(Run &run, std::chrono::milliseconds in);
    void rouseFor(const std::vector<Run *> &overdue);
    void expectTimeout(Run &run);
    void endRun(uint32_t id, Run &run);
    /// Takes the run out of the table and reports its end.
    void finish(uint32_t id, RunEnd end);
    void report(Run &run, RunEnd end);

    std::shared_ptr<Mailbox> m_mailbox;
    FrameWriter &m_writer;
    std::chrono::milliseconds m_endGrace;
    Rouse m_rouse;
    Runs m_runs;
    std::deque<uint32_t> m_waiting;
    std::vector<uint32_t> m_feeding; ///< Runs with stdin still to be sent.
    Clock::time_point m_nextDeadline = Clock::time_point::max();
};

} // namespace hermes::runner
