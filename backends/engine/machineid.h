// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/sessioninfo.h"

#include <functional>

namespace hermes {

/// The `<mac>` of default ids: 12 lower-case hex digits, the address of the first network card, else random.
///
/// Fixed at the first start in `stateFolder/machine-id`, so that another card (a dock) does not change it; a file that
/// holds something else is replaced. Where the folder cannot be written the answer is the same but not kept.
[[nodiscard]] QString machineId(const QString &stateFolder);

/// "hermes-sandbox-<mac>" or "hermes-session-<mac>".
[[nodiscard]] QString defaultExecutorId(SessionKind kind, const QString &machineId);

/// `id`, or the first of `id-1`, `id-2` … that is not spent (closed).
[[nodiscard]] QString firstUnspentId(const QString &id, const std::function<bool(const QString &)> &isSpent);

/// What somebody is told who has named a closed one: which one it has come to.
[[nodiscard]] QString movedOn(SessionKind kind, const QString &closed, const QString &now);

/// Refuses ids that no backend could carry: empty, longer than 200 bytes, with control characters or '/', or "." and "..".
[[nodiscard]] Result<> checkExecutorId(const QString &id);

} // namespace hermes
