// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/launchrecord.h"
#include "backends/engine/journal/sqlconnection.h"

#include <QList>

namespace hermes {

/// A launch is removed in steps, each a transaction: with the first it is gone for everybody, what follows gives back its
/// space a little at a time. The table of removals says what is not finished.

/// Removes the launch from the list of launches and notes that the rest has to follow. NotFound; Conflict while it is running
/// and its owner lives.
[[nodiscard]] Result<> beginRemoval(SqlConnection &connection, LaunchId launch);
/// Removes at most `most` of its candidates. Returns how many there were.
[[nodiscard]] Result<qint64> removeCandidates(SqlConnection &connection, LaunchId launch, qint64 most);
/// Nothing of it is left.
[[nodiscard]] Result<> endRemoval(SqlConnection &connection, LaunchId launch);
/// Those that were begun and not ended.
[[nodiscard]] Result<QList<LaunchId>> readRemovals(SqlConnection &connection);

} // namespace hermes
