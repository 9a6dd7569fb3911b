// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/launchwait.h"
#include "app/cli/output.h"

namespace hermes {

/// Where a sweep's results go.
struct SweepSinks
{
    Output &output;
    QString file = {};  ///< Empty: none.
    bool table = true;  ///< The grid on standard output, unless that is JSON.
};

/// Refuses, before anything is started, a file of an unknown kind and one that cannot be written.
[[nodiscard]] Result<> checkResultFile(bool wanted, const QString &fileName);

/// Writes the finished candidates to all sinks; holds one result at a time, however many there are.
[[nodiscard]] Result<> writeSweepResults(Engine &engine, const LaunchOutcome &outcome, const SweepSinks &sinks);

} // namespace hermes
