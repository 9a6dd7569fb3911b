// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/resident/wakeups.h"

#include <string>

namespace hermes::resident {

enum class RemovalResult { Gone, OutOfTime, Failed };

/// Removes a folder with all that is in it; one that is not there is gone.
///
/// Symbolic links are never followed, folders without permissions are made accessible, and a tree of any depth needs
/// a bounded number of descriptors. After Failed, `problem` says what could not be removed and why, and as much
/// as possible is gone. After OutOfTime some of it is still there.
[[nodiscard]] RemovalResult removeTree(const std::string &path, Clock::time_point deadline, std::string &problem);

/// The same in a process of its own, which holds none of this one's descriptors and ends with 0 when all is gone.
/// Its id, or -1.
int removeTreeApart(const std::string &path);

} // namespace hermes::resident
