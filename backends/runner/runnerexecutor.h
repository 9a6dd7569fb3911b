// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "backends/runner/connectionsource.h"
#include "backends/runner/jobthread.h"

namespace hermes::runner {

/// What an executor adds to each request.
struct ExecutorPolicy
{
    protocol::FolderMode folderMode = protocol::FolderMode::Temporary;
    QByteArray folder = {}; ///< For the other folder modes.
    bool keepBackground = false;
    std::vector<std::string> environment = {}; ///< NAME=value, below the request's own.
    ResourceLimits limits = {};                ///< Where the request asks for none.
    std::optional<qint64> heldMemory = {}; ///< Bytes: a limit that the place of the runs holds by itself.
    std::optional<std::chrono::milliseconds> timeout = {};
    std::optional<std::chrono::milliseconds> killDelay = {};
};

/// Executes runs on a runner. A lost connection is opened again for the next run.
///
/// Runs wait in the runner for their place, except one with stdin, which always begins at once.
/// A run that has nothing to prepare costs no thread. One with input files, or for which the connection must be
/// opened first, is prepared on a thread of the executor.
class RunnerExecutor final : public Executor
{
public:
    RunnerExecutor(std::shared_ptr<ConnectionSource> source, ExecutorPolicy policy);
    ~RunnerExecutor() override;

    void start(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done) override;
    bool setPlaces(int places, bool holdAfterFailure) override;

private:
    struct Active;

    [[nodiscard]] RunCall callOf(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done) const;
    void prepare(RunCall call, const QList<InputFile> &inputs);
    [[nodiscard]] Result<> copyInputs(Connection &connection, RunCall &call, const QList<InputFile> &inputs, std::stop_token stop);

    std::shared_ptr<ConnectionSource> m_source;
    ExecutorPolicy m_policy;
    OwnerId m_owner = Connection::newOwner();
    mutable std::mutex m_placesMutex;
    std::optional<protocol::QueuePlaces> m_places; ///< Of the queue of this executor, once they are set.
    std::stop_source m_closing;
    std::shared_ptr<Active> m_active;
    std::unique_ptr<JobThread> m_jobs;
};

/// Refuses what cannot be run anywhere: code with a NUL byte, a variable without a name, an input named "..".
[[nodiscard]] Result<> checkRequest(const RunRequest &request);

} // namespace hermes::runner
