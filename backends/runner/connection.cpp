// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/connection.h"

#include "backends/runner/connectionloop.h"

using namespace Qt::StringLiterals;

namespace hermes::runner {

using protocol::FrameType;

namespace {
constexpr std::chrono::milliseconds AnswerLimit {30'000};
/// Ids are not used twice, so a connection wears out after four thousand million runs.
constexpr uint32_t LastId = 0xf000'0000;
} // namespace

Result<std::shared_ptr<Connection>> Connection::open(std::shared_ptr<hosts::Host> host, ConnectionOptions options,
                                                     std::stop_token stop)
{
    std::shared_ptr<Connection> connection(new Connection);
    connection->m_loop = std::make_shared<ConnectionLoop>(std::move(host), std::move(options));
    connection->m_thread = std::jthread([loop = connection->m_loop] { loop->main(); });
    auto opened = connection->m_loop->waitUntilOpen(std::move(stop));
    if (!opened)
        return std::unexpected(opened.error());
    connection->m_runner = std::move(*opened);
    return connection;
}

Connection::~Connection()
{
    m_loop->post([](ConnectionLoop &loop) { loop.close(); });
    // The thread cannot wait for itself; it has its own share of the loop and ends by itself.
    if (m_loop->isOwnThread())
        m_thread.detach();
}

bool Connection::isUsable() const
{
    return !m_loop->hasEnded() && m_nextId.load(std::memory_order_relaxed) < LastId;
}

OwnerId Connection::newOwner()
{
    static std::atomic<OwnerId> last = 0;
    return ++last;
}

bool Connection::isOwnThread() const
{
    return m_loop->isOwnThread();
}

void Connection::start(RunCall call)
{
    const uint32_t id = nextId();
    call.message.hasInput = !call.input.isEmpty();
    call.message.runName = m_loop->runPrefix() + std::to_string(id);
    std::string frames = protocol::encodeMessage(FrameType::Start, id, protocol::encode(call.message));
    call.message.code.clear();
    call.message.environment.clear();
    m_loop->post([id, call = std::move(call), frames = std::move(frames)](ConnectionLoop &loop) mutable {
        if (loop.hasEnded())
            call.done(RunEnd::infrastructure(loop.fault(), false));
        else
            loop.runs().add(id, std::move(call), std::move(frames));
    });
}

void Connection::setPlaces(const protocol::QueuePlaces &places)
{
    send(protocol::encodeMessage(FrameType::Places, 0, protocol::encode(places)));
}

void Connection::endRuns(OwnerId owner)
{
    m_loop->post([owner](ConnectionLoop &loop) {
        if (!loop.hasEnded())
            loop.runs().endAllOf(owner);
    });
}

void Connection::ask(uint32_t id, std::shared_ptr<Exchange> exchange, std::string frames)
{
    m_loop->post([id, exchange = std::move(exchange), frames = std::move(frames)](ConnectionLoop &loop) mutable {
        if (loop.hasEnded()) {
            exchange->end(std::unexpected(loop.fault()));
            return;
        }
        loop.exchanges().add(id, std::move(exchange));
        loop.writer().append(frames);
    });
}

void Connection::send(std::string frames)
{
    m_loop->post([frames = std::move(frames)](ConnectionLoop &loop) {
        if (!loop.hasEnded())
            loop.writer().append(frames);
    });
}

Result<QByteArray> Connection::makeFolder(std::stop_token stop)
{
    const auto exchange = std::make_shared<Exchange>();
    const uint32_t id = nextId();
    ask(id, exchange, protocol::encodeMessage(FrameType::MakeFolder, id, {}));
    return exchange->waitForEnd(std::move(stop), AnswerLimit).transform([](const std::string &path) {
        return QByteArray::fromStdString(path);
    });
}

void Connection::removeFolder(const QByteArray &path, std::move_only_function<void(Result<>)> done)
{
    const auto exchange = std::make_shared<Exchange>(
        [done = std::move(done)](Exchange::Answer answer) mutable { done(answer.transform([](const std::string &) { })); });
    const uint32_t id = nextId();
    ask(id, exchange,
        protocol::encodeMessage(FrameType::RemoveFolder, id, protocol::encodeField(protocol::Field::Path, path.toStdString())));
}

Result<std::chrono::nanoseconds> Connection::ping(std::stop_token stop)
{
    const auto began = std::chrono::steady_clock::now();
    const auto exchange = std::make_shared<Exchange>();
    const uint32_t id = nextId();
    ask(id, exchange, protocol::encodeMessage(FrameType::Ping, id, {}));
    return exchange->waitForEnd(std::move(stop), AnswerLimit).transform([began](const std::string &) {
        return std::chrono::nanoseconds(std::chrono::steady_clock::now() - began);
    });
}

} // namespace hermes::runner
