// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/mailbox.h"

#include <sys/eventfd.h>

#include <utility>

namespace hermes::runner {

Mailbox::Mailbox() : m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) { }

std::optional<Mailbox::Letter> Mailbox::post(Letter letter)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed)
            return letter;
        m_letters.push_back(std::move(letter));
        if (!std::exchange(m_sleeping, false))
            return std::nullopt;
    }
    ::eventfd_write(m_wake.get(), 1);
    return std::nullopt;
}

bool Mailbox::prepareToSleep()
{
    const std::lock_guard lock(m_mutex);
    m_sleeping = m_letters.empty();
    return m_sleeping;
}

std::vector<Mailbox::Letter> Mailbox::take()
{
    const std::lock_guard lock(m_mutex);
    m_sleeping = false;
    return std::exchange(m_letters, {});
}

void Mailbox::acknowledge()
{
    eventfd_t value = 0;
    ::eventfd_read(m_wake.get(), &value);
}

std::vector<Mailbox::Letter> Mailbox::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    return std::exchange(m_letters, {});
}

} // namespace hermes::runner
