// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "slicedwork.h"

#include <ctime>
#include <utility>

namespace hermes {

namespace {

/// Less than a frame, so that typing and scrolling go on.
constexpr qint64 SliceNanoseconds = 8'000'000;

/// Of this thread alone: while others have the processor no slice is used up.
qint64 worked()
{
    timespec time {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

SlicedWork::SlicedWork(QObject *parent) : QObject(parent)
{
    m_turn.setSingleShot(true);
    m_turn.setInterval(0);
    connect(&m_turn, &QTimer::timeout, this, &SlicedWork::goOn);
}

void SlicedWork::start(Piece piece, std::move_only_function<void()> done)
{
    m_piece = std::move(piece);
    m_done = std::move(done);
    goOn();
}

void SlicedWork::stop()
{
    m_turn.stop();
    m_piece = nullptr;
    m_done = nullptr;
}

void SlicedWork::goOn()
{
    const qint64 end = worked() + SliceNanoseconds;
    while (m_piece()) {
        if (worked() < end)
            continue;
        m_turn.start();
        return;
    }
    m_turn.stop();
    m_piece = nullptr;
    if (auto done = std::exchange(m_done, nullptr))
        done();
}

} // namespace hermes
