// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/runrequest.h"

#include <stop_token>

namespace hermes::docker {

/// Lets `trivy`, as it is installed on this machine, look at an image of the daemon that `environment` (DOCKER_HOST and its like)
/// leads to, and returns its report. Blocks for seconds, at its first use for minutes, as it then fetches its database; ends it
/// after a stop request. NotConfigured where it is not installed.
[[nodiscard]] Result<QByteArray> runTrivy(const QString &image, const QList<EnvironmentVariable> &environment,
                                          std::stop_token stop);

} // namespace hermes::docker
