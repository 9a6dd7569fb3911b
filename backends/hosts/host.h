// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/hosts/bytestream.h"

#include <QByteArray>
#include <QList>

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace hermes::hosts {

/// A process to start: no shell is involved, the arguments reach it as they are.
struct Command
{
    QByteArray program = {}; ///< Absolute path on the host.
    QList<QByteArray> arguments = {};
    std::vector<std::string> environment = {}; ///< NAME=value; all that the process gets.
    QByteArray folder = "/";
    /// Stdin and stdout as one socket instead of two pipes, where the host can: three times the throughput at a third
    /// of the CPU time. For a program that does not open /dev/stdin or /dev/stdout by name, which a socket refuses.
    bool overSocket = false;
};

/// How a process ended: its exit code, or the signal that ended it.
struct ProcessEnd
{
    int exitCode = 0;
    int signal = 0; ///< 0: none.
};

/// A process on a host and its three streams: what is read is its stdout, what is written its stdin.
///
/// Belongs to the thread that started it. While that polls the stream, what the process writes to stderr is collected,
/// the last 16 KiB of it.
class Process : public ByteStream
{
public:
    /// The end of what the process wrote to stderr so far.
    [[nodiscard]] virtual QByteArray errorTail() const = 0;
    /// Waits at most `limit` for the process to end, collecting stderr; nothing when it still runs. Blocks.
    [[nodiscard]] virtual std::optional<ProcessEnd> waitForEnd(std::chrono::milliseconds limit) = 0;
    /// What the host knows of its end beyond that, as a part of a sentence, or empty. Once it has ended; may block shortly.
    [[nodiscard]] virtual QString epilogue() { return {}; }
    /// Lets it go on where somebody halted it from outside. For one that owes an answer and keeps silent; may block shortly.
    /// Returns a sentence for the user when that was so, else nothing.
    [[nodiscard]] virtual QString rouse() { return {}; }
    virtual void kill() = 0;
};

/// A place where processes can be started: this machine, or one that is reached over SSH.
class Host
{
public:
    virtual ~Host() = default;

    /// For messages, in the middle of a sentence: "this machine".
    [[nodiscard]] virtual QString name() const = 0;
    /// Starts a process that belongs to the calling thread. Blocks at most 30 seconds; any thread.
    [[nodiscard]] virtual Result<std::unique_ptr<Process>> start(const Command &command, std::stop_token stop) = 0;
    /// Kills the processes there that have a variable which begins with `mark` in their environment, as far as the host
    /// can do that by itself. For what a runner that was killed has left. Blocks; any thread.
    virtual void killMarked(const QByteArray &mark) { Q_UNUSED(mark) }
    /// Copies a file of this machine to the host, under a temporary name that is then renamed. Blocks.
    [[nodiscard]] virtual Result<> put(const QString &localFile, const QString &target, std::stop_token stop) = 0;
    /// Copies a file of the host to this machine, likewise. Blocks.
    [[nodiscard]] virtual Result<> get(const QString &source, const QString &localFile, std::stop_token stop) = 0;
};

} // namespace hermes::hosts
