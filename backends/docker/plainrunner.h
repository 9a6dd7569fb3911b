// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/containerprocess.h"
#include "backends/docker/plainrun.h"
#include "backends/runner/resident/assembler.h"
#include "backends/runner/resident/runqueues.h"

#include <QThreadPool>

#include <deque>
#include <set>

namespace hermes::docker {

/// Stands for the resident runner where a container cannot execute it: speaks the server's side of its protocol in this process, and
/// carries requests out by execs of the container's `sh`. Exit codes, separate streams, timeout and cancel of the whole tree, files;
/// at most 8 at once, others wait. It does not know resource use, the order of both streams, nor a signal from its exit code.
///
/// One process of it is in the container for as long as the connection is open (guardCommand()): it ends what is left when the
/// connection, or this program, is gone.
class PlainRunner final : public hosts::Process, private resident::FrameSink
{
public:
    struct Plan
    {
        Containers containers;
        QString container = {};
        QString folder = {}; ///< That the guard was started with.
        std::string note = {}; ///< For every run: why it is carried out this way.
    };
    /// `guard` was started by guardCommand().
    PlainRunner(std::unique_ptr<ContainerProcess> guard, Plan plan);
    ~PlainRunner() override;

    [[nodiscard]] hosts::IoOutcome read(std::span<std::byte> into) override;
    [[nodiscard]] hosts::IoOutcome write(std::span<const std::byte> from) override;
    void closeInput() override { m_guard->closeInput(); }
    [[nodiscard]] bool appendPollFds(std::vector<pollfd> &to, bool wantWrite) override;
    [[nodiscard]] hosts::Readiness afterPoll(std::span<const pollfd> polled) override;
    [[nodiscard]] QByteArray errorTail() const override { return m_words + m_guard->errorTail(); }
    [[nodiscard]] std::optional<hosts::ProcessEnd> waitForEnd(std::chrono::milliseconds limit) override
    {
        return m_guard->waitForEnd(limit);
    }
    [[nodiscard]] QString epilogue() override { return m_guard->epilogue(); }
    [[nodiscard]] QString rouse() override { return m_guard->rouse(); }
    void kill() override;

private:
    void frame(const protocol::FrameHeader &header, std::string_view payload) override;
    void frameOfJob(const protocol::FrameHeader &header, std::string_view payload);
    void frameOfFile(const protocol::FrameHeader &header, std::string_view payload);
    void greet(std::string_view payload);
    void answerGreeting();
    void setEnvironment(uint32_t id, std::string_view payload);
    void start(uint32_t id, std::string_view payload);
    void beginWaiting();
    void begin(uint32_t id, protocol::StartMessage message);
    void end(uint32_t id, PlainJob &job);
    void folderRequest(const protocol::FrameHeader &header, std::string_view payload);
    void add(uint32_t id, std::shared_ptr<PlainJob> job);
    void refuse(uint32_t id, const std::string &text);
    [[nodiscard]] std::shared_ptr<PlainJob> job(uint32_t id);
    void pump();
    void takeLine(const QByteArray &line);

    std::unique_ptr<ContainerProcess> m_guard;
    Plan m_plan;
    std::shared_ptr<PlainWire> m_wire;
    resident::FrameAssembler m_assembler;
    std::optional<protocol::Hello> m_hello;
    std::optional<protocol::HelloReply> m_reply; ///< Once the guard has said who it is.
    bool m_greeted = false;
    bool m_ended = false;
    bool m_broken = false; ///< What was written is not the protocol.
    QByteArray m_lines; ///< Of the guard.
    QByteArray m_words; ///< What came instead: the daemon tells there why it could not start it.
    QByteArray m_questions;
    std::deque<std::pair<uint32_t, std::string>> m_pings; ///< That the guard has not answered yet.
    std::vector<std::string> m_environment;

    std::mutex m_mutex;
    std::map<uint32_t, std::shared_ptr<PlainJob>> m_jobs;
    std::map<uint32_t, std::shared_ptr<PlainRun>> m_runs; ///< Of them, those that are runs.
    resident::RunQueues m_queues;
    std::set<std::string> m_made;
    QThreadPool m_threads; ///< Last: its work uses all the others.
};

} // namespace hermes::docker
