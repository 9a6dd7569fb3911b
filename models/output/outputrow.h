// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/output/outputindex.h"

#include <QString>

namespace hermes {

/// How control characters are shown.
enum class Rendering : quint8 {
    Terminal, ///< Colours as they are meant; carriage returns and backspaces write over what is there.
    Plain     ///< Nothing is carried out: every control character is visible as a sign.
};

/// Text of one style.
struct StyledRun
{
    qsizetype begin = 0;
    qsizetype length = 0;
    AnsiStyle style = {};

    bool operator==(const StyledRun &) const = default;
};

/// One row as it is shown: decoded, invalid UTF-8 as U+FFFD, nothing in it that could deceive.
struct OutputRow
{
    QString text = {};
    std::vector<StyledRun> runs = {};     ///< Those with a style of their own, in order.
    std::vector<quint32> positions = {};  ///< For each character of `text` its byte in the block, and the row's end.
    qint64 line = 0;                      ///< From 0.
    bool startsLine = false;
    bool endsLine = false;
    bool isGap = false;

    /// The first character that stands for this byte or one behind it.
    [[nodiscard]] qsizetype columnOf(quint32 position) const;
};

[[nodiscard]] OutputRow decodeRow(const OutputBlock &block, qsizetype at, Rendering rendering);

/// A character that is UTF-8 at the start of bytes; U+FFFD for what is none, with the bytes that it stands for.
struct DecodedCharacter
{
    char32_t character = 0;
    qsizetype length = 0;
};
[[nodiscard]] DecodedCharacter decodeCharacter(QByteArrayView bytes);

} // namespace hermes
