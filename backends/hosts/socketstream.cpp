// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/hosts/socketstream.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <utility>

namespace hermes::hosts {

SocketStream::SocketStream(Descriptor socket) : m_socket(std::move(socket))
{
    ::fcntl(m_socket.get(), F_SETFL, ::fcntl(m_socket.get(), F_GETFL) | O_NONBLOCK);
}

IoOutcome SocketStream::read(std::span<std::byte> into)
{
    return ioOutcome(::recv(m_socket.get(), into.data(), into.size(), 0));
}

IoOutcome SocketStream::write(std::span<const std::byte> from)
{
    if (m_inputClosed)
        return {.state = IoState::Ended};
    return ioOutcome(::send(m_socket.get(), from.data(), from.size(), MSG_NOSIGNAL));
}

void SocketStream::closeInput()
{
    if (!std::exchange(m_inputClosed, true))
        ::shutdown(m_socket.get(), SHUT_WR);
}

bool SocketStream::appendPollFds(std::vector<pollfd> &to, bool wantWrite)
{
    const bool write = wantWrite && !m_inputClosed;
    to.push_back({.fd = m_socket.get(), .events = short(write ? POLLIN | POLLOUT : POLLIN), .revents = 0});
    return false;
}

Readiness SocketStream::afterPoll(std::span<const pollfd> polled)
{
    const short events = polled.empty() ? short(0) : polled.front().revents;
    return {.read = (events & ~POLLOUT) != 0, .write = (events & ~POLLIN) != 0};
}

} // namespace hermes::hosts
