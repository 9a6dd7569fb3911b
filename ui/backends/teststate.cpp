// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "teststate.h"

#include "ui/theme/theme.h"

namespace hermes {

Glyph testGlyph(ConnectionTest::State state)
{
    switch (state) {
        using enum ConnectionTest::State;
    case Untested: return Glyph::Dash;
    case Running: return Glyph::Spinner;
    case Stopping: return Glyph::Square;
    case Passed: return Glyph::Check;
    case Failed: return Glyph::Cross;
    case Cancelled: break;
    }
    return Glyph::Slash;
}

QColor testColor(ConnectionTest::State state, const QPalette &palette)
{
    switch (state) {
        using enum ConnectionTest::State;
    case Running:
    case Stopping: return palette.color(QPalette::Link);
    case Passed: return themeColors(palette).good;
    case Failed: return themeColors(palette).bad;
    case Untested:
    case Cancelled: break;
    }
    return themeColors(palette).muted;
}

} // namespace hermes
