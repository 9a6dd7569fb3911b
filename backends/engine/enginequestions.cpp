// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the journal knows.

#include "engineprivate.h"

#include "backends/engine/candidatesummary.h"
#include "backends/engine/launchjson.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {
/// Of output in one answer; a reader asks for the next one while it deals with this one.
constexpr qint64 PageBytes = 8LL * 1024 * 1024;
} // namespace

std::unexpected<Fault> Engine::Private::notStored() const
{
    return fail(FaultKind::Storage, u"Nothing is stored in this run of the program"_s,
                u"Make %1 writable."_s.arg(options.stateFolder));
}

/// How much of a stream a result of this launch holds.
Result<qint64> Engine::Private::resultBytesOf(LaunchId id, JournalReader &reader)
{
    {
        const std::scoped_lock lock(mutex);
        if (const auto plan = plans.value(id))
            return plan->spec().capture.resultBytes;
        if (const auto known = resultBytes.constFind(id); known != resultBytes.cend())
            return *known;
    }
    return reader.launch(id).transform([&](const LaunchRecord &record) {
        const std::scoped_lock lock(mutex);
        return *resultBytes.insert(id, captureFrom(record).resultBytes);
    });
}

/// Where nothing is stored the scheduler keeps the results.
template<typename T>
QFuture<Result<T>> Engine::Private::fromStore(std::function<Result<T>(JournalReader &)> stored,
                                              std::function<Result<T>(const Scheduler &)> kept)
{
    if (journal)
        return ask([this, stored = std::move(stored)] { return read(stored); });
    QPromise<Result<T>> promise;
    auto future = promise.future();
    promise.start();
    tell([promise = std::move(promise), kept = std::move(kept)](Scheduler &scheduler) mutable {
        promise.addResult(kept(scheduler));
        promise.finish();
    });
    return future;
}

QFuture<Result<RunResult>> Engine::result(LaunchId id, int index)
{
    const auto stored = [d = d.get(), id, index](JournalReader &reader) {
        return d->resultBytesOf(id, reader)
            .and_then([&](qint64 bytes) { return reader.result(id, index, bytes); })
            .transform([](StoredResult result) { return std::move(result.result); });
    };
    const auto kept = [id, index](const Scheduler &scheduler) -> Result<RunResult> {
        if (std::optional<RunResult> result = scheduler.keptResult(id, index))
            return *std::move(result);
        return fail(FaultKind::NotFound, u"Candidate %1 of %2 has no result yet"_s.arg(index).arg(id));
    };
    return d->fromStore<RunResult>(stored, kept);
}

QFuture<Result<ResultPage>> Engine::results(LaunchId id, int from, int count)
{
    constexpr int MostAtOnce = 1000;
    const IndexRange range {.first = from, .last = from + std::min(count, MostAtOnce) - 1};
    const auto stored = [d = d.get(), id, range](JournalReader &reader) {
        return d->resultBytesOf(id, reader).and_then([&](qint64 bytes) {
            return reader.results(id, range, {.resultBytes = bytes, .pageBytes = PageBytes});
        });
    };
    return d->fromStore<ResultPage>(stored, [id, range](const Scheduler &scheduler) { return scheduler.keptResults(id, range); });
}

QFuture<Result<ChosenResults>> Engine::chosenResults(LaunchId id, QList<int> candidates)
{
    candidates.resize(std::min<qsizetype>(candidates.size(), MostChosen));
    const auto stored = [d = d.get(), id, candidates](JournalReader &reader) {
        return d->resultBytesOf(id, reader).and_then([&](qint64 bytes) {
            return reader.chosenResults(id, candidates, {.resultBytes = bytes, .pageBytes = PageBytes});
        });
    };
    const auto kept = [id, candidates](const Scheduler &scheduler) {
        ChosenResults chosen;
        for (const int candidate : candidates)
            chosen.results += scheduler.keptResult(id, candidate);
        return chosen;
    };
    return d->fromStore<ChosenResults>(stored, kept);
}

