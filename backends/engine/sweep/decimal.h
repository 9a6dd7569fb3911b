// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QString>
#include <QStringView>

namespace hermes {

__extension__ using WideInteger = __int128;

/// On each side of the point: a scaled number has at most 36 digits, which 128 bits hold twice.
inline constexpr int MaxDecimalDigits = 18;
/// Characters of shortestText() at most: sign, point and digits.
inline constexpr int LongestDecimal = 72;

/// An exact decimal number: units × 10^-scale.
struct Decimal
{
    WideInteger units = 0;
    int scale = 0;
};

/// Reads a number with a sign, a fraction and an exponent. `role` is what messages call it: "start".
[[nodiscard]] Result<Decimal> parseDecimal(QStringView role, QStringView text);
/// The units of the number at a scale that is not below its own.
[[nodiscard]] WideInteger scaledTo(const Decimal &number, int scale);
/// The number in its shortest form without an exponent: no trailing zeros, no "-0".
[[nodiscard]] QString shortestText(WideInteger units, int scale);

} // namespace hermes
