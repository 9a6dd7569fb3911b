// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QtTypes>

namespace hermes::bench {

/// What this program has started, directly or not.
struct ProcessTree
{
    int snippets = 0;            ///< Processes that are not the runner's own; zombies aside.
    qint64 runnerPeakBytes = 0;  ///< Peak resident memory of all runner processes together.
};

[[nodiscard]] ProcessTree readProcessTree();
/// Peak resident memory of this program.
[[nodiscard]] qint64 ownPeakBytes();

} // namespace hermes::bench
