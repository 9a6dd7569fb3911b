// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/roles.h"

namespace hermes {

/// What the models of the page *Sessions* say beyond the common roles.
enum SessionRole {
    SessionStatusRole = Qt::UserRole + 100, ///< SessionStatus as int.
    UnlistedRole,                           ///< True: the row is what was known last; shown as of second rank.
    EntryKindRole                           ///< FileEntry::Kind as int.
};

} // namespace hermes
