// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/command.h"
#include "app/cli/output.h"

#include <functional>

namespace hermes {

/// A sandbox or session, named by the user or found.
struct SessionName
{
    QString id = {};
    QString backend = {}; ///< Empty: the journal knows.
};

/// Does something to each, one after another; one that fails does not keep the rest from it. Reports each ("closed ID"),
/// with --json as an array of objects; the exit code is that of the first failure. A fault where there is only one.
/// `done` is the word for success.
[[nodiscard]] Result<int> doToEach(const QList<SessionName> &names, const QString &done,
                                   const std::function<Result<>(const SessionName &)> &action, Output &output);
/// The ids of -s, all on the backend of --backend.
[[nodiscard]] QList<SessionName> namesFrom(const Arguments &arguments, const QString &backend);

} // namespace hermes