QFuture<Result<QList<LaunchRecord>>> Engine::history(HistoryFilter filter)
{
    // To count the rows of a large sweep while it runs takes longer than all the rest.
    filter.uncounted = d->progress.keys();
    return d->ask([d = d.get(), filter = std::move(filter), known = d->progress]() -> Result<QList<LaunchRecord>> {
        return d->read([&](JournalReader &reader) {
            return reader.launches(filter).transform([&known](QList<LaunchRecord> records) {
                for (LaunchRecord &record : records) {
                    if (const auto here = known.constFind(record.id); here != known.cend() && record.state == LaunchState::Running)
                        record.counts = countsOf(*here);
                }
                return records;
            });
        });
    });
}

QFuture<Result<LaunchRecord>> Engine::record(LaunchId id)
{
    return d->ask(
        [d = d.get(), id]() -> Result<LaunchRecord> { return d->read([&](JournalReader &reader) { return reader.launch(id); }); });
}

QFuture<Result<LaunchSpec>> Engine::spec(LaunchId id)
{
    return d->ask([d = d.get(), id]() -> Result<LaunchSpec> {
        const Result<std::shared_ptr<const LaunchPlan>> plan = d->preparation->storedPlan(id);
        if (!plan)
            return std::unexpected(plan.error());
        const std::scoped_lock lock(d->mutex);
        d->plans.insert(id, *plan);
        return (*plan)->spec();
    });
}

QFuture<Result<QList<CandidateSummary>>> Engine::candidates(LaunchId id, int from, int count)
{
    const IndexRange range {.first = from, .last = from + count - 1};
    return d->ask([d = d.get(), id, range]() -> Result<QList<CandidateSummary>> {
        return d->read([&](JournalReader &reader) -> Result<QList<CandidateSummary>> {
            QList<CandidateSummary> list;
            return reader.forEachCandidate(id, range, [&list](const StoredCandidate &stored) { list.append(summarize(stored)); })
                .transform([&list] { return std::move(list); });
        });
    });
}

QFuture<Result<>> Engine::deleteLaunch(LaunchId id)
{
    return d->ask([d = d.get(), id]() -> Result<> {
        if (!d->journal)
            return d->notStored();
        const Result<> removed = d->journal->removeLaunch(id, d->stop.get_token());
        if (removed) {
            const std::scoped_lock lock(d->mutex);
            d->plans.remove(id);
            d->resultBytes.remove(id);
        }
        return removed;
    });
}

QFuture<Result<std::optional<UsualDurations>>> Engine::usualDurations(DurationsWanted wanted)
{
    if (const BackendKind *kind = findKind(wanted.backend))
        wanted.backend = kind->kind;
    return d->ask([d = d.get(), wanted = std::move(wanted)]() -> Result<std::optional<UsualDurations>> {
        // What has just ended is the best that there is to go by, and is stored some milliseconds later. Where it cannot be,
        // there is what came before.
        if (d->journal)
            std::ignore = d->journal->flush(1s);
        return d->read([&](JournalReader &reader) { return reader.usualDurations(wanted); });
    });
}

QFuture<Result<bool>> Engine::remembersProfile(QString profile)
{
    return d->ask([d = d.get(), profile = std::move(profile)]() -> Result<bool> {
        return d->read([&](JournalReader &reader) -> Result<bool> {
            const Result<QList<LaunchRecord>> launches = reader.launches({.profile = profile, .limit = 1});
            const Result<QList<ExecutorRecord>> executors = reader.executors();
            if (!launches || !executors)
                return std::unexpected(launches ? executors.error() : launches.error());
            const auto isOfProfile = [&](const ExecutorRecord &record) { return record.key.profile == profile; };
            return !launches->isEmpty() || std::ranges::any_of(*executors, isOfProfile);
        });
    });
}

} // namespace hermes
