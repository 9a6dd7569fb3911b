// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/containerprocess.h"
#include "backends/docker/containers.h"

namespace hermes::docker {

/// A process in a running container and its three streams, as one thread has it.
class PlainExec final
{
public:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] static Result<PlainExec> start(const Containers &containers, const QString &container, const QStringList &command,
                                                 std::stop_token stop);
    struct Outcome
    {
        int exitCode = 0;
        QByteArray out = {};
        QByteArray err = {};
    };
    /// Starts one, gives it all its input and waits for its end. TimedOut when it takes longer, or writes too much.
    [[nodiscard]] static Result<Outcome> complete(const Containers &containers, const QString &container,
                                                  const QStringList &command, const QByteArray &input, std::stop_token stop);

    /// What to sleep for, beside the descriptor that wakes.
    struct Wish
    {
        bool read = true;
        bool write = false;
        Clock::time_point until = Clock::time_point::max();
    };
    void wait(int wakeFd, const Wish &wish);
    /// Appends what there is now, at most about 64 KiB.
    void read(QByteArray &out, QByteArray &err);
    /// How much was taken; all of it once nobody reads any more.
    [[nodiscard]] size_t write(QByteArrayView bytes);
    void closeInput();
    /// Nothing more will be read. A process that left others in the background has ended up to 2 s before.
    [[nodiscard]] bool hasEnded() const { return m_ended; }
    /// Once it has ended. Blocks.
    [[nodiscard]] Result<int> exitCode(std::stop_token stop) const;

private:
    PlainExec(Containers containers, Containers::Exec exec) : m_containers(std::move(containers)), m_exec(std::move(exec)) { }

    Containers m_containers;
    Containers::Exec m_exec;
    StreamDemultiplexer m_demultiplexer;
    bool m_ended = false;
    bool m_buffered = false;
    bool m_inputClosed = false;
};

} // namespace hermes::docker
