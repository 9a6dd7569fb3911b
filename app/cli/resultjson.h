// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/sessioninfo.h"
#include "backends/engine/launch.h"

#include <QJsonObject>

namespace hermes {

/// A run's result as every command with --json writes it. Text is UTF-8 with U+FFFD for what is not.
[[nodiscard]] QJsonObject resultObject(const RunResult &result);
/// The same fields for a run that never had its turn.
[[nodiscard]] QJsonObject notRunObject();
[[nodiscard]] QJsonObject sessionObject(const SessionInfo &session);
/// How many ended how: total, succeeded, failed, signalled, timed_out, cancelled, infrastructure, not_run.
[[nodiscard]] QJsonObject countsObject(const LaunchProgress &progress);
/// The name of a file as `key`; where it is no UTF-8, its bytes as well, as `key`_base64.
void insertName(QJsonObject &object, const QString &key, const QByteArray &name);
/// ISO 8601 in UTC with milliseconds, or null.
[[nodiscard]] QJsonValue timeValue(const QDateTime &time);

/// Seconds with all the digits that matter: 0.0123.
[[nodiscard]] double secondsOf(std::chrono::nanoseconds time);
/// "3.2 s", "12 ms", "1:02:03": for people.
[[nodiscard]] QString durationText(std::chrono::nanoseconds time);
/// Local time with its offset, "2026-02-03 14:05:06 +01:00", or "-".
[[nodiscard]] QString timeText(const QDateTime &time);

} // namespace hermes
