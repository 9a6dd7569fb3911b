// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/poller.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace hermes::resident {

namespace {

constexpr int MaxEvents = 64;
constexpr uint64_t PipesKey = std::numeric_limits<uint64_t>::max();

uint64_t keyOf(Source source)
{
    return (uint64_t {static_cast<uint8_t>(source.kind)} << 40) | (uint64_t {source.stream} << 32) | source.id;
}

Source sourceOf(uint64_t key)
{
    return {
        .kind = static_cast<SourceKind>(key >> 40), .stream = static_cast<uint8_t>(key >> 32), .id = static_cast<uint32_t>(key)};
}

bool control(int set, int operation, int fd, uint32_t events, uint64_t key)
{
    epoll_event event = {.events = events, .data = {.u64 = key}};
    return ::epoll_ctl(set, operation, fd, &event) == 0;
}

int milliseconds(std::optional<std::chrono::nanoseconds> timeout)
{
    if (!timeout)
        return -1;
    const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(*timeout).count();
    return static_cast<int>(std::clamp<int64_t>(rounded, 0, std::numeric_limits<int>::max()));
}

} // namespace

Poller::Poller() : m_outer(::epoll_create1(EPOLL_CLOEXEC)), m_pipes(::epoll_create1(EPOLL_CLOEXEC))
{
    control(m_outer.get(), EPOLL_CTL_ADD, m_pipes.get(), 0, PipesKey);
}

bool Poller::watch(int fd, uint32_t events, Source source)
{
    return control(m_outer.get(), EPOLL_CTL_ADD, fd, events, keyOf(source));
}

void Poller::unwatch(int fd)
{
    control(m_outer.get(), EPOLL_CTL_DEL, fd, 0, 0);
}

void Poller::watchPipe(int fd, uint32_t events, Source source)
{
    control(m_pipes.get(), EPOLL_CTL_ADD, fd, events, keyOf(source));
}

void Poller::unwatchPipe(int fd)
{
    control(m_pipes.get(), EPOLL_CTL_DEL, fd, 0, 0);
}

const std::vector<Source> &Poller::wait(bool withPipes, std::optional<std::chrono::nanoseconds> timeout)
{
    if (withPipes != m_pipesWatched) {
        control(m_outer.get(), EPOLL_CTL_MOD, m_pipes.get(), withPipes ? uint32_t {EPOLLIN} : 0, PipesKey);
        m_pipesWatched = withPipes;
    }
    m_ready.clear();
    // Pipes that were found ready and had no turn yet come before a new look at all of them.
    const bool pipesLeft = withPipes && m_nextPipe < m_readyPipes.size();
    std::array<epoll_event, MaxEvents> events;
    const int count = ::epoll_wait(m_outer.get(), events.data(), MaxEvents, pipesLeft ? 0 : milliseconds(timeout));
    bool pipesReady = false;
    for (int i = 0; i < count; ++i) {
        const uint64_t key = events[static_cast<size_t>(i)].data.u64;
        if (key == PipesKey)
            pipesReady = true;
        else
            m_ready.push_back(sourceOf(key));
    }
    if (pipesReady && !pipesLeft) {
        const int pipes = ::epoll_wait(m_pipes.get(), events.data(), MaxEvents, 0);
        m_readyPipes.clear();
        m_nextPipe = 0;
        for (int i = 0; i < pipes; ++i)
            m_readyPipes.push_back(sourceOf(events[static_cast<size_t>(i)].data.u64));
    }
    return m_ready;
}

std::optional<Source> Poller::nextPipe()
{
    if (m_nextPipe >= m_readyPipes.size())
        return std::nullopt;
    return m_readyPipes[m_nextPipe++];
}

} // namespace hermes::resident
