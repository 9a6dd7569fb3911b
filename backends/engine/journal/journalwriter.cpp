// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalwriter.h"

#include "backends/engine/journal/executorstore.h"
#include "backends/engine/journal/launchstore.h"

#include <pthread.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr size_t RowsAtOnce = 512;

/// A disk that is full stays so until somebody acts; a trial costs a failed write of some rows.
constexpr auto FirstRetryDelay = 250ms;
constexpr auto LongestRetryDelay = 4s;

/// How long a row may wait for company. Nobody waits for starts, uses and ends of launches, but what is lost of them is missed.
std::chrono::milliseconds patienceFor(const JournalWriter::Row &row)
{
    if (std::holds_alternative<StartedRow>(row))
        return 5ms;
    if (std::holds_alternative<JournalWriter::LaunchEnd>(row))
        return 20ms;
    return std::holds_alternative<JournalWriter::ExecutorUse>(row) ? 200ms : 0ms;
}

} // namespace

Result<std::unique_ptr<JournalWriter>> JournalWriter::start(const QString &folder, JournalOptions options)
{
    std::unique_ptr<JournalWriter> writer(new JournalWriter(folder, std::move(options)));
    std::promise<Result<>> promise;
    std::future<Result<>> opened = promise.get_future();
    writer->m_thread = std::jthread(
        [self = writer.get(), folder, promise = std::move(promise)]() mutable { self->loop(folder, std::move(promise)); });
    // Bounded by the busy timeout and the lock of the opening, both of a few seconds.
    if (Result<> result = opened.get(); !result)
        return std::unexpected(result.error());
    return writer;
}

JournalWriter::~JournalWriter()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
}

void JournalWriter::append(Row row, Stored stored, Urgency urgency)
{
    const auto due = urgency == Urgency::Urgent ? Clock::time_point::min() : Clock::now() + patienceFor(row);
    const std::scoped_lock lock(m_mutex);
    if (const auto *started = std::get_if<StartedRow>(&row)) {
        m_startedInQueue.insert_or_assign(started->key, m_queue.size());
    } else if (const auto *finished = std::get_if<FinishedRow>(&row)) {
        // Both in one transaction would be one row written twice.
        if (const auto known = m_startedInQueue.find(finished->key); known != m_startedInQueue.end()) {
            m_queue[known->second].what = Row();
            m_startedInQueue.erase(known);
        }
    }
    ++m_pending;
    m_queue.push_back({.what = std::move(row), .stored = std::move(stored)});
    wakeFor(due);
}

Result<> JournalWriter::refuseOnWriterThread() const
{
    if (std::this_thread::get_id() == m_thread.get_id())
        return fail(FaultKind::Internal, u"The journal was asked to wait for itself"_s);
    return {};
}

void JournalWriter::submit(Task task)
{
    const std::scoped_lock lock(m_mutex);
    m_queue.push_back({.what = std::move(task)});
    m_due = Clock::time_point::min();
    m_wake.notify_one();
}

/// A wake-up for each of many rows would cost more than storing them.
void JournalWriter::wakeFor(Clock::time_point due)
{
    m_due = std::min(m_due, due);
    if (m_due == Clock::time_point::min() || std::max(m_due, earliestCommit()) < m_sleepsUntil || m_queue.size() == RowsAtOnce)
        m_wake.notify_one();
}

JournalWriter::Clock::time_point JournalWriter::earliestCommit() const
{
    constexpr int SlowerWhenFailing = 20;
    const bool failing = m_retryAt != Clock::time_point::max();
    return m_lastCommit + (failing ? SlowerWhenFailing : 1) * m_options.groupDelay;
}

Result<> JournalWriter::ask(std::move_only_function<Result<>()> question, std::chrono::milliseconds patience)
{
    if (auto other = refuseOnWriterThread(); !other)
        return other;
    std::promise<Result<>> promise;
    std::future<Result<>> answer = promise.get_future();
    submit(
        [question = std::move(question), promise = std::move(promise)](SqlConnection &) mutable { promise.set_value(question()); });
    if (answer.wait_for(patience) != std::future_status::ready)
        return fail(FaultKind::TimedOut, u"The journal did not store everything in time"_s);
    return answer.get();
}

Result<> JournalWriter::flush(std::chrono::milliseconds patience)
{
    return ask([this] { return storeKept(); }, patience);
}

Result<> JournalWriter::recover(std::chrono::milliseconds patience)
{
    return ask([this] { return storeKept().and_then([this] { return m_reserve.take(); }); }, patience);
}

void JournalWriter::whenInTrouble(Trouble trouble)
{
    const std::scoped_lock lock(m_troubleMutex);
    m_trouble = std::move(trouble);
}

void JournalWriter::tellTrouble(const Fault &fault)
{
    const std::scoped_lock lock(m_troubleMutex);
    if (m_trouble)
        m_trouble(fault);
}

qsizetype JournalWriter::pending() const
{
    const std::scoped_lock lock(m_mutex);
    return m_pending;
}

void JournalWriter::loop(const QString &folder, std::promise<Result<>> opened)
{
    pthread_setname_np(pthread_self(), "journal");
    const Result<> result = openOnThread(folder);
    opened.set_value(result);
    if (result) {
        while (std::optional<std::vector<Item>> items = nextItems())
            process(*std::move(items));
        std::ignore = storeKept();
    }
    m_candidates.reset();
    m_connection.reset();
}

