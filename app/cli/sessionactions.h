// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "backends/engine/engine.h"

#include <functional>

namespace hermes {

/// Does something to each, one after another; one that fails does not keep the rest from it. Reports each ("closed ID"),
/// with --json as an array of objects; the exit code is that of the first failure. A fault where there is only one.
/// `done` is the word for success.
[[nodiscard]] Result<int> doToEach(const QList<SessionAddress> &names, const QString &done,
                                   const std::function<Result<>(const SessionAddress &)> &action, Output &output);
/// The ids of -s, all in the same place.
[[nodiscard]] QList<SessionAddress> namesFrom(const Arguments &arguments, const SessionAddress &place);
/// The engine, and what --backend and --profile name, without an id.
struct OpenPlace
{
    std::unique_ptr<Engine> engine = {};
    SessionAddress place = {};
};
/// Unknown names are Usage. Reads the file of profiles, for what is to be asked. For commands that need the journal.
[[nodiscard]] Result<OpenPlace> openPlace(const Arguments &arguments, CommandContext &context);

} // namespace hermes
