// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/sessioninfo.h"
#include "backends/local/folders.h"
#include "backends/runner/sandboxlock.h"
#include "backends/runner/sandboxname.h"

#include <stop_token>

namespace hermes::local {

/// The sandboxes on this machine: a folder and a lock file for each. Without state but the paths; any thread.
class SandboxStore final
{
public:
    explicit SandboxStore(Folders folders) : m_folders(std::move(folders)) { }

    /// Where a sandbox of this name has its files. Any text but an empty one is an id; what does not do as a file name,
    /// or in a search path, is escaped.
    [[nodiscard]] QString folderOf(const ProfiledId &name) const;

    /// Makes the folder, or joins the one that is there; refuses a folder with files that no sandbox of ours made.
    [[nodiscard]] Result<runner::SandboxLock> open(const ProfiledId &name) const;
    [[nodiscard]] Result<QList<SessionInfo>> list() const;
    /// Ends what runs in the sandbox, also when another program started it, removes the folder and spends the id.
    /// Already gone is success.
    [[nodiscard]] Result<> close(const ProfiledId &name, std::stop_token stop) const;

private:
    [[nodiscard]] QString lockOf(const ProfiledId &name) const;

    Folders m_folders;
};

/// The variable that every process of a sandbox has in its environment; its value is the sandbox's folder.
inline constexpr auto SandboxVariable = "HERMES_SANDBOX";

} // namespace hermes::local
