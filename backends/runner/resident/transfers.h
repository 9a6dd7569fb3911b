// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/message.h"
#include "backends/core/descriptor.h"
#include "backends/runner/resident/folderlisting.h"
#include "backends/runner/resident/outbound.h"
#include "backends/runner/resident/outcome.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace hermes::resident {

/// Files on their way to or from the client, and listings of folders on their way to it.
///
/// A file that is written has a temporary name beside its final one until it is complete. One that is read is sent
/// as far as the client gave credit, in turns with the other sources. Each request is answered on its own; a failed
/// one swallows the data that is still coming for it.
class Transfers final
{
public:
    explicit Transfers(Outbound &outbound) : m_outbound(outbound) { }
    ~Transfers();

    void beginPut(uint32_t id, const protocol::PutMessage &message);
    void addData(uint32_t id, std::string_view bytes);
    void endPut(uint32_t id);
    void beginGet(uint32_t id, const std::string &path);
    void beginList(uint32_t id, const std::string &path);
    void addCredit(uint32_t id, uint32_t bytes);
    void abort(uint32_t id);

    [[nodiscard]] bool knows(uint32_t id) const { return m_puts.contains(id) || m_gets.contains(id); }
    /// A file can be sent on as soon as the client takes data.
    [[nodiscard]] bool readyToSend() const;
    /// Sends one frame of the next file in turn.
    void sendOne();

private:
    struct Put
    {
        Descriptor file = {}; ///< Not open: the transfer has failed.
        std::string path = {};
        std::string partPath = {};
        uint32_t mode = 0600;
    };

    struct Get
    {
        Descriptor file = {};
        std::optional<FolderListing> folder = {}; ///< In place of a file.
        std::string path = {};
        uint64_t left = 0; ///< Bytes that are still to come; a file that grows meanwhile is not followed.
        uint64_t credit = protocol::InitialCredit;
    };

    void fail(uint32_t id, Put &put, const protocol::ErrorMessage &error);
    [[nodiscard]] static Outcome<Put> openPut(const protocol::PutMessage &message);
    [[nodiscard]] static Outcome<> complete(Put &put);
    [[nodiscard]] static ssize_t read(Get &get, std::span<std::byte> to);
    void sendFrom(uint32_t id, Get &get);

    Outbound &m_outbound;
    std::map<uint32_t, Put> m_puts;
    std::map<uint32_t, Get> m_gets;
    uint32_t m_lastSent = 0;
};

} // namespace hermes::resident
