// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QFunctionPointer>

namespace hermes {

/// Loads a library of ours that is no part of the start, as what it links takes longer to load than the whole program, and
/// returns the function that it is entered by.
///
/// Modules lie in `lib/hermes-panel` beside the folder of the programs, or where HERMES_MODULES says. They stay until the
/// program ends. Any thread; blocks on the disk for some milliseconds. NotConfigured where there is none.
[[nodiscard]] Result<QFunctionPointer> loadModule(const QString &name, const char *entry);

} // namespace hermes
