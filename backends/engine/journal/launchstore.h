// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/indexranges.h"
#include "backends/engine/journal/launchrecord.h"
#include "backends/engine/journal/sqlconnection.h"

#include <QList>

namespace hermes {

/// The table of launches. What writes needs a transaction of its caller.

[[nodiscard]] Result<LaunchId> insertLaunch(SqlConnection &connection, const LaunchRecord &record);
/// Sets state, end and counts.
[[nodiscard]] Result<> endLaunch(SqlConnection &connection, LaunchId launch, LaunchState state, const QDateTime &finishedAt);
/// Only these candidates may be started, in order.
[[nodiscard]] Result<> storeScope(SqlConnection &connection, LaunchId launch, const IndexRanges &scope);
[[nodiscard]] Result<> storeReach(SqlConnection &connection, LaunchId launch, qint64 reach);
/// Who goes on with a launch.
struct Takeover
{
    Owner owner = {};
    std::optional<IndexRanges> scope = {}; ///< Only these may be started from now on, in order; nothing: any.
};
/// Makes the launch running and its owner the new one; Conflict while another one lives, NotFound.
[[nodiscard]] Result<> takeOverLaunch(SqlConnection &connection, LaunchId launch, const Takeover &takeover);
/// Conflict while the launch is running and its owner lives.
[[nodiscard]] Result<> refuseLiving(const LaunchRecord &record);
/// A launch that is running, whose owner is gone, becomes Interrupted; others stay as they are.
[[nodiscard]] Result<> settleOrphan(SqlConnection &connection, const LaunchRecord &record);
/// Running launches whose owner is gone become Interrupted. Returns how many.
[[nodiscard]] Result<int> interruptOrphans(SqlConnection &connection);

/// NotFound when there is none.
[[nodiscard]] Result<LaunchRecord> readLaunch(SqlConnection &connection, LaunchId launch);
/// Newest first. Settings, parameters and spec are left out, and of the code only the first CodeStartBytes are there.
[[nodiscard]] Result<QList<LaunchRecord>> readLaunches(SqlConnection &connection, const HistoryFilter &filter);
[[nodiscard]] Result<QList<LaunchId>> readRunning(SqlConnection &connection);

} // namespace hermes
