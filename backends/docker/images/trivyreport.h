// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/imagescan.h"

namespace hermes::docker {

/// The findings in what `trivy image --format json` writes, worst first, each once. Protocol for what is no such report.
[[nodiscard]] Result<QList<ImageFinding>> findingsFromTrivy(const QByteArray &json);

} // namespace hermes::docker
