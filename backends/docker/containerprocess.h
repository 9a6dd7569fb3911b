// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/containers.h"
#include "backends/hosts/host.h"
#include "backends/hosts/wait.h"

#include <functional>

namespace hermes::docker {

/// Takes a stream apart that carries stdout and stderr of a process: frames of 8 bytes (kind, three zeros, length as 4 bytes,
/// the highest first) and so many bytes. Source: Engine API, ContainerAttach, "Stream format".
class StreamDemultiplexer final
{
public:
    static constexpr size_t HeaderBytes = 8;

    /// Takes the next bytes, all of them: `out` and `err` get what belongs to them. False: that is no such stream.
    [[nodiscard]] bool feed(std::span<const std::byte> bytes, QByteArray &out, QByteArray &err);

private:
    std::array<std::byte, HeaderBytes> m_header = {};
    size_t m_headerFill = 0;
    size_t m_left = 0; ///< Of the frame under way.
    bool m_isError = false;
};

/// The runner in a container: its three streams through the daemon, or its protocol over a socket of its own.
///
/// No thread of its own; whoever opens the connection to the runner hands it to the connection's thread.
class ContainerProcess final : public hosts::Process
{
public:
    struct Ending
    {
        /// How it ended, once its streams have; nothing where that is not known. Blocks.
        std::function<std::optional<hosts::ProcessEnd>()> ask = {};
        /// Ends it for sure. Blocks.
        std::function<void()> kill = {};
        /// What else is known of its end, as a part of a sentence, or empty. Blocks.
        std::function<QString()> explain = {};
        /// See rouse(). Blocks.
        std::function<QString()> rouse = {};
    };

    ContainerProcess(std::unique_ptr<hosts::ByteStream> streams, Ending ending);

    /// Writes all of it to the process's stdin. Blocks.
    [[nodiscard]] Result<> deliver(QByteArrayView bytes, std::chrono::milliseconds limit, std::stop_token stop);
    /// Lets the process speak over a socket instead, if it connects to it: waits for its word that it does or does not (see
    /// protocol/frame.h). `listener`, which need not be open, is closed then. A fault when the process ends instead, with what it wrote.
    [[nodiscard]] Result<> awaitVoice(Descriptor listener, std::chrono::milliseconds limit, std::stop_token stop);
    [[nodiscard]] bool speaksOverSocket() const { return m_socket != nullptr; }

    [[nodiscard]] hosts::IoOutcome read(std::span<std::byte> into) override;
    [[nodiscard]] hosts::IoOutcome write(std::span<const std::byte> from) override;
    void closeInput() override;
    [[nodiscard]] bool appendPollFds(std::vector<pollfd> &to, bool wantWrite) override;
    [[nodiscard]] hosts::Readiness afterPoll(std::span<const pollfd> polled) override;
    [[nodiscard]] QByteArray errorTail() const override;
    [[nodiscard]] std::optional<hosts::ProcessEnd> waitForEnd(std::chrono::milliseconds limit) override;
    [[nodiscard]] QString epilogue() override;
    [[nodiscard]] QString rouse() override;
    void kill() override;

private:
    [[nodiscard]] Result<QByteArray> firstLine(hosts::Wait &wait);
    /// Reads what the daemon has of the process's streams.
    void collect();

    std::unique_ptr<hosts::ByteStream> m_streams;
    std::unique_ptr<hosts::ByteStream> m_socket;
    Ending m_ending;
    StreamDemultiplexer m_demultiplexer;
    QByteArray m_out;
    QByteArray m_err;
    bool m_streamsEnded = false;
    int m_streamsError = 0;
    size_t m_socketFds = 0; ///< How many of the descriptors that are polled are the socket's.
    std::optional<hosts::ProcessEnd> m_end;
};

} // namespace hermes::docker
