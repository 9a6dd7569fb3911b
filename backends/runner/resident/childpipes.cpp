// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/childpipes.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace hermes::resident {

using namespace protocol;

namespace {

constexpr int LargePipe = 1024 * 1024;
/// Reads of one pipe before the next one has its turn.
constexpr int ReadsPerTurn = 4;

void setNonBlocking(int fd)
{
    ::fcntl(fd, F_SETFL, O_NONBLOCK);
}

} // namespace

ChildOutput::ChildOutput(Descriptor readEnd, Source source, Poller &poller)
    : m_fd(std::move(readEnd)), m_source(source), m_poller(&poller)
{
    // The child's end is another open file and goes on blocking.
    setNonBlocking(m_fd.get());
    watch();
}

bool ChildOutput::pump(Outbound &outbound, uint64_t &sequence)
{
    bool any = false;
    for (int turn = 0; turn < ReadsPerTurn && !ended() && m_credit > 0 && !outbound.blocked(); ++turn) {
        const auto space = outbound.space(true);
        const size_t wanted = std::min({uint64_t {space.size()}, m_credit, m_left.value_or(space.size())});
        const ssize_t count = ::read(m_fd.get(), space.data(), wanted);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (count <= 0) {
            close();
            break;
        }
        const auto bytes = static_cast<size_t>(count);
        any = true;
        m_credit -= bytes;
        m_total += bytes;
        if (m_left)
            *m_left -= bytes;
        if (bytes == space.size())
            enlarge();
        outbound.sendOutput(m_source.id, static_cast<StreamId>(m_source.stream), sequence++, bytes);
        // A pipe that had less than was asked for is most likely empty; if not, it is ready again at once.
        if (bytes < wanted)
            break;
    }
    if (m_credit == 0 || m_left == 0)
        unwatch();
    return any;
}

void ChildOutput::addCredit(uint32_t bytes)
{
    m_credit += bytes;
    if (!ended() && m_credit > 0)
        watch();
}

void ChildOutput::endWithPresent()
{
    int bytes = 0;
    if (m_fd.isOpen() && ::ioctl(m_fd.get(), FIONREAD, &bytes) == 0)
        m_left = static_cast<uint64_t>(bytes);
    if (m_left == 0)
        unwatch();
}

void ChildOutput::close()
{
    m_fd.reset();
    m_watched = false;
}

Descriptor ChildOutput::release()
{
    unwatch();
    return std::move(m_fd);
}

void ChildOutput::watch()
{
    if (!m_watched)
        m_poller->watchPipe(m_fd.get(), EPOLLIN, m_source);
    m_watched = true;
}

void ChildOutput::unwatch()
{
    // With an empty mask a hang-up would still be reported, again and again.
    if (m_watched)
        m_poller->unwatchPipe(m_fd.get());
    m_watched = false;
}

void ChildOutput::enlarge()
{
    if (!m_enlarged)
        ::fcntl(m_fd.get(), F_SETPIPE_SZ, LargePipe);
    m_enlarged = true;
}

ChildInput::ChildInput(Descriptor writeEnd, Source source, Poller &poller)
    : m_fd(std::move(writeEnd)), m_source(source), m_poller(&poller)
{
    setNonBlocking(m_fd.get());
}

bool ChildInput::add(std::string_view bytes, Outbound &outbound)
{
    if (bytes.size() > m_credit)
        return false;
    m_credit -= bytes.size();
    if (m_fd.isOpen() && !m_ending) {
        m_waiting += bytes;
        pump(outbound);
    } else {
        giveBack(bytes.size(), outbound);
    }
    return true;
}

void ChildInput::end()
{
    m_ending = true;
    if (m_waiting.empty())
        closeEnd();
}

void ChildInput::pump(Outbound &outbound)
{
    if (!m_fd.isOpen() || m_waiting.empty())
        return;
    const ssize_t count = ::write(m_fd.get(), m_waiting.data(), m_waiting.size());
    if (count < 0 && errno != EAGAIN && errno != EINTR) {
        close(outbound);
        return;
    }
    if (count > 0) {
        m_waiting.erase(0, static_cast<size_t>(count));
        giveBack(static_cast<size_t>(count), outbound);
    }
    if (!m_waiting.empty() && !m_watched) {
        m_poller->watch(m_fd.get(), EPOLLOUT, m_source);
        m_watched = true;
    } else if (m_waiting.empty() && m_watched) {
        m_poller->unwatch(m_fd.get());
        m_watched = false;
    }
    if (m_waiting.empty() && m_ending)
        closeEnd();
}

void ChildInput::close(Outbound &outbound)
{
    closeEnd();
    if (!m_waiting.empty())
        giveBack(m_waiting.size(), outbound);
    m_waiting.clear();
}

void ChildInput::giveBack(size_t bytes, Outbound &outbound)
{
    m_credit += bytes;
    outbound.sendCredit(m_source.id, StreamId::Stdin, bytes);
}

void ChildInput::closeEnd()
{
    m_fd.reset();
    m_watched = false;
}

} // namespace hermes::resident
