// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/connectiontests.h"
#include "ui/theme/glyphs.h"

namespace hermes {

/// How the state of a connection test looks; its word is the models'.
[[nodiscard]] Glyph testGlyph(ConnectionTest::State state);
[[nodiscard]] QColor testColor(ConnectionTest::State state, const QPalette &palette);

} // namespace hermes
