// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/local/sandboxstore.h"
#include "backends/runner/jobthread.h"
#include "backends/runner/runnerexecutor.h"

namespace hermes::local {

/// A sandbox on this machine: a folder, and a runner of its own that keeps what calls leave in the background.
///
/// A call waits for its turn when another program has one in the same sandbox. A folder that was deleted since the
/// last call is made again, and the call's end says so.
class LocalSandbox final : public Sandbox
{
public:
    struct Parts
    {
        ProfiledId name = {};
        QString folder = {};
        std::shared_ptr<SandboxLock> lock = {};
        std::shared_ptr<runner::ConnectionSource> connection = {};
        runner::ExecutorPolicy policy = {};
    };

    explicit LocalSandbox(Parts parts);
    ~LocalSandbox() override;

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
    void restoreFolder(Call &call) const;
    [[nodiscard]] QByteArray pathOf(const QByteArray &name) const;

    Parts m_parts;
    std::stop_source m_closing;
    runner::RunnerExecutor m_executor;
    runner::JobThread m_turns; ///< The last member: it ends before what its jobs use.
};

} // namespace hermes::local
