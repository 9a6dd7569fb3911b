// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fileentry.h"
#include "backends/runner/connectionoptions.h"
#include "backends/runner/runcall.h"

#include <atomic>
#include <thread>

namespace hermes {
class LocalSource;
}

namespace hermes::runner {

class ConnectionLoop;
class Exchange;

/// A runner on a host, and the runs that it executes.
///
/// One I/O thread waits for all runs. Functions are for any thread; those that block say so, take a stop token and
/// have a deadline. When the connection is lost, every run ends as Infrastructure (its fault says why, and whether
/// the snippet may have run), and every later call fails with the same fault: open another one.
class Connection final
{
public:
    /// Starts the runner and shakes hands. Blocks for at most the handshake's limit.
    [[nodiscard]] static Result<std::shared_ptr<Connection>> open(std::shared_ptr<hosts::Host> host, ConnectionOptions options,
                                                                  std::stop_token stop);

    /// Closes the runner's stdin, by which it ends everything that it started, waits for its end at most 3 seconds,
    /// then kills it. Runs that are left end as Cancelled. On the I/O thread it does not wait.
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    /// False once the connection is lost (or has used up its ids).
    [[nodiscard]] bool isUsable() const;
    [[nodiscard]] const protocol::HelloReply &runner() const { return m_runner; }

    /// Starts a run without waiting. The callbacks of sink and `done` come on the I/O thread and must not block;
    /// `done` may come before this returns when the connection is lost or a stop was already requested.
    void start(RunCall call);
    /// Sets the places of a queue, and lets it go on after a failure; see protocol/frame.h.
    void setPlaces(const protocol::QueuePlaces &places);
    /// Ends all runs of this owner, as a stop request to each would.
    void endRuns(OwnerId owner);
    [[nodiscard]] static OwnerId newOwner();
    [[nodiscard]] bool isOwnThread() const;

    /// Makes a temporary folder, which goes with the runner or by removeFolder(). Blocks.
    [[nodiscard]] Result<QByteArray> makeFolder(std::stop_token stop);
    /// Does not block; `done` comes on the I/O thread, or at once when the connection is lost.
    void removeFolder(const QByteArray &path, std::move_only_function<void(Result<>)> done);
    /// Copies a file of this machine to `path` there, under a temporary name that is then renamed. Blocks.
    [[nodiscard]] Result<> put(const QString &localFile, const QByteArray &path, std::stop_token stop);
    /// Copies `path` to a file of this machine, likewise. Blocks.
    [[nodiscard]] Result<> get(const QByteArray &path, const QString &localFile, std::stop_token stop);
    /// What is in the folder `path` there. A runner that is older than this question is a fault. Blocks.
    [[nodiscard]] Result<FolderContent> list(const QByteArray &path, std::stop_token stop);
    /// Asks for a sign of life; returns the time that it took. Blocks.
    [[nodiscard]] Result<std::chrono::nanoseconds> ping(std::stop_token stop);

private:
    Connection() = default;
    [[nodiscard]] uint32_t nextId() { return m_nextId.fetch_add(1, std::memory_order_relaxed); }
    /// Sends the frames and notes that their answers go to `exchange`.
    void ask(uint32_t id, std::shared_ptr<Exchange> exchange, std::string frames);
    void send(std::string frames);
    [[nodiscard]] Result<> sendFile(LocalSource &file, uint32_t id, Exchange &exchange, std::stop_token stop);
    /// False: enough.
    using Take = std::function<Result<bool>(const QByteArray &)>;
    /// Gives what comes to `take` until the end, and the credit for it back.
    [[nodiscard]] Result<> receiveData(const Take &take, uint32_t id, Exchange &exchange, std::stop_token stop);
    void abort(uint32_t id, Exchange &exchange);

    std::shared_ptr<ConnectionLoop> m_loop;
    std::jthread m_thread;
    protocol::HelloReply m_runner;
    std::atomic<uint32_t> m_nextId = 1;
};

} // namespace hermes::runner
