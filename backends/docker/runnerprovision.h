// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/containers.h"

#include <mutex>

namespace hermes::docker {

/// How a container comes to the runner.
struct RunnerPlace
{
    enum class Way {
        Bind,  ///< Our own file: the daemon sees it.
        Volume ///< A copy in a volume of the daemon.
    };

    Way way = Way::Bind;
    QString path = {};     ///< In the container.
    QList<Mount> mounts = {};
    qint64 bytes = 0;      ///< Of the file: what is found at `path` must have it.
    bool isCertain = false; ///< It was seen to be there before.
};

/// Finds out how the runner gets into the containers of one daemon, once, and remembers it. Any thread; blocks.
class RunnerProvision final
{
public:
    explicit RunnerProvision(std::shared_ptr<EngineClient> client) : m_containers(std::move(client)) { }

    /// For an image: the runner of its kind of CPU. A place that is not certain is to be looked at in the first container
    /// (see confirm() and reject()).
    [[nodiscard]] Result<RunnerPlace> place(const ImageInfo &image, std::stop_token stop);
    /// The file was found where the place says.
    void confirm(const RunnerPlace &place);
    /// It was not, or the daemon refused the mount: the next place is another.
    void reject(const RunnerPlace &place);

private:
    [[nodiscard]] Result<RunnerPlace> volumePlace(const QString &file, const ImageInfo &image, std::stop_token stop);
    [[nodiscard]] Result<> fill(const QString &volume, const QByteArray &runner, const ImageInfo &image, std::stop_token stop);

    Containers m_containers;
    std::mutex m_mutex;
    std::optional<bool> m_seesOurFiles;
    QSet<QString> m_filled; ///< Volumes that have their runner.
    std::timed_mutex m_filling;
};

} // namespace hermes::docker
