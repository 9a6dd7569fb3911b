// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QStringList>

#include <chrono>

namespace hermes::hosts {

enum class MarkMatch {
    Whole,    ///< "NAME=value" is all of the variable.
    Beginning ///< The variable begins with it.
};

/// Ends the processes of this machine that have such a variable in their environment: TERM, after `killDelay` KILL; none
/// of a TERM when that is zero. Whoever started them. Returns sentences about those that are left. Any thread; blocks.
[[nodiscard]] QStringList endMarkedProcesses(const QByteArray &mark, MarkMatch match, std::chrono::milliseconds killDelay);

} // namespace hermes::hosts
