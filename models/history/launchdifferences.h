// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/launchrecord.h"

#include <QStringList>

namespace hermes {

/// What two launches were told differently, a phrase each: "order: as numbered → random", "other code". Names and values on
/// one line; nothing for what belongs to a launch alone: its number, its name, its times. Both records whole. Any thread.
[[nodiscard]] QStringList launchDifferences(const LaunchRecord &first, const LaunchRecord &second);

} // namespace hermes
