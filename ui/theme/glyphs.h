// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/runstate.h"

#include <QIcon>

class QPainter;

namespace hermes {

/// The pictures of the window. They are drawn, so they are sharp at every scale and take the colour of their text.
enum class Glyph {
    Check,
    Cross,
    Clock,
    Bolt,
    Slash,
    Triangle,
    Dots,
    Dash,
    Spinner,
    Square,
    Play,
    Pause,
    Box,
    Export,
    Plus,
    Minus,
    Right,
    Down,
    Grid,
    History,
    Rack,
    Info,
    Stack,
    Folder,
    Sheet,
    Link,
    Up,
    Upload,
    Close,
    Trash,
    Undo
};

void paintGlyph(QPainter *painter, Glyph glyph, const QRectF &rectangle, const QColor &color);
[[nodiscard]] Glyph stateGlyph(RunState state);

enum class GlyphInk { Text, OnAccent, Link };
/// An icon that follows the palette in force when it is painted.
[[nodiscard]] QIcon glyphIcon(Glyph glyph, GlyphInk ink = GlyphInk::Text);
/// One of a colour of its own.
[[nodiscard]] QIcon glyphIcon(Glyph glyph, const QColor &color);

} // namespace hermes
