// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace hermes::resident {

/// Runs the runner: this process becomes the guard and starts the worker, which speaks the protocol on the standard
/// streams. Returns the exit status when everything has ended.
///
/// The guard has no part in the work. When the worker dies before its time, the guard adopts what it has started and
/// ends it; when the guard dies, the worker notices and ends everything itself.
[[nodiscard]] int runGuarded();

} // namespace hermes::resident
