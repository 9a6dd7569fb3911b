// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/jobthread.h"
#include "backends/runner/runnerexecutor.h"
#include "backends/runner/sandboxlock.h"

namespace hermes::runner {

/// A sandbox whose calls are carried out by a runner of its own, which keeps what they leave in the background.
///
/// A call waits for its turn when another program has one in the same sandbox.
class RunnerSandbox final : public Sandbox
{
public:
    struct Parts
    {
        ProfiledId name = {};
        std::shared_ptr<SandboxLock> lock = {};
        std::shared_ptr<ConnectionSource> connection = {};
        ExecutorPolicy policy = {}; ///< With the folder of the sandbox.
        /// Called before each call, once it has its turn: may change it, and tell its user something. Must not block.
        std::function<void(RunRequest &, QStringList &notes)> prepare = {};
        /// What the user of a call that has ended must know beyond it; from any thread. May be left out, as the above.
        std::function<QStringList()> takeNews = {};
    };

    explicit RunnerSandbox(Parts parts);
    ~RunnerSandbox() override;

    void start(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done) override;
    [[nodiscard]] Result<> put(const QString &localFile, const QByteArray &target, std::stop_token stop) override;
    [[nodiscard]] Result<> get(const QByteArray &source, const QString &localFile, std::stop_token stop) override;
    [[nodiscard]] Result<FolderContent> list(const QByteArray &path, std::stop_token stop) override;

private:
    struct Call;

    void begin(Call call);
    void waitForTurn(Call call);
    void startLocked(Call call);
    [[nodiscard]] Fault closedMeanwhile() const;
    [[nodiscard]] QByteArray pathOf(const QByteArray &name) const;

    Parts m_parts;
    std::stop_source m_closing;
    RunnerExecutor m_executor;
    JobThread m_turns; ///< The last member: it ends before what its jobs use.
};

} // namespace hermes::runner
