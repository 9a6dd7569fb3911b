// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace hermes::test {

struct FakeAnswer
{
    RunEnd end = {};
    QByteArray out = {};
    QByteArray err = {};

    [[nodiscard]] static FakeAnswer exited(int code, QByteArray out = {});
};

/// What the fake does and has seen; shared by the fake backend, its executors and the test. Any thread.
class FakeWorld final
{
public:
    /// Decides on a run when it is started; nothing: the run goes on until finish() or a stop request.
    std::function<std::optional<FakeAnswer>(const RunRequest &)> answer = [](const RunRequest &) { return FakeAnswer::exited(0); };
    /// The outcome of the n-th call of openSession or openSandbox, from 1.
    std::function<Result<>(int)> open = [](int) { return Result<>(); };
    /// What openSandbox() tells, and waits for, before that.
    std::function<void(const Progress &)> opening = [](const Progress &) { };
    /// The outcome of list().
    std::function<Result<QList<SessionInfo>>()> list = [] { return QList<SessionInfo>(); };
    /// The outcome of close().
    std::function<Result<>(const ProfiledId &)> close = [](const ProfiledId &) { return Result<>(); };
    /// The outcome of put() and get().
    std::function<Result<>(std::stop_token)> copy = [](const std::stop_token &) { return Result<>(); };
    /// What a folder of a sandbox holds.
    std::function<Result<FolderContent>(const QByteArray &)> files = [](const QByteArray &) { return FolderContent(); };
    /// The outcome of diskUse().
    std::function<Result<DiskUse>()> use = [] { return DiskUse(); };
    /// What watch() does.
    std::function<void(const std::function<void()> &, std::stop_token)> watch = [](const std::function<void()> &,
                                                                                   const std::stop_token &) { };
    QString place = {};       ///< See BackendInfo.
    bool keepsRemote = false; ///< See BackendKind.
    int maxConcurrent = 64;

    /// Waits until `count` runs have been started in all; false after five seconds.
    [[nodiscard]] bool waitForStarted(int count);
    /// Waits until `count` runs are under way; false after five seconds.
    [[nodiscard]] bool waitForRunning(int count);
    /// Ends one that is under way, the oldest first; false when there is none.
    bool finish(const FakeAnswer &answer);
    [[nodiscard]] int startedCount() const;
    [[nodiscard]] int runningCount() const;
    [[nodiscard]] int mostRunning() const;
    [[nodiscard]] int opened() const;
    [[nodiscard]] QList<RunRequest> requests() const;

    int noteOpened();
    void start(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done);

private:
    struct Held
    {
        std::shared_ptr<OutputSink> sink;
        RunDone done;
        std::unique_ptr<std::stop_callback<std::function<void()>>> onStop;
    };

    std::optional<Held> takeHeld(int run);
    [[nodiscard]] bool waitUntil(const std::function<bool()> &condition);
    static void deliver(OutputSink &sink, RunDone &done, const FakeAnswer &answer);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    QList<RunRequest> m_requests;
    std::map<int, Held> m_held;
    int m_running = 0;
    int m_mostRunning = 0;
    int m_opened = 0;
};

/// A kind "fake" without settings whose backends all play in `world`.
[[nodiscard]] BackendKind fakeKind(std::shared_ptr<FakeWorld> world);

} // namespace hermes::test
