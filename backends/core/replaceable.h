// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

namespace hermes {

/// Whether a file that is written under a temporary name may take the place of `path`: nothing is there, or a regular
/// file. A device, a pipe or a folder is refused (Usage): the superuser would put a file where /dev/null was. Any thread.
[[nodiscard]] Result<> checkReplaceable(const QString &path);

} // namespace hermes
