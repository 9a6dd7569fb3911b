// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fakebackend.h"

#include <algorithm>
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes::test {

using namespace std::chrono_literals;

namespace {

class FakeExecutor final : public Sandbox
{
public:
    explicit FakeExecutor(std::shared_ptr<FakeWorld> world) : m_world(std::move(world)) { }

    void start(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done) override
    {
        m_world->start(std::move(request), std::move(sink), std::move(stop), std::move(done));
    }
    Result<> put(const QString &, const QByteArray &, std::stop_token stop) override { return m_world->copy(std::move(stop)); }
    Result<> get(const QByteArray &, const QString &, std::stop_token stop) override { return m_world->copy(std::move(stop)); }
    Result<FolderContent> list(const QByteArray &path, std::stop_token) override { return m_world->files(path); }

private:
    std::shared_ptr<FakeWorld> m_world;
};

class FakeBackend final : public Backend
{
public:
    explicit FakeBackend(std::shared_ptr<FakeWorld> world) : m_world(std::move(world)) { }

    BackendInfo info() const override
    {
        return {.kind = u"fake"_s,
                .title = u"Fake"_s,
                .isolation = u"none"_s,
                .maxConcurrent = m_world->maxConcurrent,
                .defaultConcurrent = 2,
                .place = m_world->place};
    }
    Result<std::unique_ptr<Sandbox>> openSandbox(const ProfiledId &, std::stop_token, const Progress &progress) override
    {
        m_world->opening(progress);
        return open();
    }
    Result<std::unique_ptr<Executor>> openSession(const SessionSpec &, std::stop_token) override { return open(); }
    Result<QList<SessionInfo>> list(std::stop_token) override { return m_world->list(); }
    Result<> close(const ProfiledId &name, std::stop_token) override { return m_world->close(name); }
    Result<DiskUse> diskUse(const ProfiledId &, std::stop_token) override { return m_world->use(); }
    void watch(const std::function<void()> &changed, std::stop_token stop) override { m_world->watch(changed, std::move(stop)); }
    void check(const std::function<void(const CheckStep &)> &report, std::stop_token) override
    {
        report({.name = u"answer"_s, .took = 0ms, .outcome = u"yes"_s});
    }

private:
    Result<std::unique_ptr<Sandbox>> open()
    {
        return m_world->open(m_world->noteOpened()).transform([this]() -> std::unique_ptr<Sandbox> {
            return std::make_unique<FakeExecutor>(m_world);
        });
    }

    std::shared_ptr<FakeWorld> m_world;
};

} // namespace

FakeAnswer FakeAnswer::exited(int code, QByteArray out)
{
    RunEnd end;
    end.reason = EndReason::Exited;
    end.exitCode = code;
    end.run = 1ms;
    return {.end = std::move(end), .out = std::move(out)};
}

void FakeWorld::deliver(OutputSink &sink, RunDone &done, const FakeAnswer &answer)
{
    sink.started();
    if (!answer.out.isEmpty())
        sink.output(Stream::Stdout, answer.out, {});
    if (!answer.err.isEmpty())
        sink.output(Stream::Stderr, answer.err, {});
    done(answer.end);
}

void FakeWorld::start(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done)
{
    const std::optional<FakeAnswer> now = answer(request);
    int run = 0;
    {
        const std::scoped_lock lock(m_mutex);
        m_requests.append(std::move(request));
        run = int(m_requests.size());
        m_mostRunning = std::max(m_mostRunning, ++m_running);
        if (now)
            --m_running;
        else
            m_held[run] = {.sink = sink, .done = std::move(done), .onStop = nullptr};
    }
    m_changed.notify_all();
    if (now) {
        deliver(*sink, done, *now);
        return;
    }
    const auto cancel = [this, run] {
        if (std::optional<Held> held = takeHeld(run)) {
            RunEnd end;
            end.reason = EndReason::Cancelled;
            end.exitCode = 130;
            held->done(std::move(end));
        }
    };
    auto onStop = std::make_unique<std::stop_callback<std::function<void()>>>(stop, cancel);
    const std::scoped_lock lock(m_mutex);
    if (const auto held = m_held.find(run); held != m_held.end())
        held->second.onStop = std::move(onStop);
}

std::optional<FakeWorld::Held> FakeWorld::takeHeld(int run)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_held.find(run);
    if (found == m_held.end())
        return std::nullopt;
    Held held = std::move(found->second);
    m_held.erase(found);
    --m_running;
    return held;
}

bool FakeWorld::finish(const FakeAnswer &answer)
{
    int oldest = 0;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_held.empty())
            return false;
        oldest = m_held.begin()->first;
    }
    std::optional<Held> held = takeHeld(oldest);
    if (held)
        deliver(*held->sink, held->done, answer);
    return held.has_value();
}

bool FakeWorld::waitUntil(const std::function<bool()> &condition)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, 5s, condition);
}

bool FakeWorld::waitForStarted(int count)
{
    return waitUntil([&] { return m_requests.size() >= count; });
}

bool FakeWorld::waitForRunning(int count)
{
    return waitUntil([&] { return m_running >= count; });
}

int FakeWorld::startedCount() const
{
    const std::scoped_lock lock(m_mutex);
    return int(m_requests.size());
}

int FakeWorld::runningCount() const
{
    const std::scoped_lock lock(m_mutex);
    return m_running;
}

int FakeWorld::mostRunning() const
{
    const std::scoped_lock lock(m_mutex);
    return m_mostRunning;
}

int FakeWorld::opened() const
{
    const std::scoped_lock lock(m_mutex);
    return m_opened;
}

QList<RunRequest> FakeWorld::requests() const
{
    const std::scoped_lock lock(m_mutex);
    return m_requests;
}

int FakeWorld::noteOpened()
{
    const std::scoped_lock lock(m_mutex);
    return ++m_opened;
}

BackendKind fakeKind(std::shared_ptr<FakeWorld> world)
{
    BackendKind kind;
    kind.kind = u"fake"_s;
    kind.title = u"Fake"_s;
    kind.isolation = u"none"_s;
    kind.schema.backend = u"fake"_s;
    kind.keepsRemote = world->keepsRemote;
    kind.create = [world = std::move(world)](const Settings &) -> Result<std::shared_ptr<Backend>> {
        return std::make_shared<FakeBackend>(world);
    };
    return kind;
}

} // namespace hermes::test
