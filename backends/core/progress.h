// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <functional>

namespace hermes {

/// Told what is waited for, as a sentence; from the thread that waits. Must not block; may be empty.
using Progress = std::function<void(const QString &)>;

} // namespace hermes
