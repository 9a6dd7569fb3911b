// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/runnersandbox.h"

#include "backends/core/joinedstop.h"

#include <QFile>
#include <QFileInfo>

#include <condition_variable>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes::runner {

namespace {
/// Between two attempts to take a lock that somebody else holds: flock() itself could not be interrupted.
constexpr std::chrono::milliseconds FirstNap {10};
constexpr std::chrono::milliseconds LongestNap {100};

/// Sleeps, but not beyond a stop request.
void nap(std::chrono::milliseconds time, std::stop_token stop)
{
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, std::move(stop), time, [] { return false; });
}
} // namespace

struct RunnerSandbox::Call
{
    RunRequest request;
    std::shared_ptr<OutputSink> sink;
    std::stop_token stop;
    RunDone done;
    QStringList notes = {};
};

RunnerSandbox::RunnerSandbox(Parts parts) : m_parts(std::move(parts)), m_executor(m_parts.connection, m_parts.policy) { }

RunnerSandbox::~RunnerSandbox()
{
    m_closing.request_stop();
}

void RunnerSandbox::start(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done)
{
    begin({.request = std::move(request), .sink = std::move(sink), .stop = std::move(stop), .done = std::move(done)});
}

void RunnerSandbox::begin(Call call)
{
    switch (m_parts.lock->tryTake()) {
    case SandboxLock::Attempt::Taken: startLocked(std::move(call)); break;
    case SandboxLock::Attempt::Gone: call.done(RunEnd::infrastructure(closedMeanwhile(), false)); break;
    case SandboxLock::Attempt::Busy:
        m_turns.post([this, call = std::move(call)]() mutable { waitForTurn(std::move(call)); });
        break;
    }
}

void RunnerSandbox::waitForTurn(Call call)
{
    const JoinedStop joined(call.stop, m_closing.get_token());
    const std::stop_token stop = joined.token();
    QString holder;
    auto time = FirstNap;
    while (!stop.stop_requested()) {
        switch (m_parts.lock->tryTake()) {
        case SandboxLock::Attempt::Taken: startLocked(std::move(call)); return;
        case SandboxLock::Attempt::Gone: call.done(RunEnd::infrastructure(closedMeanwhile(), false)); return;
        case SandboxLock::Attempt::Busy: break;
        }
        if (const QString now = m_parts.lock->holder(); now != holder) {
            holder = now;
            call.notes = {u"Waited for %1, which was using the sandbox %2."_s.arg(holder, m_parts.name.id)};
            if (call.sink)
                call.sink->waiting(u"Waiting for %1, which is using the sandbox %2"_s.arg(holder, m_parts.name.id));
        }
        nap(time, stop);
        time = std::min(2 * time, LongestNap);
    }
    call.done(RunEnd::cancelledBeforeStart());
}

void RunnerSandbox::startLocked(Call call)
{
    if (m_parts.prepare)
        m_parts.prepare(call.request, call.notes);
    RunDone unlocked = [lock = m_parts.lock, id = m_parts.name.id, notes = std::move(call.notes), takeNews = m_parts.takeNews,
                        done = std::move(call.done)](RunEnd end) mutable {
        if (takeNews)
            end.notes += takeNews();
        if (const QString closer = lock->closer(); !closer.isEmpty())
            end.notes.append(u"The sandbox %1 was closed by %2 while this ran."_s.arg(id, closer));
        lock->release();
        end.notes = notes + end.notes;
        done(std::move(end));
    };
    m_executor.start(std::move(call.request), std::move(call.sink), std::move(call.stop), std::move(unlocked));
}

Fault RunnerSandbox::closedMeanwhile() const
{
    return {.kind = FaultKind::NotFound,
            .what = u"The sandbox %1 was closed by another program"_s.arg(m_parts.name.id),
            .advice = u"Run it again: a new sandbox is opened then."_s};
}

QByteArray RunnerSandbox::pathOf(const QByteArray &name) const
{
    return name.startsWith('/') ? name : m_parts.policy.folder + '/' + name;
}

Result<> RunnerSandbox::put(const QString &localFile, const QByteArray &target, std::stop_token stop)
{
    QByteArray path = pathOf(target);
    if (path.endsWith('/'))
        path += QFile::encodeName(QFileInfo(localFile).fileName());
    return m_parts.connection->get(stop).and_then(
        [&](const std::shared_ptr<Connection> &connection) { return connection->put(localFile, path, stop); });
}

Result<> RunnerSandbox::get(const QByteArray &source, const QString &localFile, std::stop_token stop)
{
    const QString name = QFile::decodeName(source.mid(source.lastIndexOf('/') + 1));
    const QString target = localFile.endsWith(u'/') ? localFile + name : localFile;
    return m_parts.connection->get(stop).and_then(
        [&](const std::shared_ptr<Connection> &connection) { return connection->get(pathOf(source), target, stop); });
}

Result<FolderContent> RunnerSandbox::list(const QByteArray &path, std::stop_token stop)
{
    return m_parts.connection->get(stop).and_then(
        [&](const std::shared_ptr<Connection> &connection) { return connection->list(pathOf(path), stop); });
}

} // namespace hermes::runner
