// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "backends/profiles/profileset.h"

namespace hermes {

/// What takes a stored secret, by its name: "the setting token of modal (profile work)", "the registry ghcr.io"; for a name
/// that nothing takes by itself "--secret my-token"; for that of a profile that is gone it says so. Any thread.
[[nodiscard]] QString secretUse(const QString &name, const QList<BackendKind> &kinds, const ProfileSet &profiles);

} // namespace hermes
