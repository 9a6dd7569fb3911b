// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/plainwire.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <cstring>

namespace hermes::docker {

PlainWire::PlainWire(Containers containers, QString container, QString folder)
    : m_containers(std::move(containers)),
      m_container(std::move(container)),
      m_folder(std::move(folder)),
      m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{ }

void PlainWire::send(protocol::FrameType type, uint32_t id, std::string_view payload, protocol::StreamId stream)
{
    const std::scoped_lock lock(m_mutex);
    m_frames += protocol::encodeMessage(type, id, payload, stream);
    ::eventfd_write(m_wake.get(), 1);
}

void PlainWire::sendError(uint32_t id, const protocol::ErrorMessage &error)
{
    send(protocol::FrameType::Error, id, protocol::encode(error));
}

std::optional<int> PlainWire::ask(const QByteArray &verb, uint32_t id, std::chrono::milliseconds limit)
{
    const QByteArray question = verb + ' ' + QByteArray::number(id);
    std::unique_lock lock(m_mutex);
    m_questions += question + '\n';
    m_asked[question] = std::nullopt;
    ::eventfd_write(m_wake.get(), 1);
    m_answered.wait_for(lock, m_gone.get_token(), limit, [&] { return m_asked[question].has_value(); });
    return m_asked.extract(question).mapped();
}

void PlainWire::giveUp()
{
    m_gone.request_stop();
}

void PlainWire::acknowledge()
{
    eventfd_t count = 0;
    ::eventfd_read(m_wake.get(), &count);
}

bool PlainWire::hasFrames() const
{
    const std::scoped_lock lock(m_mutex);
    return m_taken < m_frames.size();
}

size_t PlainWire::takeFrames(std::span<std::byte> into)
{
    const std::scoped_lock lock(m_mutex);
    const size_t count = std::min(into.size(), m_frames.size() - m_taken);
    std::memcpy(into.data(), m_frames.data() + m_taken, count);
    m_taken += count;
    if (m_taken == m_frames.size()) {
        m_frames.clear();
        m_taken = 0;
    }
    return count;
}

QByteArray PlainWire::takeQuestions()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_questions, {});
}

void PlainWire::answer(const QByteArray &line)
{
    const qsizetype space = line.lastIndexOf(' ');
    const std::scoped_lock lock(m_mutex);
    // One that has been given up is of no interest any more.
    if (const auto asked = m_asked.find(line.first(std::max<qsizetype>(space, 0))); asked != m_asked.end())
        asked->second = line.sliced(space + 1).toInt();
    m_answered.notify_all();
}

} // namespace hermes::docker
