// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"

#include <QHash>

#include <memory>
#include <mutex>
#include <vector>

namespace hermes {

/// The kinds of backend this program knows, and the configured backends that are in use.
///
/// add() before anything else; the rest from any thread. Equal settings give the same backend object, so that what it
/// keeps (a connection, a pool) is shared.
class BackendRegistry final
{
public:
    void add(BackendKind kind);
    [[nodiscard]] QList<BackendKind> kinds() const;
    /// By name or alias; null when there is none. Valid as long as the registry.
    [[nodiscard]] const BackendKind *find(const QString &name) const;
    /// The same; the fault for an unknown one lists the known kinds.
    [[nodiscard]] Result<const BackendKind *> known(const QString &name) const;
    /// A fault lists the known kinds: there is never a silent fallback to another.
    [[nodiscard]] Result<std::shared_ptr<Backend>> backend(const Settings &settings);
    /// Lets go of the backends of other settings than these, but for those that somebody works with: they only end what they keep started
    /// ahead. Blocks; not on the main thread.
    void retireOthers(const QList<Settings> &settings);
    /// Lets go of every backend; blocks while they close what they hold.
    void clear();

private:
    std::vector<std::unique_ptr<const BackendKind>> m_kinds;
    std::mutex m_mutex;
    QHash<QString, std::shared_ptr<Backend>> m_backends;
};

} // namespace hermes
