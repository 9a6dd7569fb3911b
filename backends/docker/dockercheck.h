// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "backends/docker/containerlauncher.h"
#include "backends/runner/runnerexecutor.h"

namespace hermes::docker {

/// The steps of a connection test: daemon, version, image, limits, a container, and in it shell, python3 and a run; the container
/// is removed. As Backend::check().
void checkDocker(ContainerLauncher &launcher, const runner::ExecutorPolicy &policy,
                 const std::function<void(const CheckStep &)> &report, std::stop_token stop);

} // namespace hermes::docker
