// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/sessioninfo.h"

namespace hermes::runner {

/// What a sandbox is called on disk: its id, or profile@id, with what does not do as a file name, or in a search path, escaped.
[[nodiscard]] QString sandboxFileName(const ProfiledId &name);

/// Its lock file in the folder `locks`. One state folder serves several places, in which the same id means different sandboxes.
[[nodiscard]] QString sandboxLockFile(const QString &locks, const ProfiledId &name, const QString &place);

} // namespace hermes::runner
