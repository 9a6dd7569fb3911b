// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/containerlauncher.h"

#include <QLockFile>

#include <mutex>

namespace hermes::docker {

/// The container of one sandbox: found by its name, made when there is none, started again when it stopped. Any thread; blocks.
class SandboxContainer final
{
public:
    SandboxContainer(std::shared_ptr<ContainerLauncher> launcher, ProfiledId name)
        : m_launcher(std::move(launcher)), m_name(std::move(name))
    { }

    /// A runner in it. Conflict for a container that was made with other settings.
    [[nodiscard]] Result<std::shared_ptr<runner::Connection>> open(const Progress &progress, std::stop_token stop);
    /// What happened to the container since the last call that its user must know: files that are gone, limits.
    [[nodiscard]] QStringList takeNews();

private:
    /// Programs that open the same sandbox at the same moment do so one after the other: who comes later joins the container.
    [[nodiscard]] Result<std::unique_ptr<QLockFile>> lockOpening(const std::stop_token &stop) const;
    [[nodiscard]] Result<ContainerDetails> ready(const Progress &progress, std::stop_token stop);
    /// Conflict where the container was made with other settings, which are named.
    [[nodiscard]] Result<> checkSettings(const ContainerDetails &container) const;
    [[nodiscard]] Result<ContainerDetails> make(const Progress &progress, std::stop_token stop);
    [[nodiscard]] Result<> wake(const ContainerDetails &container, std::stop_token stop);
    /// Tells when this is not the container, or not the same life of it, that a program of this user entered last.
    void compareLife(const ContainerDetails &container);
    void tell(const QString &news);

    std::shared_ptr<ContainerLauncher> m_launcher;
    ProfiledId m_name;
    std::mutex m_mutex;
    QStringList m_news;
    QByteArray m_untoldLife; ///< Of the container, to be kept once its news are told; put and get tell none.
    bool m_isNew = false; ///< Made by the open() under way.
};

} // namespace hermes::docker
