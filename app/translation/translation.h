// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace hermes {

/// Makes texts with a number say "1 point" and "2 points". Main thread, once, as soon as there is an application object, which
/// owns the translation. The texts are in English whatever the locale.
void installTranslation();

} // namespace hermes
