// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/plainjob.h"

#include <sys/eventfd.h>

#include <algorithm>

namespace hermes::docker {

using protocol::FrameType;
using protocol::StreamId;

PlainJob::PlainJob(std::shared_ptr<PlainWire> wire, uint32_t id)
    : m_wire(std::move(wire)),
      m_id(id),
      m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      m_onGone(m_wire->gone(), [this] { wake(); })
{
    m_credit.fill(protocol::InitialCredit);
}

void PlainJob::wake()
{
    ::eventfd_write(m_wake.get(), 1);
}

void PlainJob::addBytes(std::string_view bytes)
{
    const std::scoped_lock lock(m_mutex);
    m_mail.bytes.append(bytes.data(), qsizetype(bytes.size()));
    wake();
}

void PlainJob::endBytes()
{
    const std::scoped_lock lock(m_mutex);
    m_mail.bytesEnded = true;
    wake();
}

void PlainJob::addCredit(StreamId stream, uint32_t bytes)
{
    const std::scoped_lock lock(m_mutex);
    m_mail.credit.at(size_t(stream)) += bytes;
    wake();
}

void PlainJob::requestEnd()
{
    const std::scoped_lock lock(m_mutex);
    m_mail.endRequested = true;
    wake();
}

bool PlainJob::readMail()
{
    const std::scoped_lock lock(m_mutex);
    m_input += std::exchange(m_mail.bytes, {});
    m_inputEnded = m_inputEnded || m_mail.bytesEnded;
    m_endRequested = m_endRequested || m_mail.endRequested;
    for (size_t i = 0; i < m_credit.size(); ++i)
        m_credit[i] += std::exchange(m_mail.credit[i], 0);
    return !m_wire->gone().stop_requested();
}

void PlainJob::waitForMail() const
{
    pollfd mail {.fd = m_wake.get(), .events = POLLIN, .revents = 0};
    ::poll(&mail, 1, -1);
    eventfd_t count = 0;
    ::eventfd_read(m_wake.get(), &count);
}

void PlainJob::sendData(FrameType type, StreamId stream, QByteArray &bytes, uint64_t *sequence)
{
    uint64_t &credit = m_credit.at(size_t(stream));
    const size_t head = sequence ? protocol::SequenceBytes : 0;
    qsizetype done = 0;
    while (done < bytes.size() && credit > 0) {
        const auto left = uint64_t(bytes.size() - done);
        const auto count = std::min({left, credit, uint64_t(protocol::MaxPayload - head)});
        std::string payload;
        if (sequence)
            protocol::appendU64(payload, (*sequence)++);
        payload.append(bytes.constData() + done, count);
        m_wire->send(type, m_id, payload, stream);
        credit -= count;
        m_sent.at(size_t(stream)) += count;
        done += qsizetype(count);
    }
    bytes.remove(0, done);
}

void PlainJob::passInput(PlainExec &exec, StreamId stream)
{
    if (const size_t count = m_input.isEmpty() ? 0 : exec.write(m_input); count > 0) {
        m_input.remove(0, qsizetype(count));
        std::string amount;
        protocol::appendU32(amount, uint32_t(count));
        m_wire->send(FrameType::Credit, m_id, amount, stream);
    }
    if (hasAllInput())
        exec.closeInput();
}

} // namespace hermes::docker
