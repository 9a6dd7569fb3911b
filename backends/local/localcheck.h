// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "backends/local/localsettings.h"
#include "backends/runner/connectionsource.h"

namespace hermes::local {

struct CheckSubject
{
    LocalSettings settings = {};
    std::shared_ptr<runner::ConnectionSource> source = {}; ///< Of the check's own: it goes with the check.
};

/// The steps of a connection test: runner, work folder, shell, python3, a first run. As Backend::check().
void checkLocal(const CheckSubject &subject, const std::function<void(const CheckStep &)> &report, std::stop_token stop);

} // namespace hermes::local
