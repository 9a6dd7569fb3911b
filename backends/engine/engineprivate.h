// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/inbackground.h"
#include "backends/core/joinedstop.h"
#include "backends/engine/backendregistry.h"
#include "backends/engine/engine.h"
#include "backends/engine/journal/journal.h"
#include "backends/engine/journalwatch.h"
#include "backends/engine/launchpreparation.h"
#include "backends/engine/placewatch.h"
#include "backends/engine/sandboxfiles.h"
#include "backends/engine/scheduler.h"
#include "backends/engine/sessiondirectory.h"

#include <QHash>
#include <QPromise>
#include <QSemaphore>
#include <QThread>
#include <QThreadPool>

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace hermes {

/// What an engine is made of, for its own sources alone: engine.cpp (beginning, end, launches), enginequestions.cpp (what the
/// journal knows), enginesandboxes.cpp (sandboxes, sessions, backends), engineimages.cpp (their
/// images).
struct Engine::Private
{
    EngineOptions options;
    QStringList notices;
    QString machine; ///< Of default ids.
    BackendRegistry registry;
    std::unique_ptr<Journal> journal;
    LiveOutputs live;
    SandboxShelf sandboxes;
    std::unique_ptr<LaunchPreparation> preparation;
    std::unique_ptr<SessionDirectory> directory;
    std::unique_ptr<SandboxFiles> files;
    std::stop_source stop; ///< Of questions that are being answered.
    QThreadPool pool;
    QThread thread;
    QThread watchThread;
    JournalWatch *watch = nullptr; ///< Null before anybody wants it; deleted by its thread when that ends.
    int watchers = 0;
    std::unique_ptr<PlaceWatch> places;
    int placeWatchers = 0;
    QList<Settings> configured; ///< Empty: nobody has said.
    Scheduler *scheduler = nullptr; ///< Deleted by its thread when that ends.
    QSemaphore idle;
    bool closed = false;
    QHash<LaunchId, LaunchProgress> progress; ///< The latest of those that are under way here.

    mutable std::mutex mutex; ///< Guards the three below.
    QHash<LaunchId, std::shared_ptr<const LaunchPlan>> plans;
    QHash<LaunchId, qint64> resultBytes; ///< Of launches without a plan here.
    QList<LaunchId> active;

    /// Answers on a worker thread.
    template<typename Question>
    [[nodiscard]] auto ask(Question question) -> QFuture<std::invoke_result_t<Question &>>
    {
        return inBackground(pool, std::move(question));
    }

    /// The same for a question that its asker may stop.
    template<typename Question>
    [[nodiscard]] auto askStoppable(std::stop_token asker, Question question)
        -> QFuture<std::invoke_result_t<Question, std::stop_token>>
    {
        return ask([this, asker = std::move(asker), question = std::move(question)] {
            const JoinedStop joined(asker, stop.get_token());
            return question(joined.token());
        });
    }

    /// Calls a function of the scheduler on its thread; nothing after the shutdown.
    template<typename Call>
    void tell(Call call)
    {
        if (answering)
            afterAnswer.emplace_back(std::move(call));
        else if (scheduler)
            QMetaObject::invokeMethod(
                scheduler, [this, call = std::move(call)]() mutable { call(*scheduler); }, Qt::QueuedConnection);
    }

    [[nodiscard]] std::shared_ptr<const LaunchPlan> plan(LaunchId id) const
    {
        const std::scoped_lock lock(mutex);
        return plans.value(id);
    }

    /// Asks the journal; on a worker thread.
    template<typename Question>
    [[nodiscard]] auto read(const Question &question) -> std::invoke_result_t<const Question &, JournalReader &>
    {
        if (!journal)
            return notStored();
        const Result<std::unique_ptr<JournalReader>> reader = journal->reader();
        if (!reader)
            return std::unexpected(reader.error());
        return question(**reader);
    }

    bool answering = false; ///< A ticket is being handed out whose launch the scheduler does not know yet.
    std::vector<std::move_only_function<void(Scheduler &)>> afterAnswer;

    [[nodiscard]] Result<qint64> resultBytesOf(LaunchId id, JournalReader &reader);
    /// In enginequestions.cpp.
    template<typename T>
    [[nodiscard]] QFuture<Result<T>> fromStore(std::function<Result<T>(JournalReader &)> stored,
                                               std::function<Result<T>(const Scheduler &)> kept);
    [[nodiscard]] QFuture<Result<QString>> copy(SandboxName name, Unknown unknown,
                                                std::function<Result<>(Sandbox &, std::stop_token)> work);
    void adopt(Result<Preparation> preparation, QPromise<Result<LaunchTicket>> &promise);
    /// In engine.cpp.
    template<typename Prepare>
    [[nodiscard]] QFuture<Result<LaunchTicket>> launch(Engine *engine, Prepare prepare);
    /// In engineimages.cpp.
    template<typename T>
    [[nodiscard]] QFuture<Result<T>> askImages(Engine *engine, Settings settings, ImageReporter report, std::stop_token asker,
                                               std::function<Result<T>(ImageStore &, const ImageReporter &, std::stop_token)> work);
    void startWatch(Engine *engine);
    /// Lets go of backends that are not configured and that nothing needs.
    void retireBackends();
    [[nodiscard]] std::unexpected<Fault> notStored() const;
};

} // namespace hermes
