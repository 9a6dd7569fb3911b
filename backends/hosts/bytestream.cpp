// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/hosts/bytestream.h"

#include <cerrno>

namespace hermes::hosts {

IoOutcome ioOutcome(ssize_t moved)
{
    if (moved > 0)
        return {.state = IoState::Done, .bytes = size_t(moved)};
    if (moved == 0 || errno == EPIPE || errno == ECONNRESET)
        return {.state = IoState::Ended};
    if (errno == EAGAIN || errno == EINTR)
        return {.state = IoState::WouldBlock};
    return {.state = IoState::Failed, .error = errno};
}

} // namespace hermes::hosts
