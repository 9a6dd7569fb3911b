// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"

#include <QHash>

#include <functional>
#include <memory>
#include <mutex>

namespace hermes {

/// The sandboxes that are open in this program. They stay open between calls, so that what a call left running lives on.
///
/// Any thread. Letting go of a sandbox may block for seconds: clear() and remove() are called on worker threads.
class SandboxShelf final
{
public:
    /// The open sandbox of this name, opening it when there is none. Callers for the same one wait for one another.
    [[nodiscard]] Result<std::shared_ptr<Sandbox>> open(const std::shared_ptr<Backend> &backend, const ProfiledId &name,
                                                        std::stop_token stop, const Progress &progress = {});
    /// The open sandbox of this name, or one that is opened only to be looked into, if `mayOpen` says so then. Of these the last
    /// one is kept, so that who looks through many leaves no more than one open.
    [[nodiscard]] Result<std::shared_ptr<Sandbox>> look(const std::shared_ptr<Backend> &backend, const ProfiledId &name,
                                                        std::stop_token stop, const std::function<Result<>()> &mayOpen);
    /// Those that are open, or are being opened, by their backends. Does not block.
    [[nodiscard]] QList<std::pair<std::shared_ptr<Backend>, ProfiledId>> openOnes();
    void remove(const std::shared_ptr<Backend> &backend, const ProfiledId &name);
    void clear();

private:
    struct Slot
    {
        std::mutex opening;
        std::shared_ptr<Backend> backend; ///< Kept so that the key cannot come to mean another one.
        std::shared_ptr<Sandbox> sandbox;
    };
    using Key = std::pair<const Backend *, ProfiledId>;

    [[nodiscard]] std::shared_ptr<Slot> slot(const std::shared_ptr<Backend> &backend, const ProfiledId &name);
    [[nodiscard]] static Result<std::shared_ptr<Sandbox>> openIn(Slot &slot, const ProfiledId &name, std::stop_token stop,
                                                                 const Progress &progress);

    std::mutex m_mutex;
    QHash<Key, std::shared_ptr<Slot>> m_slots;
    Key m_lookedAt; ///< Which one is in the slot below.
    std::shared_ptr<Slot> m_looked;
};

} // namespace hermes
