// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/launchrecord.h"
#include "backends/engine/journal/sqlconnection.h"

#include <chrono>

namespace hermes {

/// Which snippet, and where it is to run.
struct DurationsWanted
{
    QByteArray code = {}; ///< With its `{{names}}` where it is a template.
    QString backend = {};
    QString profile = {}; ///< Empty: none.
};

/// How long runs of a snippet took.
struct UsualDurations
{
    std::chrono::nanoseconds mean {0};     ///< Of a run.
    std::chrono::nanoseconds median {0};   ///< The same.
    std::chrono::nanoseconds overhead {0}; ///< The mean of what a candidate took beside its run: waiting and getting its executor.
    qint64 runs = 0; ///< That were looked at.
    int launches = 0; ///< That they are of.

    bool operator==(const UsualDurations &) const = default;
};

/// From the latest launches of exactly this code that are over, of each some hundred runs all over its candidates that ended
/// by themselves. Nothing when there are none.
[[nodiscard]] Result<std::optional<UsualDurations>> readUsualDurations(SqlConnection &connection, const DurationsWanted &wanted);

} // namespace hermes
