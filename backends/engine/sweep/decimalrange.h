// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/sweep/decimal.h"

namespace hermes {

/// The values start, start + step, … up to and including the end when it is hit exactly; in exact decimals.
///
/// Values are computed when asked for, so a range of any length costs nothing. A value, any thread.
class DecimalRange final
{
public:
    /// Reads `a:b` (step 1) or `a:b:step`. Numbers may have a sign, a fraction and an exponent, and at most 18 digits
    /// on each side of the point. A step of 0, or one that leads away from the end, is an error that says so.
    [[nodiscard]] static Result<DecimalRange> parse(QStringView text);

    /// At least 1. The largest qint64 stands for "that many or more".
    [[nodiscard]] qint64 count() const { return m_count; }
    /// In the shortest form without an exponent: no trailing zeros, no "-0" (0:1:0.25 gives 0, 0.25, 0.5, 0.75, 1).
    [[nodiscard]] QString value(qint64 index) const;
    /// As it was written; parse() makes the same range of it.
    [[nodiscard]] const QString &text() const { return m_text; }

private:
    QString m_text;
    WideInteger m_first = 0; // in units of 10^-m_scale, like m_step
    WideInteger m_step = 1;
    int m_scale = 0;
    qint64 m_count = 1;
};

} // namespace hermes
