// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <poll.h>
#include <sys/types.h>

#include <cstddef>
#include <span>
#include <vector>

namespace hermes::hosts {

enum class IoState {
    Done,       ///< `bytes` were moved, at least one.
    WouldBlock, ///< Nothing can be moved now.
    Ended,      ///< End of file; for a write: nobody reads any more.
    Failed      ///< `error` is the errno.
};

struct IoOutcome
{
    IoState state = IoState::WouldBlock;
    size_t bytes = 0;
    int error = 0;
};

/// What read(), write() and their like have returned, with errno.
[[nodiscard]] IoOutcome ioOutcome(ssize_t moved);

/// What a poll has found.
struct Readiness
{
    bool read = false;
    bool write = false;
};

/// Two streams of raw bytes, one in each direction, both at once, flow control by the reader: the pipes of a process, a socket.
///
/// Used by one thread at a time; no call blocks. That thread polls the descriptors of appendPollFds() and then asks
/// afterPoll(). Destroying it closes both directions.
class ByteStream
{
public:
    ByteStream() = default;
    ByteStream(const ByteStream &) = delete;
    ByteStream &operator=(const ByteStream &) = delete;
    virtual ~ByteStream() = default;

    [[nodiscard]] virtual IoOutcome read(std::span<std::byte> into) = 0;
    [[nodiscard]] virtual IoOutcome write(std::span<const std::byte> from) = 0;
    /// Tells the other side that nothing more is written. Calling it again does nothing.
    virtual void closeInput() = 0;

    /// Appends what to poll. True: read() has bytes already, so do not sleep.
    [[nodiscard]] virtual bool appendPollFds(std::vector<pollfd> &to, bool wantWrite) = 0;
    /// `polled` are the descriptors that appendPollFds() appended, with their answers.
    [[nodiscard]] virtual Readiness afterPoll(std::span<const pollfd> polled) = 0;
};

} // namespace hermes::hosts
