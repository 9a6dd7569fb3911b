// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "backends/local/localsettings.h"
#include "backends/runner/connectionsource.h"
#include "backends/runner/runnerexecutor.h"

namespace hermes::local {

/// The kind "local": this machine, by a resident runner, without isolation.
[[nodiscard]] BackendKind localKind();

/// Snippets on this machine, as this user.
///
/// Sessions share one runner, each run in a temporary folder of its own; a sandbox has a runner of its own.
class LocalBackend final : public Backend
{
public:
    explicit LocalBackend(LocalSettings settings);
    ~LocalBackend() override;

    [[nodiscard]] BackendInfo info() const override;
    [[nodiscard]] Result<std::unique_ptr<Sandbox>> openSandbox(const ProfiledId &name, std::stop_token stop,
                                                               const Progress &progress) override;
    [[nodiscard]] Result<std::unique_ptr<Executor>> openSession(const SessionSpec &spec, std::stop_token stop) override;
    [[nodiscard]] Result<QList<SessionInfo>> list(std::stop_token stop) override;
    [[nodiscard]] Result<> close(const ProfiledId &name, std::stop_token stop) override;
    [[nodiscard]] Result<DiskUse> diskUse(const ProfiledId &name, std::stop_token stop) override;
    void check(const std::function<void(const CheckStep &)> &report, std::stop_token stop) override;

private:
    [[nodiscard]] std::shared_ptr<runner::ConnectionSource> newSource() const;
    [[nodiscard]] runner::ExecutorPolicy basePolicy() const;

    LocalSettings m_settings;
    std::vector<std::string> m_environment; ///< Of the program, as it was when the backend was made.
    std::shared_ptr<runner::ConnectionSource> m_shared;
};

} // namespace hermes::local
