// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sandboxshelf.h"

#include <utility>

namespace hermes {

std::shared_ptr<SandboxShelf::Slot> SandboxShelf::slot(const std::shared_ptr<Backend> &backend, const ProfiledId &name)
{
    const std::scoped_lock lock(m_mutex);
    std::shared_ptr<Slot> &slot = m_slots[{backend.get(), name}];
    if (!slot) {
        slot = std::make_shared<Slot>();
        slot->backend = backend;
    }
    return slot;
}

Result<std::shared_ptr<Sandbox>> SandboxShelf::openIn(Slot &slot, const ProfiledId &name, std::stop_token stop,
                                                      const Progress &progress)
{
    Result<std::unique_ptr<Sandbox>> opened = slot.backend->openSandbox(name, std::move(stop), progress);
    if (!opened)
        return std::unexpected(std::move(opened.error()));
    slot.sandbox = std::move(*opened);
    return slot.sandbox;
}

Result<std::shared_ptr<Sandbox>> SandboxShelf::open(const std::shared_ptr<Backend> &backend, const ProfiledId &name,
                                                    std::stop_token stop, const Progress &progress)
{
    const std::shared_ptr<Slot> mine = slot(backend, name);
    const std::scoped_lock lock(mine->opening);
    return mine->sandbox ? mine->sandbox : openIn(*mine, name, std::move(stop), progress);
}

Result<std::shared_ptr<Sandbox>> SandboxShelf::look(const std::shared_ptr<Backend> &backend, const ProfiledId &name,
                                                    std::stop_token stop, const std::function<Result<>()> &mayOpen)
{
    const Key key(backend.get(), name);
    std::shared_ptr<Slot> mine;
    std::shared_ptr<Slot> before; // Let go of without the lock: that may take seconds.
    {
        const std::scoped_lock lock(m_mutex);
        mine = m_slots.value(key);
        if (!mine && m_looked && m_lookedAt == key)
            mine = m_looked;
        if (!mine) {
            mine = std::make_shared<Slot>();
            mine->backend = backend;
            before = std::exchange(m_looked, mine);
            m_lookedAt = key;
        }
    }
    const std::scoped_lock lock(mine->opening);
    if (mine->sandbox)
        return mine->sandbox;
    return mayOpen().and_then([&] { return openIn(*mine, name, std::move(stop), {}); });
}

QList<std::pair<std::shared_ptr<Backend>, ProfiledId>> SandboxShelf::openOnes()
{
    const std::scoped_lock lock(m_mutex);
    QList<std::pair<std::shared_ptr<Backend>, ProfiledId>> list;
    for (auto slot = m_slots.cbegin(); slot != m_slots.cend(); ++slot) {
        // Who has the lock is opening it.
        const std::unique_lock opening(slot.value()->opening, std::try_to_lock);
        if (!opening.owns_lock() || slot.value()->sandbox)
            list.append({slot.value()->backend, slot.key().second});
    }
    return list;
}

void SandboxShelf::remove(const std::shared_ptr<Backend> &backend, const ProfiledId &name)
{
    const Key key(backend.get(), name);
    std::array<std::shared_ptr<Slot>, 2> gone;
    {
        const std::scoped_lock lock(m_mutex);
        gone.front() = m_slots.take(key);
        if (m_looked && m_lookedAt == key)
            gone.back() = std::exchange(m_looked, nullptr);
    }
    for (const std::shared_ptr<Slot> &slot : gone) {
        if (!slot)
            continue;
        const std::scoped_lock lock(slot->opening);
        slot->sandbox.reset();
    }
}

void SandboxShelf::clear()
{
    QHash<Key, std::shared_ptr<Slot>> all;
    std::shared_ptr<Slot> looked;
    {
        const std::scoped_lock lock(m_mutex);
        all = std::exchange(m_slots, {});
        looked = std::exchange(m_looked, nullptr);
    }
    all.clear();
}

} // namespace hermes
