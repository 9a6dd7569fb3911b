// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/dockersession.h"

#include "backends/core/inbackground.h"
#include "backends/core/joinedstop.h"

#include <QThread>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// What is under way has ended by then, or the daemon hangs.
constexpr std::chrono::seconds EndLimit {30};

/// A run on its way to a container.
struct Call
{
    RunRequest request = {};
    std::shared_ptr<OutputSink> sink = {};
    std::stop_token stop = {};
    RunDone done = {};
    std::chrono::steady_clock::time_point requested = std::chrono::steady_clock::now();
};

/// One run in its container.
struct Seat
{
    Seat(std::stop_token call, std::stop_token closing) : stop(std::move(call), std::move(closing)) { }

    StartedContainer container = {};
    bool fromPool = false;
    std::unique_ptr<runner::RunnerExecutor> executor = {};
    RunDone done = {};
    std::chrono::nanoseconds waited {0}; ///< For the container.
    JoinedStop stop;
};
} // namespace

WarmContainer::WarmContainer(StartedContainer container, Containers containers, qint64 memory)
    : m_container(std::move(container)), m_containers(std::move(containers)), m_memory(memory)
{ }

WarmContainer::~WarmContainer()
{
    if (m_container.id.isEmpty())
        return;
    m_container.connection.reset();
    std::ignore = m_containers.remove(m_container.id, {});
}

/// What runs of a session share, for as long as one of them is there.
class DockerSession::Room final : public std::enable_shared_from_this<Room>
{
public:
    explicit Room(Parts parts) : m_parts(std::move(parts)) { }

    void enter(Call call)
    {
        {
            const std::scoped_lock lock(m_mutex);
            ++m_active;
        }
        post([call = std::move(call)](Room &room) mutable { room.begin(std::move(call)); });
    }

    /// Ends everything and waits for it, except on a thread on which that is to happen.
    void close()
    {
        m_closing.request_stop();
        if (m_parts.threads->contains(QThread::currentThread()))
            return;
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, EndLimit, [this] { return m_active == 0; });
    }

private:
    template<typename Work>
    void post(Work work)
    {
        postTo(*m_parts.threads, [self = shared_from_this(), work = std::move(work)]() mutable { work(*self); });
    }

    void begin(Call call);
    [[nodiscard]] Result<StartedContainer> acquire(const Call &call, std::stop_token stop, bool &fromPool);
    void run(Call call, StartedContainer container, bool fromPool);
    void leave(Seat &seat, RunEnd end);
    void exit();

    Parts m_parts;
    std::stop_source m_closing;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_active = 0;
};

DockerSession::DockerSession(Parts parts) : m_room(std::make_shared<Room>(std::move(parts))) { }

DockerSession::~DockerSession()
{
    m_room->close();
}

void DockerSession::start(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done)
{
    if (const auto checked = runner::checkRequest(request); !checked) {
        done(RunEnd::infrastructure(checked.error(), false));
        return;
    }
    m_room->enter({.request = std::move(request), .sink = std::move(sink), .stop = std::move(stop), .done = std::move(done)});
}

void DockerSession::Room::begin(Call call)
{
    const JoinedStop joined(call.stop, m_closing.get_token());
    const std::stop_token stop = joined.token();
    bool fromPool = false;
    auto container = stop.stop_requested() ? fail(FaultKind::Cancelled, {}) : acquire(call, stop, fromPool);
    if (container) {
        run(std::move(call), std::move(*container), fromPool);
        return;
    }
    if (stop.stop_requested())
        call.done(RunEnd::cancelledBeforeStart());
    else
        call.done(RunEnd::infrastructure(container.error(), false));
    exit();
}

Result<StartedContainer> DockerSession::Room::acquire(const Call &call, std::stop_token stop, bool &fromPool)
{
    const auto tell = [&](const QString &what) {
        if (call.sink)
            call.sink->waiting(what);
    };
    if (m_parts.pool) {
        // Also finds out that the image was changed or removed since those in the pool were made from it.
        const auto image = m_parts.launcher->image().get(tell, stop);
        if (!image)
            return std::unexpected(image.error());
        const QString current = settingsDigest(m_parts.launcher->settings(), image->id);
        while (auto member = m_parts.pool->take()) {
            auto &warm = static_cast<WarmContainer &>(*member);
            if (warm.settings() == current) {
                fromPool = true;
                return warm.takeContainer();
            }
            m_parts.pool->giveUp();
            m_parts.pool->renew();
        }
    }
    return m_parts.launcher->startExecutor(Purpose::Executor, m_parts.name, tell, std::move(stop));
}

void DockerSession::Room::run(Call call, StartedContainer container, bool fromPool)
{
    auto seat = std::make_shared<Seat>(call.stop, m_closing.get_token());
    // Should it be lost, the run has lost its container, and there is no other for it.
    auto source = std::make_shared<runner::ConnectionSource>(
        [](std::stop_token) -> Result<std::shared_ptr<runner::Connection>> {
            return fail(FaultKind::Unreachable, u"The container of this run is gone"_s);
        },
        container.connection);
    seat->container = std::move(container);
    seat->fromPool = fromPool;
    seat->done = std::move(call.done);
    seat->executor = std::make_unique<runner::RunnerExecutor>(std::move(source), m_parts.policy);
    seat->waited = std::chrono::steady_clock::now() - call.requested;
    seat->executor->start(std::move(call.request), std::move(call.sink), seat->stop.token(),
                          [self = shared_from_this(), seat](RunEnd end) {
        // Not here: this is the thread of the connection that is destroyed next.
                              self->post([seat, end = std::move(end)](Room &room) mutable { room.leave(*seat, std::move(end)); });
                          });
}

void DockerSession::Room::leave(Seat &seat, RunEnd end)
{
    end.acquire += seat.waited;
    end.notes = seat.container.notes + end.notes;
    std::exchange(seat.done, nullptr)(std::move(end));
    seat.executor.reset();
    seat.container.connection.reset();
    // One that cannot be removed now is listed, and removed with the stale ones.
    std::ignore = m_parts.launcher->containers().remove(seat.container.id, {});
    if (seat.fromPool)
        m_parts.pool->giveUp();
    exit();
}

void DockerSession::Room::exit()
{
    const std::scoped_lock lock(m_mutex);
    --m_active;
    m_changed.notify_all();
}

} // namespace hermes::docker
