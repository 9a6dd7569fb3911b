// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArrayView>

#include <optional>

namespace hermes {

/// The most bytes that one row of a view shows: a longer line takes several rows.
inline constexpr qsizetype LongestRow = 4096;

/// A row of output, as positions in some bytes.
struct RowCut
{
    qsizetype begin = 0;
    qsizetype end = 0;  ///< Without its line end.
    qsizetype next = 0; ///< Where the next row begins.
    bool endsLine = false;
    /// No row: what is before `next` was written over by a carriage return, as progress bars do it.
    bool overwritten = false;
};

/// The row that begins at `from`. Nothing: there is no line end and too little for a row of its own, so that it depends on
/// what comes. Where it cuts depends on nothing but the bytes from `from` on.
///
/// A long line is cut between characters and not within a control sequence. Of a long line with carriage returns
/// only what comes after the last one is a row.
[[nodiscard]] std::optional<RowCut> cutRow(QByteArrayView bytes, qsizetype from);

} // namespace hermes
