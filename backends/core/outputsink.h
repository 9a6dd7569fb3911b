// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runresult.h"

#include <QByteArrayView>

#include <functional>
#include <utility>

namespace hermes {

/// Gives a chunk's flow-control credit back when it is destroyed, once, on whatever thread that happens.
///
/// A sink that is done with a chunk when output() returns lets it go out of scope; one that hands the bytes
/// to a slow reader keeps it as long as the bytes are waiting, and so slows down that run and no other.
class Credit final
{
public:
    Credit() = default;
    explicit Credit(std::move_only_function<void()> giveBack) : m_giveBack(std::move(giveBack)) { }
    Credit(Credit &&other) noexcept : m_giveBack(std::exchange(other.m_giveBack, nullptr)) { }
    Credit &operator=(Credit &&other) noexcept
    {
        std::swap(m_giveBack, other.m_giveBack);
        return *this;
    }
    ~Credit()
    {
        if (m_giveBack)
            m_giveBack();
    }

private:
    std::move_only_function<void()> m_giveBack;
};

/// Takes what one run writes, as it arrives.
///
/// Called by one thread at a time, in the order in which the target read the bytes, never after the run's
/// end was reported. The calls must not block.
class OutputSink
{
public:
    virtual ~OutputSink() = default;
    /// The run waits for something before it can begin ("Waiting for hermesctl (process 12), …"): a sentence to show
    /// meanwhile. May come several times, and from another thread than the following calls.
    virtual void waiting(const QString &why) { Q_UNUSED(why) }
    /// The snippet has begun.
    virtual void started() { }
    virtual void output(Stream stream, QByteArrayView bytes, Credit credit) = 0;
};

} // namespace hermes
