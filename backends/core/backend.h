// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fileentry.h"
#include "backends/core/imagestore.h"
#include "backends/core/outputsink.h"
#include "backends/core/poolstatus.h"
#include "backends/core/progress.h"
#include "backends/core/runrequest.h"
#include "backends/core/sessioninfo.h"
#include "backends/core/settings.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace hermes {

using RunDone = std::move_only_function<void(RunEnd)>;

/// Where runs are executed: one sandbox (calls share its folder), or a session (each run in an executor of its own).
class Executor
{
public:
    /// Destroying it ends every run that is under way and waits until nothing of it is left, at most a few seconds.
    virtual ~Executor() = default;

    /// Starts a run and returns without waiting for it; any thread.
    ///
    /// `done` is called exactly once, on any thread, also when the start failed, and at the latest one second
    /// (plus the kill delay) after a stop request, whose run ends as Cancelled with its output so far.
    /// No process, container or remote session of the run is left behind then, or a note on the end says which.
    virtual void start(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done) = 0;

    /// Says how many runs may be under way at once; any thread.
    ///
    /// False: the executor keeps no queue, every run begins at once, and the caller keeps to the number. True: runs that
    /// are started beyond it wait there, in their order, and begin by themselves as soon as a place is free, which saves
    /// the way to the caller and back; OutputSink::started() tells when. With `holdAfterFailure` none begins after
    /// an end other than exit code 0 until the places are set again. A stop request to one that waits, or to one that
    /// has begun, ends it as ever; RunEnd::mayHaveStarted tells which it was.
    virtual bool setPlaces(int places, bool holdAfterFailure)
    {
        Q_UNUSED(places)
        Q_UNUSED(holdAfterFailure)
        return false;
    }
};

/// A persistent sandbox that is open in this program. Files survive from call to call.
///
/// Its calls are made one after another by the engine. The destructor lets go of it (what runs in it ends; its
/// files stay); Backend::closeSandbox spends it.
class Sandbox : public Executor
{
public:
    // Paths there are bytes, as file systems have them; a relative one is below the sandbox's folder. Each call blocks.

    /// Copies a local file into the sandbox; a target that ends with a slash is the folder for it.
    [[nodiscard]] virtual Result<> put(const QString &localFile, const QByteArray &target, std::stop_token stop) = 0;
    /// Copies a file of the sandbox to this machine; written under a temporary name and renamed.
    [[nodiscard]] virtual Result<> get(const QByteArray &source, const QString &localFile, std::stop_token stop) = 0;
    /// What is in a folder of the sandbox, in no order; an empty path is the sandbox's own. Makes nothing.
    [[nodiscard]] virtual Result<FolderContent> list(const QByteArray &path, std::stop_token stop) = 0;
};

struct SessionSpec
{
    ProfiledId name = {};
    int concurrency = 1; ///< A hint: how many runs will be under way at most.
};

/// One step of a connection test.
struct CheckStep
{
    QString name = {};
    std::chrono::milliseconds took {0};
    Result<QString> outcome = QString(); ///< What was found, or the fault.
};

struct BackendInfo
{
    QString kind = {};      ///< "local": the word of flags, files and the journal.
    QString title = {};     ///< "This machine": for people.
    QString isolation = {}; ///< "none", "container", "microVM" …: for the badge.
    QString warning = {};   ///< A standing warning, or empty.
    int maxConcurrent = 64; ///< Runs under way at once over all launches; never exceeded.
    int defaultConcurrent = 1;
    QString place = {}; ///< "unix:///var/run/docker.sock": backends of one kind at one place list the same. Empty: this machine.
};

/// A configured backend. Every call but info() blocks, runs on a worker thread, returns soon after a stop request
/// and throws nothing. Several threads may call at once.
class Backend
{
public:
    virtual ~Backend() = default;

    [[nodiscard]] virtual BackendInfo info() const = 0;
    /// Opens a sandbox, or joins the one of this id that is there with its files.
    [[nodiscard]] virtual Result<std::unique_ptr<Sandbox>> openSandbox(const ProfiledId &name, std::stop_token stop,
                                                                       const Progress &progress = {}) = 0;
    [[nodiscard]] virtual Result<std::unique_ptr<Executor>> openSession(const SessionSpec &spec, std::stop_token stop) = 0;
    /// What exists there now, whoever made it. An error and an empty list are different things.
    [[nodiscard]] virtual Result<QList<SessionInfo>> list(std::stop_token stop) = 0;
    /// Ends processes and removes files of a sandbox or session. One that is already gone is success.
    [[nodiscard]] virtual Result<> close(const ProfiledId &name, std::stop_token stop) = 0;
    /// Removes what programs that have ended left beside what list() tells of, and what nobody needs any more. What cannot be removed
    /// stays until the next time.
    virtual void tidy(std::stop_token stop) { Q_UNUSED(stop) }
    /// Calls `changed` whenever what list() tells may have become another, on the calling thread, until a stop request; also when
    /// the place stops answering, and when it does again. Returns at once where it cannot tell.
    virtual void watch(const std::function<void()> &changed, std::stop_token stop)
    {
        Q_UNUSED(changed)
        Q_UNUSED(stop)
    }
    /// What is kept started ahead; nothing where nothing is. Does not block.
    [[nodiscard]] virtual std::optional<PoolStatus> poolStatus() { return std::nullopt; }
    /// Starts what is missing of it, in the background.
    virtual void fillPool() { }
    /// Ends those that wait to be used, and starts none until it is filled again. Runs go on, without it.
    virtual void drainPool() { }
    /// What the files of a sandbox take up. NotFound where it has none; Usage where this backend cannot tell.
    [[nodiscard]] virtual Result<DiskUse> diskUse(const ProfiledId &name, std::stop_token stop)
    {
        Q_UNUSED(name)
        Q_UNUSED(stop)
        return fail(FaultKind::Usage, QStringLiteral("This backend cannot tell how much space a sandbox takes up"));
    }
    /// Tests the connection step by step; reports each step as it ends and stops after the first that failed.
    /// Leaves nothing behind.
    virtual void check(const std::function<void(const CheckStep &)> &report, std::stop_token stop) = 0;
    /// The images that it runs snippets in; null where it has none. Lives as long as the backend.
    [[nodiscard]] virtual ImageStore *images() { return nullptr; }
};

/// What is known of a kind of backend before one is configured. `app` registers one for each.
struct BackendKind
{
    QString kind = {};
    QStringList aliases = {};
    QString title = {};
    QString isolation = {};
    SettingsSchema schema = {};
    bool keepsRemote = false; ///< What it makes lies elsewhere and is found there, whatever became of the program and its journal.
    std::function<Result<std::shared_ptr<Backend>>(const Settings &)> create = {};
    /// The image for snippets that the panel brings along. Set where backends of this kind have images.
    std::optional<ImageBuild> ownImage = {};
};

} // namespace hermes
