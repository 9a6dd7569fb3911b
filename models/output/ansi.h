// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArrayView>

#include <cstdint>

namespace hermes {

/// A colour as a terminal sequence names it; what it looks like is up to the view.
struct AnsiColor
{
    enum class Kind : quint8 { Default, Indexed, Rgb };

    Kind kind = Kind::Default;
    quint32 value = 0; ///< Indexed: 0 to 255. Rgb: 0xRRGGBB.

    bool operator==(const AnsiColor &) const = default;
};

/// How text looks after the sequences before it (SGR, "select graphic rendition").
struct AnsiStyle
{
    AnsiColor foreground = {};
    AnsiColor background = {};
    bool bold = false;
    bool faint = false;
    bool italic = false;
    bool underline = false;
    bool strikeOut = false;
    bool reverse = false;

    bool operator==(const AnsiStyle &) const = default;
};

/// Length of the control sequence that begins at the start of `bytes` with ESC: CSI, OSC and its like, or a short one.
/// 0 where it is none, is not complete, or is longer than any that is meant.
[[nodiscard]] qsizetype escapeLength(QByteArrayView bytes);

/// Takes over what a complete sequence says about the style; others leave it as it is. Concealed text stays visible.
void applyEscape(QByteArrayView sequence, AnsiStyle &style);
/// The same for all sequences in a text.
void applyEscapes(QByteArrayView bytes, AnsiStyle &style);

} // namespace hermes
