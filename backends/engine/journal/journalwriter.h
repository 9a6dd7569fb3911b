// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/candidatestore.h"
#include "backends/engine/journal/executorrecord.h"
#include "backends/engine/journal/journalfile.h"
#include "backends/engine/journal/spacereserve.h"

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <variant>

namespace hermes {

/// Called on the writer's thread; must neither block nor call anything of the journal that waits.
using Stored = std::move_only_function<void(Result<>)>;
/// The same, when rows could not be stored or took the last space: from now on nothing is to be started.
using Trouble = std::function<void(const Fault &)>;

/// Urgent is what nothing follows until it is stored: waiting for company would only be a loss.
enum class Urgency : quint8 { Grouped, Urgent };

/// The one thread of a program that writes into the journal, and the group commit.
///
/// Rows are stored in the order of append(), many in one transaction: a row that comes alone or is urgent is committed at
/// once, rows that come fast wait for each other, JournalOptions::groupDelay at most. Rows whose transaction failed are
/// kept and go with the next one, which the thread begins by itself after a while when no row brings one about. Where the
/// disk is full the reserve takes them first. Tasks run between transactions, after all rows before them.
class JournalWriter final
{
public:
    struct LaunchEnd
    {
        LaunchId launch = 0;
        LaunchState state = LaunchState::Done;
        QDateTime finishedAt = {};
    };
    struct LaunchReach
    {
        LaunchId launch = 0;
        qint64 reach = 0;
    };
    struct ExecutorUse
    {
        ExecutorKey key = {};
        QDateTime lastUsed = {};
    };
    using Row = std::variant<std::monostate, StartedRow, FinishedRow, LaunchReach, LaunchEnd, ExecutorUse>;
    using Task = std::move_only_function<void(SqlConnection &)>;

    /// Opens the journal on the new thread and waits for that.
    [[nodiscard]] static Result<std::unique_ptr<JournalWriter>> start(const QString &folder, JournalOptions options);
    /// Stores what was appended, once more also what was kept, and ends the thread.
    ~JournalWriter();
    Q_DISABLE_COPY_MOVE(JournalWriter)

    void append(Row row, Stored stored, Urgency urgency = Urgency::Grouped);
    /// Runs `work` in a transaction of its own and waits for it, at most `patience`. On a full disk it is run once more
    /// with the space of the reserve.
    template<typename T>
    [[nodiscard]] Result<T> call(std::move_only_function<Result<T>(SqlConnection &)> work,
                                 std::chrono::milliseconds patience = CallPatience);
    /// Waits until all rows before are stored; kept ones are tried once more. The fault for which they stay kept.
    [[nodiscard]] Result<> flush(std::chrono::milliseconds patience);
    /// As flush(); also a fault when there is no space for the reserve. Before something is begun that may fill the disk.
    [[nodiscard]] Result<> recover(std::chrono::milliseconds patience);
    /// Replaces the one before; that is not called any more when this returns.
    void whenInTrouble(Trouble trouble);

    [[nodiscard]] const QStringList &notices() const { return m_notices; }
    /// Rows that are not stored yet.
    [[nodiscard]] qsizetype pending() const;

    static constexpr std::chrono::milliseconds CallPatience {30'000};

private:
    using Clock = std::chrono::steady_clock;
    struct Item
    {
        std::variant<Row, Task> what = {};
        Stored stored = {};
    };

    JournalWriter(const QString &folder, JournalOptions options) : m_options(std::move(options)), m_reserve(folder) { }
    [[nodiscard]] Result<> ask(std::move_only_function<Result<>()> question, std::chrono::milliseconds patience);
    /// It would wait for itself.
    [[nodiscard]] Result<> refuseOnWriterThread() const;
    void submit(Task task);
    void wakeFor(Clock::time_point due);
    [[nodiscard]] Clock::time_point earliestCommit() const;

    void loop(const QString &folder, std::promise<Result<>> opened);
    [[nodiscard]] Result<> openOnThread(const QString &folder);
    [[nodiscard]] std::optional<std::vector<Item>> nextItems();
    void process(std::vector<Item> items);
    Result<> commit(std::span<Item> rows);
    [[nodiscard]] Result<> storeKept();
    [[nodiscard]] Result<> storeAll(std::span<const Item> rows);
    /// Gives the reserve back when the disk is full. True: what failed with this may be tried once more.
    [[nodiscard]] bool makeRoom(const Fault &fault);
    /// On a full disk once more with the space of the reserve.
    [[nodiscard]] Result<> storeWithReserve(std::span<const Item> rows);
    void tellTrouble(const Fault &fault);
    void noteOutcome(qsizetype stored);
    [[nodiscard]] Result<> store(const Row &row);

    JournalOptions m_options;
    QStringList m_notices;

    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::vector<Item> m_queue;                            ///< Under the mutex, as are the following.
    std::unordered_map<qint64, size_t> m_startedInQueue;  ///< By key: superseded when it finishes before the commit.
    Clock::time_point m_due = Clock::time_point::max();   ///< When the queue is to be stored.
    Clock::time_point m_sleepsUntil = Clock::time_point::min(); ///< min(): the thread is awake.
    Clock::time_point m_lastCommit = {};
    Clock::time_point m_retryAt = Clock::time_point::max(); ///< When the kept rows are tried again; max(): none are kept.
    bool m_ending = false;
    qsizetype m_pending = 0;

    std::mutex m_troubleMutex;
    Trouble m_trouble; ///< Under its own mutex, which is held while it is called.

    // Of the thread alone.
    SpaceReserve m_reserve;
    std::unique_ptr<SqlConnection> m_connection;
    std::unique_ptr<CandidateStore> m_candidates;
    std::vector<Row> m_kept;
    Clock::duration m_retryDelay {};

    std::jthread m_thread;
};

template<typename T>
Result<T> JournalWriter::call(std::move_only_function<Result<T>(SqlConnection &)> work, std::chrono::milliseconds patience)
{
    if (auto other = refuseOnWriterThread(); !other)
        return std::unexpected(other.error());
    std::promise<Result<T>> promise;
    std::future<Result<T>> answer = promise.get_future();
    submit([this, work = std::move(work), promise = std::move(promise)](SqlConnection &connection) mutable {
        Result<T> result;
        const auto attempt = [&] {
            return connection.transaction([&]() -> Result<> {
                result = work(connection);
                return result ? Result<>() : std::unexpected(result.error());
            });
        };
        Result<> done = attempt();
        if (!done && makeRoom(done.error()))
            done = attempt();
        promise.set_value(done ? std::move(result) : std::unexpected(done.error()));
    });
    if (answer.wait_for(patience) != std::future_status::ready)
        return fail(FaultKind::TimedOut, QStringLiteral("The journal did not answer in time"),
                    QStringLiteral("Its disk may be very slow or not reachable."));
    return answer.get();
}

} // namespace hermes
