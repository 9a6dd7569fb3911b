// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/frame.h"
#include "backends/core/descriptor.h"
#include "backends/runner/resident/outbound.h"
#include "backends/runner/resident/poller.h"

#include <optional>
#include <string>
#include <string_view>

namespace hermes::resident {

/// The runner's end of a child's stdout or stderr.
///
/// Read only as far as the client gave credit; without any, the pipe is not watched and the child has to wait.
class ChildOutput final
{
public:
    ChildOutput() = default;
    ChildOutput(Descriptor readEnd, Source source, Poller &poller);
    ChildOutput(ChildOutput &&) = default;
    ChildOutput &operator=(ChildOutput &&) = default;

    /// Sends what is in the pipe until it is empty, its turn is over, or nothing more can be sent. True when bytes came.
    bool pump(Outbound &outbound, uint64_t &sequence);
    void addCredit(uint32_t bytes);
    /// The stream ends with what is in the pipe now.
    void endWithPresent();

    [[nodiscard]] bool ended() const { return !m_fd.isOpen() || m_left == 0; }
    /// Bytes may be waiting that the client does not take yet.
    [[nodiscard]] bool stalled() const { return !ended() && m_credit == 0; }
    [[nodiscard]] uint64_t total() const { return m_total; }
    /// Takes the pipe away, if it is still open; it is not watched any more.
    [[nodiscard]] Descriptor release();

private:
    void watch();
    void unwatch();
    void enlarge();
    void close();

    Descriptor m_fd;
    Source m_source = {};
    Poller *m_poller = nullptr;
    uint64_t m_credit = protocol::InitialCredit;
    uint64_t m_total = 0;
    std::optional<uint64_t> m_left = {};
    bool m_watched = false;
    bool m_enlarged = false;
};

/// The runner's end of a child's stdin.
///
/// Holds what the pipe does not take yet: at most the client's credit, which comes back as the child reads.
class ChildInput final
{
public:
    ChildInput() = default;
    ChildInput(Descriptor writeEnd, Source source, Poller &poller);
    ChildInput(ChildInput &&) = default;
    ChildInput &operator=(ChildInput &&) = default;

    /// False when the client sent more than it had credit for.
    [[nodiscard]] bool add(std::string_view bytes, Outbound &outbound);
    /// The stream ends after what was added.
    void end();
    void pump(Outbound &outbound);
    /// The child reads nothing any more; what comes from now on is dropped.
    void close(Outbound &outbound);

private:
    void giveBack(size_t bytes, Outbound &outbound);
    void closeEnd();

    Descriptor m_fd;
    Source m_source = {};
    Poller *m_poller = nullptr;
    std::string m_waiting;
    size_t m_credit = protocol::InitialCredit;
    bool m_ending = false;
    bool m_watched = false;
};

} // namespace hermes::resident
