// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "backends/core/warmpool.h"
#include "backends/docker/containerlauncher.h"
#include "backends/docker/containersurvey.h"
#include "backends/docker/images/dockerimages.h"
#include "backends/runner/runnerexecutor.h"

namespace hermes::docker {

/// The kind "docker": containers of a daemon on this machine or another. `identify` is asked when a backend is made, on any thread;
/// `credentials` for pulls, pushes and builds.
[[nodiscard]] BackendKind dockerKind(std::function<ProgramIdentity()> identify, CredentialSource credentials = {});

/// Snippets in containers, by the Engine API (Docker, Podman's compatible service).
///
/// A sandbox is a container that stays; each run of a session has one of its own. Both are found again by their labels.
class DockerBackend final : public Backend
{
public:
    DockerBackend(std::shared_ptr<Dialer> dialer, DockerSettings settings, ProgramIdentity program,
                  CredentialSource credentials = {});
    ~DockerBackend() override;

    [[nodiscard]] BackendInfo info() const override;
    [[nodiscard]] Result<std::unique_ptr<Sandbox>> openSandbox(const ProfiledId &name, std::stop_token stop,
                                                               const Progress &progress) override;
    [[nodiscard]] Result<std::unique_ptr<Executor>> openSession(const SessionSpec &spec, std::stop_token stop) override;
    [[nodiscard]] Result<QList<SessionInfo>> list(std::stop_token stop) override;
    [[nodiscard]] Result<> close(const ProfiledId &name, std::stop_token stop) override;
    void tidy(std::stop_token stop) override { m_launcher->removeForgotten(std::move(stop)); }
    void watch(const std::function<void()> &changed, std::stop_token stop) override;
    [[nodiscard]] std::optional<PoolStatus> poolStatus() override;
    void fillPool() override;
    void drainPool() override;
    void check(const std::function<void(const CheckStep &)> &report, std::stop_token stop) override;
    [[nodiscard]] ImageStore *images() override { return &m_images; }

private:
    [[nodiscard]] runner::ExecutorPolicy basePolicy() const;
    [[nodiscard]] Result<std::unique_ptr<WarmMember>> startWarm(std::stop_token stop);
    [[nodiscard]] SessionInfo infoOf(const SurveyedContainer &container, const HeldLimits &held) const;
    [[nodiscard]] QString lockOf(const ProfiledId &name) const;
    /// Cleans up behind programs that were killed, in the background, the first time that it is called.
    void tidyOnce();

    std::shared_ptr<EngineClient> m_client;
    std::shared_ptr<ContainerLauncher> m_launcher;
    DockerImages m_images;
    ContainerSurvey m_survey;
    std::shared_ptr<QThreadPool> m_threads;
    std::once_flag m_tidied;
    std::stop_source m_ending;
    std::shared_ptr<WarmPool> m_pool; ///< Null where none is kept.
};

} // namespace hermes::docker
