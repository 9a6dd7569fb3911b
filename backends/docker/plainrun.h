// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/plainjob.h"
#include "backends/docker/plainscripts.h"

namespace hermes::docker {

/// A run by two execs: one writes its files, the other becomes the snippet. It is ended by the guard.
class PlainRun final : public PlainJob
{
public:
    /// What it needs beside the request.
    struct Plan
    {
        PlainStart start = {};
        std::string note = {}; ///< Of every run: why it is carried out this way.
        /// Whether the folder (FolderMode::Made) was made by an earlier run.
        std::function<bool(const std::string &)> wasMade = {};
        std::function<void(const protocol::ExitMessage &)> ended = {};
    };
    PlainRun(std::shared_ptr<PlainWire> wire, uint32_t id, Plan plan);

    void execute() override;
    /// The answer for one that was dropped.
    void answerDropped();

private:
    enum class Phase { Running, Terminated, Killed };

    [[nodiscard]] std::optional<PlainExec> begin();
    void pump(PlainExec &exec);
    void endStepwise();
    void finish(const PlainExec &exec);
    [[nodiscard]] bool isContainerThere() const;
    void fail(const Fault &fault);
    void answer();

    Plan m_plan;
    Phase m_phase = Phase::Running;
    PlainExec::Clock::time_point m_next = PlainExec::Clock::time_point::max(); ///< Of what ends it.
    QByteArray m_out;
    QByteArray m_err;
    uint64_t m_sequence = 0;
    protocol::ExitMessage m_exit;
};

} // namespace hermes::docker
