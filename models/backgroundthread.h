// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFuture>
#include <QObject>
#include <QPromise>
#include <QThread>

#include <memory>
#include <utility>

namespace hermes {

/// A thread for what would hold up the window: files on a slow or hanging file system, a search through a big text. Tasks run
/// one after another, in the order in which they were given.
///
/// Used by the thread that made it. The destructor lets everything that was given end first.
class BackgroundThread final
{
public:
    BackgroundThread();
    ~BackgroundThread();
    Q_DISABLE_COPY_MOVE(BackgroundThread)

    /// Runs the task, which returns a value and throws nothing. Receive it with `.then(context, …)`.
    template<typename Task>
    [[nodiscard]] QFuture<std::invoke_result_t<Task &>> run(Task task)
    {
        using Value = std::invoke_result_t<Task &>;
        auto promise = std::make_shared<QPromise<Value>>();
        promise->start();
        QFuture<Value> future = promise->future();
        post([promise = std::move(promise), task = std::move(task)]() mutable {
            promise->addResult(task());
            promise->finish();
        });
        return future;
    }

    /// As run(), for what gives no answer.
    template<typename Task>
    void post(Task task)
    {
        begin();
        QMetaObject::invokeMethod(m_context, std::move(task), Qt::QueuedConnection);
    }

    /// What lives in the thread. Objects that are made as its children before the first task move there with it.
    [[nodiscard]] QObject *context() const { return m_context; }

private:
    void begin();

    QThread m_thread;
    QObject *m_context; ///< Deletes itself with the thread.
};

} // namespace hermes
