// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/settings.h"

namespace hermes {

/// Settings that are the same for every backend. Pure functions; any thread.

/// "timeout": the longest time that a snippet may run.
[[nodiscard]] Setting timeoutSetting();
/// "kill-delay": the time between the polite and the hard end of a snippet.
[[nodiscard]] Setting killDelaySetting();

} // namespace hermes
