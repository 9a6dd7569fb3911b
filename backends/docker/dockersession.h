// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/warmpool.h"
#include "backends/docker/containerlauncher.h"
#include "backends/runner/runnerexecutor.h"

namespace hermes::docker {

/// A container that was started ahead. Its container is removed with it.
class WarmContainer final : public WarmMember
{
public:
    WarmContainer(StartedContainer container, Containers containers, qint64 memory);
    ~WarmContainer() override;

    [[nodiscard]] bool isAlive() const override { return m_container.connection && m_container.connection->isUsable(); }
    [[nodiscard]] qint64 memory() const override { return m_memory; }
    [[nodiscard]] const QString &settings() const { return m_container.settings; }
    /// Leaves this one empty.
    [[nodiscard]] StartedContainer takeContainer() { return std::exchange(m_container, {}); }

private:
    StartedContainer m_container;
    Containers m_containers;
    qint64 m_memory;
};

/// A session: each run in a container of its own, from the warm pool or new, which is removed when the run has ended.
///
/// A run's end is told as soon as nothing of it runs any more; its container goes right after, at the latest with the session.
class DockerSession final : public Executor
{
public:
    struct Parts
    {
        ProfiledId name = {};
        std::shared_ptr<ContainerLauncher> launcher = {};
        std::shared_ptr<WarmPool> pool = {}; ///< May be null.
        runner::ExecutorPolicy policy = {};
        std::shared_ptr<QThreadPool> threads = {}; ///< For what blocks; of the backend, and with room for it.
    };

    explicit DockerSession(Parts parts);
    ~DockerSession() override;

    void start(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done) override;

private:
    class Room;

    std::shared_ptr<Room> m_room; ///< Also held by what is under way.
};

} // namespace hermes::docker
