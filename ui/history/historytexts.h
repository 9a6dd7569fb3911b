// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"

#include <QString>

namespace hermes {

// What the page *History* says on its buttons and in its questions.

/// "12 · discounts · 1 Dec 2026 04:31 · 400 candidates"
[[nodiscard]] QString itemText(const LaunchRecord &record);
/// "Resume 8 Candidates", with its mnemonic.
[[nodiscard]] QString resumeText(qint64 candidates);
/// "Delete 2 Launches…", with its mnemonic.
[[nodiscard]] QString deleteText(int launches);
/// What a resume has begun, and what may run twice.
[[nodiscard]] QString resumedText(const LaunchTicket &ticket);

} // namespace hermes
