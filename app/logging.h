// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace hermes {

/// Decides what of Qt's own messages reaches standard error. Once, before the application object is made. Main thread.
void installMessageHandler();

} // namespace hermes
