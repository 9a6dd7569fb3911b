// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFuture>
#include <QPromise>
#include <QRunnable>
#include <QThreadPool>

#include <atomic>
#include <type_traits>
#include <utility>

namespace hermes {

/// Work on its way to a thread of a pool. QThreadPool hands it over under a QMutex, whose futex the thread sanitizer cannot
/// see; this class gives the same order by a means that it sees, so that a report from pooled work is never a false one.
template<typename Work>
class PooledWork final : public QRunnable
{
public:
    explicit PooledWork(Work work) : m_work(std::move(work)) { m_handedOver.store(true, std::memory_order_release); }

    void run() override
    {
        if (m_handedOver.load(std::memory_order_acquire))
            m_work();
    }

private:
    Work m_work;
    std::atomic<bool> m_handedOver = false;
};

/// Does the work, which gives no answer, on a thread of the pool. The pool's owner waits for it when it goes.
template<typename Work>
void postTo(QThreadPool &pool, Work work, int priority = 0)
{
    pool.start(new PooledWork<Work>(std::move(work)), priority);
}

/// The same for work that gives an answer; receive it with `.then(context, …)`.
template<typename Work>
[[nodiscard]] auto inBackground(QThreadPool &pool, Work work, int priority = 0) -> QFuture<std::invoke_result_t<Work &>>
{
    QPromise<std::invoke_result_t<Work &>> promise;
    auto future = promise.future();
    promise.start();
    auto answer = [promise = std::move(promise), work = std::move(work)]() mutable {
        promise.addResult(work());
        promise.finish();
    };
    postTo(pool, std::move(answer), priority);
    return future;
}

} // namespace hermes
