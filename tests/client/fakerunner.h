// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"
#include "backends/hosts/host.h"
#include "backends/runner/protocol/frame.h"
#include "backends/runner/protocol/message.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace hermes::tests {

struct ReceivedFrame
{
    protocol::FrameHeader header = {};
    std::string payload = {};
};

/// The runner's end of a connection, played by a test step by step. Its calls wait at most 20 seconds.
class FakeRunner final
{
public:
    /// A host on which each process that is started is this fake.
    [[nodiscard]] std::shared_ptr<hosts::Host> host();

    /// The next frame from the client; nothing when it has closed its end.
    [[nodiscard]] std::optional<ReceivedFrame> receive();
    /// The next frame of this type; others before it are dropped.
    [[nodiscard]] std::optional<ReceivedFrame> receive(protocol::FrameType type);
    /// True when nothing has come within a moment.
    [[nodiscard]] bool hearsNothing();

    void sendBytes(std::string_view bytes);
    void send(protocol::FrameType type, uint32_t id, std::string_view payload = {},
              protocol::StreamId stream = protocol::StreamId::None);
    void sendOutput(uint32_t id, uint64_t sequence, std::string_view bytes, protocol::StreamId stream = protocol::StreamId::Stdout);
    void sendExit(uint32_t id, const protocol::ExitMessage &message = {});
    /// Answers the Hello of a client that sets no environment.
    void shakeHands(uint32_t version = protocol::CurrentVersion);
    /// Takes a Start and answers Started; its id.
    [[nodiscard]] uint32_t acceptStart();
    /// Closes both directions, with these last words on stderr.
    void die(const QByteArray &lastWords = {});

    [[nodiscard]] bool wasKilled() const { return m_shared->killed; }

    struct Shared
    {
        Descriptor clientEnd;
        std::atomic<bool> killed = false;
        std::atomic<bool> ended = false;
        std::string lastWords; ///< Written before `ended`.
    };

private:
    [[nodiscard]] bool fill();

    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
    Descriptor m_end;
    std::string m_received;
};

} // namespace hermes::tests
