// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/secrets/secret.h"

#include <QString>

namespace hermes {

/// A secret from standard input: all of it, or a line that is typed at a terminal, which does not show it and is asked for
/// with the prompt. Waits for it. Usage for what cannot be one.
[[nodiscard]] Result<Secret> readSecret(const QString &prompt);

} // namespace hermes
