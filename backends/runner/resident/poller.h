// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"

#include <sys/epoll.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace hermes::resident {

/// What a watched descriptor belongs to.
enum class SourceKind : uint8_t { Requests, Client, Signals, Guard, Output, Input, Discarded };

struct Source
{
    SourceKind kind = SourceKind::Requests;
    uint8_t stream = 0;
    uint32_t id = 0; ///< Of the run; the descriptor for Discarded.

    bool operator==(const Source &) const = default;
};

/// Two epoll sets, one inside the other: the connection's own descriptors, and the pipes of the children, which are
/// only looked at while the client takes data. Level-triggered; the turn goes round among the ready pipes.
class Poller final
{
public:
    Poller();

    /// False for what cannot be waited for, such as a regular file.
    bool watch(int fd, uint32_t events, Source source);
    void unwatch(int fd);
    void watchPipe(int fd, uint32_t events, Source source);
    void unwatchPipe(int fd);

    /// Waits for the connection's descriptors, and for the pipes if `withPipes`; for ever without a timeout.
    /// The result is valid until the next call and leaves out the pipes.
    [[nodiscard]] const std::vector<Source> &wait(bool withPipes, std::optional<std::chrono::nanoseconds> timeout);
    /// The next pipe that was ready, each in its turn.
    [[nodiscard]] std::optional<Source> nextPipe();

private:
    Descriptor m_outer;
    Descriptor m_pipes;
    bool m_pipesWatched = false;
    std::vector<Source> m_ready;
    std::vector<Source> m_readyPipes;
    size_t m_nextPipe = 0;
};

} // namespace hermes::resident
