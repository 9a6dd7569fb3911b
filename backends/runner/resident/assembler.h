// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/frame.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace hermes::resident {

/// Takes what a FrameAssembler found.
class FrameSink
{
public:
    virtual ~FrameSink() = default;
    /// A data frame, or a whole message. `payload` is valid during the call.
    virtual void frame(const protocol::FrameHeader &header, std::string_view payload) = 0;
};

/// Cuts a byte stream into frames and joins the frames of a message.
class FrameAssembler final
{
public:
    /// Hands every frame that is now complete to `sink`. False when the stream breaks the frame layer's rules;
    /// nothing that follows can be understood then.
    [[nodiscard]] bool feed(std::span<const std::byte> bytes, FrameSink &sink);

private:
    [[nodiscard]] bool take(const protocol::FrameHeader &header, std::string_view payload, FrameSink &sink);
    /// Passes on the complete frames at the front of `bytes`; how many bytes they were, or nothing when broken.
    [[nodiscard]] std::optional<size_t> consume(std::span<const std::byte> bytes, FrameSink &sink);

    struct Partial
    {
        protocol::FrameType type = protocol::FrameType::Ping;
        std::string payload = {};
    };

    std::string m_rest; ///< The beginning of a frame that is not complete yet.
    std::map<uint32_t, Partial> m_partials;
    size_t m_partialBytes = 0;
};

} // namespace hermes::resident
