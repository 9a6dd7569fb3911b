// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QByteArray>

namespace hermes {

/// Makes the folder and what is missing above it, for the user alone (0700).
[[nodiscard]] Result<> makePrivateFolder(const QString &folder);
/// Writes the whole file or nothing, for the user alone (0600), and makes its folder. Blocks.
[[nodiscard]] Result<> writePrivateFile(const QString &path, const QByteArray &bytes);

} // namespace hermes
