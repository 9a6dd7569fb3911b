// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <type_traits>
#include <utility>

namespace hermes {

/// Does the work on a thread of the pool; receive with `.then(context, …)`. The pool's owner waits for it when it goes.
template<typename Work>
[[nodiscard]] auto inBackground(QThreadPool &pool, Work work) -> QFuture<std::invoke_result_t<Work>>
{
    QPromise<std::invoke_result_t<Work>> promise;
    auto future = promise.future();
    promise.start();
    pool.start([promise = std::move(promise), work = std::move(work)]() mutable {
        promise.addResult(work());
        promise.finish();
    });
    return future;
}

} // namespace hermes
