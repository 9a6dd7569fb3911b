// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"
#include "backends/hosts/bytestream.h"

namespace hermes::hosts {

/// A connected socket, which it owns and makes non-blocking. A peer that is gone is an end, never a signal.
class SocketStream final : public ByteStream
{
public:
    explicit SocketStream(Descriptor socket);

    [[nodiscard]] IoOutcome read(std::span<std::byte> into) override;
    [[nodiscard]] IoOutcome write(std::span<const std::byte> from) override;
    void closeInput() override;
    [[nodiscard]] bool appendPollFds(std::vector<pollfd> &to, bool wantWrite) override;
    [[nodiscard]] Readiness afterPoll(std::span<const pollfd> polled) override;

private:
    Descriptor m_socket;
    bool m_inputClosed = false;
};

} // namespace hermes::hosts
