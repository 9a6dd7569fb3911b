// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/streamtap.h"

#include "app/cli/output.h"

#include <QByteArray>

#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace hermes {

namespace {

bool endInSamePlace()
{
    struct stat out {};
    struct stat err {};
    return ::fstat(STDOUT_FILENO, &out) == 0 && ::fstat(STDERR_FILENO, &err) == 0 && out.st_dev == err.st_dev
        && out.st_ino == err.st_ino;
}

constexpr int descriptorOf(Stream stream)
{
    return stream == Stream::Stdout ? STDOUT_FILENO : STDERR_FILENO;
}

} // namespace

class StreamTap::Writer
{
public:
    explicit Writer(std::function<void()> lost) : m_lost(std::move(lost)), m_thread([this] { run(); }) { }
    ~Writer() { drain(); }

    void add(Stream stream, QByteArrayView bytes, Credit credit)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_chunks.push_back({stream, bytes.toByteArray(), std::move(credit)});
        }
        m_changed.notify_one();
    }

    /// Returns the first error of a write.
    int drain()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_complete = true;
        }
        m_changed.notify_one();
        if (m_thread.joinable())
            m_thread.join();
        return m_error;
    }

private:
    struct Chunk
    {
        Stream stream = Stream::Stdout;
        QByteArray bytes = {};
        Credit credit = {};
    };

    /// The next chunk; nothing once all are written and no more come.
    std::optional<Chunk> take()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_chunks.empty() || m_complete; });
        if (m_chunks.empty())
            return std::nullopt;
        std::optional<Chunk> chunk(std::move(m_chunks.front()));
        m_chunks.pop_front();
        return chunk;
    }

    void run()
    {
        std::array<bool, 3> open {true, true, true};
        while (const std::optional<Chunk> chunk = take()) {
            bool &streamOpen = open[size_t(chunk->stream)];
            const int error = streamOpen ? writeAll(descriptorOf(chunk->stream), chunk->bytes) : 0;
            if (error == 0)
                continue;
            streamOpen = false;
            m_error = m_error == 0 ? error : m_error;
            if (chunk->stream == Stream::Stdout && m_lost)
                m_lost();
        }
    }

    std::function<void()> m_lost;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Chunk> m_chunks;
    bool m_complete = false;
    int m_error = 0; ///< Of the thread until it has ended.
    std::thread m_thread;
};

StreamTap::StreamTap(std::function<void()> lost)
    : m_out(std::make_unique<Writer>(std::move(lost))), m_err(endInSamePlace() ? nullptr : std::make_unique<Writer>(nullptr))
{ }

StreamTap::~StreamTap() = default;

void StreamTap::output(Stream stream, QByteArrayView bytes, Credit credit)
{
    Writer &writer = stream == Stream::Stderr && m_err ? *m_err : *m_out;
    writer.add(stream, bytes, std::move(credit));
}

int StreamTap::drain()
{
    const int outError = m_out->drain();
    const int errError = m_err ? m_err->drain() : 0;
    return outError != 0 ? outError : errError;
}

} // namespace hermes