Result<> JournalWriter::openOnThread(const QString &folder)
{
    Result<OpenedJournal> opened = openJournalFile(folder, m_options);
    const bool madeRoom = !opened && makeRoom(opened.error());
    if (madeRoom)
        opened = openJournalFile(folder, m_options);
    if (!opened)
        return std::unexpected(opened.error());
    m_connection = std::move(opened->connection);
    m_notices = std::move(opened->notices);
    auto candidates = CandidateStore::create(*m_connection);
    if (!candidates)
        return std::unexpected(candidates.error());
    m_candidates = std::move(*candidates);
    // What was given back to open the journal is there for what comes next: looking, closing, one run. Whoever begins
    // something that needs the reserve asks again.
    if (!madeRoom)
        std::ignore = m_reserve.take();
    return {};
}

/// Waits for work. Empty when it is time to try the kept rows again; nothing when the writer is ending and everything
/// was taken.
std::optional<std::vector<JournalWriter::Item>> JournalWriter::nextItems()
{
    std::unique_lock lock(m_mutex);
    while (!m_ending && m_queue.size() < RowsAtOnce && m_due != Clock::time_point::min()) {
        const auto wakeAt = std::min(m_retryAt, m_queue.empty() ? Clock::time_point::max() : std::max(m_due, earliestCommit()));
        if (wakeAt <= Clock::now())
            break;
        m_sleepsUntil = wakeAt;
        if (wakeAt == Clock::time_point::max())
            m_wake.wait(lock);
        else
            m_wake.wait_until(lock, wakeAt);
    }
    if (m_ending && m_queue.empty())
        return std::nullopt;
    m_sleepsUntil = Clock::time_point::min();
    m_due = Clock::time_point::max();
    m_startedInQueue.clear();
    return std::exchange(m_queue, {});
}

void JournalWriter::process(std::vector<Item> items)
{
    size_t from = 0;
    for (size_t at = 0; at < items.size(); ++at) {
        if (auto *task = std::get_if<Task>(&items[at].what)) {
            if (at > from)
                std::ignore = commit(std::span(items).subspan(from, at - from)); // its rows are told
            (*task)(*m_connection);
            from = at + 1;
        }
    }
    const bool onlyKept = items.empty() && !m_kept.empty();
    if (from < items.size() || onlyKept)
        std::ignore = commit(std::span(items).subspan(from));
}

Result<> JournalWriter::storeAll(std::span<const Item> rows)
{
    return m_connection->transaction([this, rows]() -> Result<> {
        for (const Row &row : m_kept) {
            if (auto done = store(row); !done)
                return done;
        }
        for (const Item &item : rows) {
            if (auto done = store(std::get<Row>(item.what)); !done)
                return done;
        }
        return {};
    });
}

Result<> JournalWriter::storeWithReserve(std::span<const Item> rows)
{
    Result<> outcome = storeAll(rows);
    if (outcome)
        return outcome;
    tellTrouble(outcome.error());
    return makeRoom(outcome.error()) ? storeAll(rows) : outcome;
}

bool JournalWriter::makeRoom(const Fault &fault)
{
    return fault.kind == FaultKind::Exhausted && m_reserve.release();
}

Result<> JournalWriter::storeKept()
{
    return m_kept.empty() ? Result<>() : commit({});
}

Result<> JournalWriter::commit(std::span<Item> rows)
{
    const Result<> outcome = storeWithReserve(rows);
    const auto stored = outcome ? qsizetype(m_kept.size() + rows.size()) : 0;
    if (outcome) {
        m_kept.clear();
    } else {
        for (Item &item : rows)
            m_kept.push_back(std::get<Row>(std::move(item.what)));
    }
    noteOutcome(stored);
    for (Item &item : rows) {
        if (item.stored)
            item.stored(outcome);
    }
    return outcome;
}

void JournalWriter::noteOutcome(qsizetype stored)
{
    const std::scoped_lock lock(m_mutex);
    m_lastCommit = Clock::now();
    m_pending -= stored;
    if (m_kept.empty()) {
        m_retryDelay = {};
        m_retryAt = Clock::time_point::max();
    } else {
        m_retryDelay = std::clamp<Clock::duration>(2 * m_retryDelay, FirstRetryDelay, LongestRetryDelay);
        m_retryAt = m_lastCommit + m_retryDelay;
    }
}

Result<> JournalWriter::store(const Row &row)
{
    struct Visitor
    {
        JournalWriter &writer;
        Result<> operator()(std::monostate) const { return {}; }
        Result<> operator()(const StartedRow &started) const { return writer.m_candidates->store(started); }
        Result<> operator()(const FinishedRow &finished) const { return writer.m_candidates->store(finished); }
        Result<> operator()(const LaunchReach &row) const { return storeReach(*writer.m_connection, row.launch, row.reach); }
        Result<> operator()(const LaunchEnd &end) const
        {
            return endLaunch(*writer.m_connection, end.launch, end.state, end.finishedAt);
        }
        Result<> operator()(const ExecutorUse &use) const { return storeExecutorUse(*writer.m_connection, use.key, use.lastUsed); }
    };
    return std::visit(Visitor {*this}, row);
}

} // namespace hermes
