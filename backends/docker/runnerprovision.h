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
        Bind,   ///< Our own file: the daemon sees it.
        Volume, ///< A copy in a volume of the daemon.
        Stdin,  ///< Written into /tmp by the container's sh, from its stdin.
        Plain   ///< Not at all: see PlainRunner.
    };

    Way way = Way::Bind;
    QString path = {};     ///< In the container.
    QList<Mount> mounts = {};
    qint64 bytes = 0;      ///< Of the file: what is found at `path` must have it.
    bool isCertain = false; ///< It was seen to be there before.
    QString file = {};      ///< On this machine.
    std::optional<Fault> why = {}; ///< For Plain: why none of the others does.
};

/// A command of sh that takes so many bytes from its stdin, makes a program of them and becomes that. Nothing more may be sent until
/// the program has spoken, since sh's tools read ahead.
[[nodiscard]] QStringList deliveryCommand(const RunnerPlace &place, const QStringList &arguments);

/// Finds out how the runner gets into the containers of one daemon, once, and remembers it: as a mount of our file, in a volume, by
/// stdin, or not at all. Any thread; blocks.
class RunnerProvision final
{
public:
    explicit RunnerProvision(std::shared_ptr<EngineClient> client) : m_containers(std::move(client)) { }

    /// For an image: the runner of its kind of CPU. A place that is not certain is to be looked at in the first container
    /// (see confirm() and reject()).
    [[nodiscard]] Result<RunnerPlace> place(const ImageInfo &image, std::stop_token stop);
    /// The file was found where the place says.
    void confirm(const RunnerPlace &place);
    /// It was not, or the daemon refused the mount, or the file could not be executed there (`why`): the next place is another.
    void reject(RunnerPlace::Way way, std::optional<Fault> why = {});
    /// The place of a runner that comes by stdin, into a container that is there already; Plain where none can be executed.
    [[nodiscard]] Result<RunnerPlace> delivery(const ImageInfo &image);
    /// Removes the volumes with runners of other versions of this program, but those that a container uses. What cannot be removed
    /// stays; a program of another version that is running fills its volume again.
    void removeOlder(std::stop_token stop) const;

private:
    [[nodiscard]] RunnerPlace plainPlace(const std::optional<Fault> &why);
    [[nodiscard]] RunnerPlace::Way firstWay();
    [[nodiscard]] Result<RunnerPlace> volumePlace(const QString &file, const ImageInfo &image, std::stop_token stop);
    [[nodiscard]] Result<> fill(const QString &volume, const QByteArray &runner, const ImageInfo &image, std::stop_token stop);

    Containers m_containers;
    std::mutex m_mutex;
    RunnerPlace::Way m_first = RunnerPlace::Way::Bind; ///< The first that may do.
    std::optional<Fault> m_why; ///< The first reason that the file could not be executed.
    bool m_seesOurFiles = false;
    QSet<QString> m_filled; ///< Volumes that have their runner.
    bool m_refilled = false; ///< They were filled again, since somebody may have emptied them.
    std::timed_mutex m_filling;
};

} // namespace hermes::docker
