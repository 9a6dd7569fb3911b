// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

namespace hermes {

// Files of this machine that arguments name. `name` is that of the argument. Everything that is wrong is a Usage fault.

/// The path, from /, of a regular file that is copied from here; "-" for standard input, as it is.
[[nodiscard]] Result<QString> sourceFile(const QString &name, const QString &given);

/// The path, from /, of a file or folder that something is copied to; "-" for standard output, as it is: that may be no
/// terminal, and has no room for a document of --json.
[[nodiscard]] Result<QString> targetFile(const QString &name, const QString &given, bool json);

} // namespace hermes
