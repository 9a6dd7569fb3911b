// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/support/dockerdaemon.h"

namespace hermes::tests {

/// A registry of images for one daemon of the tests: real, inside the daemon's namespaces, so only that daemon reaches it and it goes with
/// it. The daemon has to run first. One thread, see SealedNamespace.
class LocalRegistry final
{
public:
    enum class Access {
        Open,
        WithPassword ///< For User and Password only.
    };
    static constexpr auto User = "researcher";
    static constexpr auto Password = "open sesame";

    explicit LocalRegistry(const DockerDaemon &daemon, Access access = Access::Open);
    ~LocalRegistry();
    LocalRegistry(const LocalRegistry &) = delete;
    LocalRegistry &operator=(const LocalRegistry &) = delete;

    /// Why there can be none here; empty where there can.
    [[nodiscard]] static QString missing();

    /// Waits until it listens; again after stop(), with the images of before. failure() has the end of its log.
    [[nodiscard]] bool start();
    void stop();
    [[nodiscard]] QString failure() const;

    /// "127.0.0.1:5000": what names of its images begin with. One registry of each kind a daemon.
    [[nodiscard]] QString address() const;

private:
    [[nodiscard]] QString folder() const;
    [[nodiscard]] QString logFile() const { return folder() + QStringLiteral("/log"); }

    const DockerDaemon &m_daemon;
    Access m_access;
    QProcess m_process;
};

} // namespace hermes::tests

#define REQUIRE_REGISTRY() REQUIRE_NOTHING_MISSING(hermes::tests::LocalRegistry::missing())
