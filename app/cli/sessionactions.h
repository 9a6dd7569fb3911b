// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/command.h"
#include "app/cli/output.h"

#include <functional>
#include <optional>

namespace hermes {

/// Where sandboxes and sessions are.
struct SessionPlace
{
    QString backend = {};                   ///< Empty: the journal knows.
    std::optional<QString> profile = {}; ///< Nothing: the journal knows; empty: the one without a profile.
};

/// A sandbox or session, named by the user or found.
struct SessionName
{
    QString id = {};
    SessionPlace place = {};
};

/// Does something to each, one after another; one that fails does not keep the rest from it. Reports each ("closed ID"),
/// with --json as an array of objects; the exit code is that of the first failure. A fault where there is only one.
/// `done` is the word for success.
[[nodiscard]] Result<int> doToEach(const QList<SessionName> &names, const QString &done,
                                   const std::function<Result<>(const SessionName &)> &action, Output &output);
/// The ids of -s, all in the same place.
[[nodiscard]] QList<SessionName> namesFrom(const Arguments &arguments, const SessionPlace &place);
/// What --backend and --profile name; unknown ones are Usage. Reads the file of profiles where one is named.
[[nodiscard]] Result<SessionPlace> placeFrom(const Arguments &arguments, const QList<BackendKind> &kinds);

} // namespace hermes
