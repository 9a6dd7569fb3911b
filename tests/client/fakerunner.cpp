// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/client/fakerunner.h"

#include <QtLogging>

#include <array>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>

using namespace std::chrono_literals;

namespace hermes::tests {

using protocol::FrameType;

namespace {
constexpr int PatienceMs = 20'000;
constexpr int MomentMs = 50;

hosts::IoOutcome outcomeOf(ssize_t moved)
{
    if (moved > 0)
        return {.state = hosts::IoState::Done, .bytes = size_t(moved)};
    if (moved == 0 || errno == EPIPE || errno == ECONNRESET)
        return {.state = hosts::IoState::Ended};
    return {.state = errno == EAGAIN ? hosts::IoState::WouldBlock : hosts::IoState::Failed, .error = errno};
}

class FakeProcess final : public hosts::Process
{
public:
    explicit FakeProcess(std::shared_ptr<FakeRunner::Shared> shared) : m_shared(std::move(shared)) { }
    ~FakeProcess() override { m_shared->clientEnd.reset(); }

    hosts::IoOutcome read(std::span<std::byte> into) override { return outcomeOf(::recv(fd(), into.data(), into.size(), 0)); }
    hosts::IoOutcome write(std::span<const std::byte> from) override
    {
        return outcomeOf(::send(fd(), from.data(), from.size(), MSG_NOSIGNAL));
    }
    void closeInput() override { ::shutdown(fd(), SHUT_WR); }
    bool appendPollFds(std::vector<pollfd> &to, bool wantWrite) override
    {
        to.push_back({.fd = fd(), .events = short(wantWrite ? POLLIN | POLLOUT : POLLIN), .revents = 0});
        return false;
    }
    hosts::Readiness afterPoll(std::span<const pollfd> polled) override
    {
        return {.read = (polled[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0, .write = (polled[0].revents & POLLOUT) != 0};
    }
    QByteArray errorTail() const override
    {
        return m_shared->ended ? QByteArray::fromStdString(m_shared->lastWords) : QByteArray();
    }
    std::optional<hosts::ProcessEnd> waitForEnd(std::chrono::milliseconds limit) override
    {
        const auto deadline = std::chrono::steady_clock::now() + limit;
        while (!m_shared->ended && !m_shared->killed && std::chrono::steady_clock::now() < deadline)
            std::this_thread::yield();
        if (!m_shared->ended && !m_shared->killed)
            return std::nullopt;
        return hosts::ProcessEnd {};
    }
    void kill() override { m_shared->killed = true; }

private:
    int fd() const { return m_shared->clientEnd.get(); }

    std::shared_ptr<FakeRunner::Shared> m_shared;
};

class FakeHost final : public hosts::Host
{
public:
    explicit FakeHost(std::shared_ptr<FakeRunner::Shared> shared) : m_shared(std::move(shared)) { }

    QString name() const override { return QStringLiteral("the fake"); }
    Result<std::unique_ptr<hosts::Process>> start(const hosts::Command &, std::stop_token) override
    {
        return std::make_unique<FakeProcess>(m_shared);
    }
    Result<> put(const QString &, const QString &, std::stop_token) override { return fail(FaultKind::Internal, {}); }
    Result<> get(const QString &, const QString &, std::stop_token) override { return fail(FaultKind::Internal, {}); }

private:
    std::shared_ptr<FakeRunner::Shared> m_shared;
};
} // namespace

std::shared_ptr<hosts::Host> FakeRunner::host()
{
    std::array<int, 2> ends {};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        qFatal("no sockets");
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    m_shared->clientEnd = Descriptor(ends[0]);
    m_end = Descriptor(ends[1]);
    return std::make_shared<FakeHost>(m_shared);
}

bool FakeRunner::fill()
{
    pollfd fd {.fd = m_end.get(), .events = POLLIN, .revents = 0};
    if (::poll(&fd, 1, PatienceMs) != 1)
        qFatal("the client sent nothing");
    std::array<char, 65536> block {};
    const ssize_t got = ::recv(m_end.get(), block.data(), block.size(), 0);
    if (got <= 0)
        return false;
    m_received.append(block.data(), size_t(got));
    return true;
}

std::optional<ReceivedFrame> FakeRunner::receive()
{
    while (m_received.size() < protocol::HeaderBytes) {
        if (!fill())
            return std::nullopt;
    }
    const auto header = protocol::decodeHeader(std::as_bytes(std::span(m_received)).first<protocol::HeaderBytes>());
    if (!header)
        qFatal("the client sent what is no frame");
    while (m_received.size() < protocol::HeaderBytes + header->length) {
        if (!fill())
            return std::nullopt;
    }
    ReceivedFrame frame {.header = *header, .payload = m_received.substr(protocol::HeaderBytes, header->length)};
    m_received.erase(0, protocol::HeaderBytes + header->length);
    return frame;
}

std::optional<ReceivedFrame> FakeRunner::receive(FrameType type)
{
    for (;;) {
        auto frame = receive();
        if (!frame || frame->header.type == type)
            return frame;
    }
}

bool FakeRunner::hearsNothing()
{
    pollfd fd {.fd = m_end.get(), .events = POLLIN, .revents = 0};
    return m_received.empty() && ::poll(&fd, 1, MomentMs) == 0;
}

void FakeRunner::sendBytes(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t sent = ::send(m_end.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes.remove_prefix(size_t(sent));
    }
}

void FakeRunner::send(FrameType type, uint32_t id, std::string_view payload, protocol::StreamId stream)
{
    sendBytes(protocol::encodeMessage(type, id, payload, stream));
}

void FakeRunner::sendOutput(uint32_t id, uint64_t sequence, std::string_view bytes, protocol::StreamId stream)
{
    std::string payload;
    protocol::appendU64(payload, sequence);
    payload.append(bytes);
    send(FrameType::Output, id, payload, stream);
}

void FakeRunner::sendExit(uint32_t id, const protocol::ExitMessage &message)
{
    send(FrameType::Exit, id, protocol::encode(message));
}

void FakeRunner::shakeHands(uint32_t version)
{
    if (!receive(FrameType::Hello))
        qFatal("no Hello");
    send(FrameType::Hello, 0, protocol::encode(protocol::HelloReply {.version = version, .build = "fake", .processId = 7}));
}

uint32_t FakeRunner::acceptStart()
{
    const auto start = receive(FrameType::Start);
    if (!start)
        qFatal("no Start");
    std::string pid;
    protocol::appendU32(pid, 1234);
    send(FrameType::Started, start->header.id, pid);
    return start->header.id;
}

void FakeRunner::die(const QByteArray &lastWords)
{
    m_shared->lastWords = lastWords.toStdString();
    m_shared->ended = true;
    m_end.reset();
}

} // namespace hermes::tests
