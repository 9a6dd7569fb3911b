// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"

namespace hermes {

/// The settings of a kind as the window uses them: this program's environment over the defaults. A bad value is a
/// fault that names its variable.
[[nodiscard]] Result<Settings> settingsInForce(const BackendKind &kind);

} // namespace hermes
