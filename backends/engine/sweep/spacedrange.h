// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/sweep/decimal.h"

namespace hermes {

/// A given number of values from a start to an end, both included, with the same distance between neighbours (`lin:`)
/// or the same ratio (`log:`).
///
/// Linear values are exact where their decimals end within 18 places behind the point (lin:0:1:5 gives 0, 0.25, 0.5,
/// 0.75, 1); one whose decimals do not is rounded to 15 significant digits (lin:0:1:4 gives 0.333333333333333). Of
/// logarithmic values the two ends are exact and those between are rounded to 6 significant digits, or to as many
/// as keep neighbours apart, at most 12 (log:1e-4:1:5 gives 0.0001, 0.001, 0.01, 0.1, 1). All are written as decimals
/// in their shortest form without an exponent. Values are computed when asked for. A value, any thread.
class SpacedRange final
{
public:
    enum class Spacing { Linear, Logarithmic };

    /// Whether the text is meant as such a range: `lin:` or `log:` and a number with a colon behind it, and neither a
    /// comma nor a quote anywhere. Anything else, `log:debug` too, is a plain value.
    [[nodiscard]] static bool isMeant(QStringView text);
    /// Reads `lin:start:end:count` or `log:start:end:count`. Numbers are as in DecimalRange; those of `log:` are above 0.
    /// Start and end differ unless the count is 1.
    [[nodiscard]] static Result<SpacedRange> parse(QStringView text);

    [[nodiscard]] Spacing spacing() const { return m_spacing; }
    /// At least 1, at most 18 digits.
    [[nodiscard]] qint64 count() const { return m_count; }
    [[nodiscard]] QString value(qint64 index) const;
    /// As it was written; parse() makes the same range of it.
    [[nodiscard]] const QString &text() const { return m_text; }

private:
    [[nodiscard]] Result<> chooseDigits();
    [[nodiscard]] QString linearValue(qint64 index) const;
    [[nodiscard]] QString logarithmicValue(qint64 index) const;

    QString m_text;
    Spacing m_spacing = Spacing::Linear;
    WideInteger m_first = 0; // in units of 10^-m_scale, like m_last
    WideInteger m_last = 0;
    int m_scale = 0;
    qint64 m_count = 1;
    int m_digits = 6; ///< Significant ones of logarithmic values.
};

} // namespace hermes
