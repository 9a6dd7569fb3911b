// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"

#include <QByteArray>

namespace hermes {

/// How a launch is written into the journal and read from it again. Source of the format: this file.
///
/// Secrets never get there: of variables whose name speaks of one (TOKEN, SECRET, PASSWORD, KEY, CREDENTIAL) only the
/// name is kept, of secrets of the store their names, and secret settings are left out.

/// Everything of the spec that has no column of its own in the record.
[[nodiscard]] LaunchRecord toRecord(const LaunchSpec &spec, int count);
/// The spec again. Variables whose values were not kept are taken from this program's environment; a missing one is a
/// NotConfigured fault that names it.
[[nodiscard]] Result<LaunchSpec> fromRecord(const LaunchRecord &record);

/// The spec as far as it was kept, to be looked at: variables whose values were not have null in their place.
[[nodiscard]] Result<LaunchSpec> keptSpec(const LaunchRecord &record);

/// The part of the spec by which its results are read.
[[nodiscard]] CaptureLimits captureFrom(const LaunchRecord &record);

[[nodiscard]] QByteArray settingsToJson(const Settings &settings);
[[nodiscard]] Settings settingsFromJson(const QString &backend, const QByteArray &json);

} // namespace hermes
