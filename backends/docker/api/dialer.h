// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runrequest.h"
#include "backends/docker/api/endpoint.h"
#include "backends/hosts/wait.h"

#include <memory>

namespace hermes::docker {

/// Makes connections to one daemon. Any thread.
///
/// The usual one dials a socket; another may start `docker system dial-stdio` on a host, whose process is such a stream too.
class Dialer
{
public:
    virtual ~Dialer() = default;
    /// The place in words, for messages: "unix:///var/run/docker.sock".
    [[nodiscard]] virtual QString name() const = 0;
    /// Blocks at most some seconds. Each way in which it fails has a text of its own, with what to do.
    [[nodiscard]] virtual Result<std::unique_ptr<hosts::ByteStream>> dial(std::stop_token stop) = 0;
    /// Whether the daemon may see this machine's files at their own paths.
    [[nodiscard]] virtual bool maySeeOurFiles() const = 0;
    /// What is to be started there, for messages.
    [[nodiscard]] virtual DaemonService service() const { return {}; }
    /// What leads another client on this machine to the same daemon: DOCKER_HOST and its like.
    [[nodiscard]] virtual QList<EnvironmentVariable> clientEnvironment() const
    {
        return {{.name = QStringLiteral("DOCKER_HOST"), .value = name().toUtf8()}};
    }
};

/// Dials an endpoint: its Unix socket, or TCP with TLS on top where the endpoint asks for it.
class EndpointDialer final : public Dialer
{
public:
    explicit EndpointDialer(Endpoint endpoint) : m_endpoint(std::move(endpoint)) { }

    [[nodiscard]] QString name() const override { return m_endpoint.text(); }
    [[nodiscard]] DaemonService service() const override { return m_endpoint.service(); }
    [[nodiscard]] Result<std::unique_ptr<hosts::ByteStream>> dial(std::stop_token stop) override;
    [[nodiscard]] bool maySeeOurFiles() const override { return m_endpoint.isLocal(); }
    [[nodiscard]] QList<EnvironmentVariable> clientEnvironment() const override;

private:
    [[nodiscard]] Result<Descriptor> dialUnix(hosts::Wait &wait) const;
    [[nodiscard]] Result<Descriptor> dialTcp(hosts::Wait &wait) const;

    Endpoint m_endpoint;
};

} // namespace hermes::docker
