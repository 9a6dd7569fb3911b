// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/indexranges.h"
#include "backends/engine/journal/launchrecord.h"
#include "backends/engine/journal/sqlconnection.h"

namespace hermes {

/// A launch that runs some candidates of an earlier one again.
struct Rerun
{
    LaunchRecord record = {};   ///< As the new one is to be; `rerunOf` is the earlier one.
    IndexRanges which = {};     ///< In order; the others keep their results, as far as they have some.
    QString spoolFolder = {};
};

struct RerunCreated
{
    LaunchId id = 0;
    LaunchCounts carried = {};
    qint64 mayRunTwice = 0; ///< Those of `which` that had been started and left no result of their own.
};

/// Makes the new launch with the results that are carried over, their times as they were; spool files are shared by hard
/// links, or copied where there are none. `links` gets the names of the files that were made, also when this fails. Conflict
/// while the earlier launch is running. Within a transaction of its caller.
[[nodiscard]] Result<RerunCreated> createRerun(SqlConnection &connection, const Rerun &rerun, QStringList &links);

} // namespace hermes
