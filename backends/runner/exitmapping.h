// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runresult.h"
#include "backends/runner/protocol/message.h"

namespace hermes::runner {

/// The runner's account of a run as the engine's. `memoryLimit` (bytes), the run's or its place's, is named when memory ran out.
[[nodiscard]] RunEnd endOfRun(const protocol::ExitMessage &message, std::optional<uint64_t> memoryLimit);

/// What the runner could not do, as a fault. `interpreterAdvice`: see ConnectionOptions.
[[nodiscard]] Fault faultOf(const protocol::ErrorMessage &message, const QString &interpreterAdvice = {});

/// "256 MiB", "1000 bytes": exact, in the largest unit that divides it.
[[nodiscard]] QString byteText(uint64_t bytes);

} // namespace hermes::runner
