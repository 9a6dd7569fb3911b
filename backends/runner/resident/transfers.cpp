// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/transfers.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace hermes::resident {

using namespace protocol;

namespace {

/// Paths are the client's, so a relative one could only mean the runner's own folder.
Outcome<> checkPath(const std::string &path)
{
    if (!path.starts_with('/') || path.contains('\0'))
        return std::unexpected(refusal("open " + path, "The path is not absolute: " + path));
    return {};
}

/// `stage` as in the error: "read /x".
Outcome<> checkRegular(const struct stat &info, const std::string &stage, const std::string &path)
{
    if (S_ISDIR(info.st_mode))
        return std::unexpected(systemError(EISDIR, stage));
    if (!S_ISREG(info.st_mode))
        return std::unexpected(refusal(stage, path + " is not a regular file"));
    return {};
}

Outcome<struct stat> regularFile(int file, const std::string &path)
{
    struct stat info;
    if (::fstat(file, &info) != 0)
        return std::unexpected(systemError(errno, "look at " + path));
    return checkRegular(info, "read " + path, path).transform([&] { return info; });
}

/// Several writes where one does not take all; 0 or the error.
int writeAll(int file, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR)
            return errno;
        bytes.remove_prefix(static_cast<size_t>(std::max<ssize_t>(count, 0)));
    }
    return 0;
}

} // namespace

Transfers::~Transfers()
{
    for (const auto &[id, put] : m_puts) {
        if (put.file.isOpen())
            ::unlink(put.partPath.c_str());
    }
}

void Transfers::beginPut(uint32_t id, const PutMessage &message)
{
    auto put = openPut(message);
    if (!put)
        m_outbound.sendError(id, put.error());
    m_puts[id] = put ? std::move(*put) : Put();
}

Outcome<Transfers::Put> Transfers::openPut(const PutMessage &message)
{
    if (auto checked = checkPath(message.path); !checked)
        return std::unexpected(std::move(checked.error()));
    struct stat info;
    // The new file would take the place of a device, as the superuser even that of /dev/null.
    if (::stat(message.path.c_str(), &info) == 0) {
        if (auto checked = checkRegular(info, "write " + message.path, message.path); !checked)
            return std::unexpected(std::move(checked.error()));
    }
    Put put {.path = message.path, .partPath = message.path + ".hermes-part-XXXXXX", .mode = message.mode & 07777};
    put.file.reset(::mkostemp(put.partPath.data(), O_CLOEXEC));
    if (!put.file.isOpen())
        return std::unexpected(systemError(errno, "write " + message.path));
    return put;
}

void Transfers::addData(uint32_t id, std::string_view bytes)
{
    const auto put = m_puts.find(id);
    if (put == m_puts.end())
        return;
    if (put->second.file.isOpen()) {
        if (const int error = writeAll(put->second.file.get(), bytes); error != 0)
            fail(id, put->second, systemError(error, "write " + put->second.path));
    }
    m_outbound.sendCredit(id, StreamId::File, bytes.size());
}

void Transfers::endPut(uint32_t id)
{
    const auto put = m_puts.find(id);
    if (put == m_puts.end())
        return;
    if (put->second.file.isOpen()) {
        if (const auto completed = complete(put->second))
            m_outbound.send(FrameType::Done, id);
        else
            fail(id, put->second, completed.error());
    }
    m_puts.erase(put);
}

Outcome<> Transfers::complete(Put &put)
{
    if (::fchmod(put.file.get(), put.mode) != 0)
        return std::unexpected(systemError(errno, "set the mode of " + put.path));
    // Some file systems tell only now that there was no room.
    if (const int file = put.file.release(); ::close(file) != 0) {
        const int error = errno;
        ::unlink(put.partPath.c_str());
        return std::unexpected(systemError(error, "write " + put.path));
    }
    if (::rename(put.partPath.c_str(), put.path.c_str()) != 0) {
        const int error = errno;
        ::unlink(put.partPath.c_str());
        return std::unexpected(systemError(error, "write " + put.path));
    }
    return {};
}

void Transfers::fail(uint32_t id, Put &put, const ErrorMessage &error)
{
    if (put.file.isOpen())
        ::unlink(put.partPath.c_str());
    put.file.reset();
    m_outbound.sendError(id, error);
}

void Transfers::beginGet(uint32_t id, const std::string &path)
{
    if (const auto checked = checkPath(path); !checked) {
        m_outbound.sendError(id, checked.error());
        return;
    }
    // Without O_NONBLOCK a FIFO would hold up everything.
    Get get {.file = Descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)), .path = path};
    if (!get.file.isOpen()) {
        m_outbound.sendError(id, systemError(errno, "read " + path));
        return;
    }
    const auto info = regularFile(get.file.get(), path);
    if (!info) {
        m_outbound.sendError(id, info.error());
        return;
    }
    // Files in /proc have no size before they are read.
    const auto size = static_cast<uint64_t>(info->st_size);
    get.left = size > 0 ? size : std::numeric_limits<uint64_t>::max();
    m_outbound.send(FrameType::FileInfo, id, encode(FileInfoMessage {.size = size, .mode = info->st_mode & 07777U}));
    m_gets[id] = std::move(get);
}

void Transfers::beginList(uint32_t id, const std::string &path)
{
    auto listing = checkPath(path).and_then([&] { return FolderListing::open(path); });
    if (!listing) {
        m_outbound.sendError(id, listing.error());
        return;
    }
    m_gets[id] = {.folder = std::move(*listing), .path = path, .left = std::numeric_limits<uint64_t>::max()};
}

void Transfers::addCredit(uint32_t id, uint32_t bytes)
{
    if (const auto get = m_gets.find(id); get != m_gets.end())
        get->second.credit += bytes;
}

void Transfers::abort(uint32_t id)
{
    if (const auto put = m_puts.find(id); put != m_puts.end()) {
        if (put->second.file.isOpen())
            ::unlink(put->second.partPath.c_str());
        m_puts.erase(put);
    }
    m_gets.erase(id);
    m_outbound.send(FrameType::Done, id);
}

bool Transfers::readyToSend() const
{
    return std::ranges::any_of(m_gets, [](const auto &item) { return item.second.credit > 0; });
}

void Transfers::sendOne()
{
    const auto ready = [](const auto &item) { return item.second.credit > 0; };
    auto next = std::find_if(m_gets.upper_bound(m_lastSent), m_gets.end(), ready);
    if (next == m_gets.end())
        next = std::ranges::find_if(m_gets, ready);
    if (next == m_gets.end())
        return;
    m_lastSent = next->first;
    sendFrom(next->first, next->second);
}

ssize_t Transfers::read(Get &get, std::span<std::byte> to)
{
    if (to.empty())
        return 0;
    return get.folder ? get.folder->read(to) : ::read(get.file.get(), to.data(), to.size());
}

void Transfers::sendFrom(uint32_t id, Get &get)
{
    const auto space = m_outbound.space(false);
    const ssize_t count = read(get, space.first(std::min({uint64_t {space.size()}, get.credit, get.left})));
    if (count > 0) {
        get.credit -= static_cast<uint64_t>(count);
        get.left -= static_cast<uint64_t>(count);
        m_outbound.sendFileData(id, static_cast<size_t>(count));
        return;
    }
    if (count < 0)
        m_outbound.sendError(id, systemError(errno, "read " + get.path));
    else
        m_outbound.send(FrameType::FileEnd, id);
    m_gets.erase(id);
}

} // namespace hermes::resident
