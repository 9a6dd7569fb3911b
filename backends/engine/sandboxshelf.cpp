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

Result<std::shared_ptr<Sandbox>> SandboxShelf::open(const std::shared_ptr<Backend> &backend, const ProfiledId &name,
                                                    std::stop_token stop)
{
    const std::shared_ptr<Slot> mine = slot(backend, name);
    const std::scoped_lock lock(mine->opening);
    if (mine->sandbox)
        return mine->sandbox;
    Result<std::unique_ptr<Sandbox>> opened = backend->openSandbox(name, std::move(stop));
    if (!opened)
        return std::unexpected(std::move(opened.error()));
    mine->sandbox = std::move(*opened);
    return mine->sandbox;
}

void SandboxShelf::remove(const std::shared_ptr<Backend> &backend, const ProfiledId &name)
{
    std::shared_ptr<Slot> gone;
    {
        const std::scoped_lock lock(m_mutex);
        gone = m_slots.take({backend.get(), name});
    }
    if (!gone)
        return;
    const std::scoped_lock lock(gone->opening);
    gone->sandbox.reset();
}

void SandboxShelf::clear()
{
    QHash<Key, std::shared_ptr<Slot>> all;
    {
        const std::scoped_lock lock(m_mutex);
        all = std::exchange(m_slots, {});
    }
    all.clear();
}

} // namespace hermes
