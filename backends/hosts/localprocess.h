// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"
#include "backends/hosts/host.h"

#include <sys/types.h>

namespace hermes::hosts {

/// A child process of this program, in a session of its own so that signals of the terminal do not reach it.
///
/// The thread that writes must have SIGPIPE blocked or ignored.
class LocalProcess final : public Process
{
public:
    [[nodiscard]] static Result<std::unique_ptr<LocalProcess>> start(const Command &command);
    ~LocalProcess() override;

    [[nodiscard]] IoOutcome read(std::span<std::byte> into) override;
    [[nodiscard]] IoOutcome write(std::span<const std::byte> from) override;
    void closeInput() override;
    [[nodiscard]] bool appendPollFds(std::vector<pollfd> &to, bool wantWrite) override;
    [[nodiscard]] Readiness afterPoll(std::span<const pollfd> polled) override;
    [[nodiscard]] QByteArray errorTail() const override;
    [[nodiscard]] std::optional<ProcessEnd> waitForEnd(std::chrono::milliseconds limit) override;
    void kill() override;

private:
    LocalProcess() = default;
    void collectErrors();
    [[nodiscard]] bool reap();

    pid_t m_pid = -1;
    Descriptor m_handle; ///< pidfd
    Descriptor m_input;  ///< Of a socket a duplicate of `m_output`.
    Descriptor m_output;
    bool m_isSocket = false;
    Descriptor m_errors;
    QByteArray m_errorTail;
    std::optional<ProcessEnd> m_end;
};

} // namespace hermes::hosts
