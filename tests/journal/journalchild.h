// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

#include <optional>

namespace hermes::test {

/// The test program as a child of itself, doing one thing with a journal: `--child WHAT FOLDER …`. The exit code, or
/// nothing when the program was not called so.
///
/// write FOLDER: stores results for ever; prints the index of each once it is safe.
/// hammer FOLDER COUNT: stores a launch of so many results; prints its id.
/// hold FOLDER: creates a launch, prints its id and waits for its standard input to end.
/// rerun FOLDER LAUNCH: runs candidate 0 of a stored launch again.
/// full FOLDER: mounts a small file system there that only it sees, fills it, makes space again.
/// end-full FOLDER space|none: the same, but makes space or none just before the journal ends.
/// readonly FOLDER: the same, with a file system that becomes read-only.
/// The last three end with 77 where no such file system can be made.
[[nodiscard]] std::optional<int> runAsChild(const QStringList &arguments);

inline constexpr int CannotMount = 77;

} // namespace hermes::test
