// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace hermes {

/// Of everything that is launched: a single run, a sandbox's calls, a session, a sweep. Never reused.
using LaunchId = qint64;

enum class LaunchKind { Run, Sandbox, Session, Sweep };
enum class LaunchState {
    Running,
    Done,        ///< Every candidate has its result, whatever it is.
    Cancelled,   ///< By the user.
    Stopped,     ///< By its stop policy.
    Failed,      ///< It could not go on: the journal could not be written, the backend could not be opened.
    Interrupted  ///< Its program ended before it did.
};

/// "run", "sandbox", "session", "sweep"; "running", "done" and so on.
[[nodiscard]] QString launchKindName(LaunchKind kind);
[[nodiscard]] QString launchStateName(LaunchState state);
[[nodiscard]] std::optional<LaunchKind> launchKindFromName(const QString &name);
[[nodiscard]] std::optional<LaunchState> launchStateFromName(const QString &name);

} // namespace hermes
