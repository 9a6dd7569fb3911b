// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/arguments.h"
#include "backends/engine/engine.h"

namespace hermes {

/// Which candidates of a stored sweep are to run again.
struct RerunChoice
{
    bool all = true; ///< Else those of the following.
    bool failed = false; ///< Ended with another exit code than 0, by a signal or over their timeout.
    bool infrastructure = false;
    bool missing = false; ///< Without a result, or cancelled.
    QList<CandidateQueue::Range> indexes = {};
};

/// What --only says. Usage, naming it.
[[nodiscard]] Result<RerunChoice> readRerunChoice(const Arguments &arguments);
/// The candidates of a launch that it comes to; NotFound when there are none, Usage for one that it does not have.
[[nodiscard]] Result<QList<CandidateQueue::Range>> chosenCandidates(Engine &engine, LaunchId id, const RerunChoice &choice);

} // namespace hermes
