// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "decimal.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <optional>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

/// The digits from `at` on; moves `at` behind them.
QStringView takeDigits(QStringView text, qsizetype &at)
{
    const qsizetype begin = at;
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return text.sliced(begin, at - begin);
}

/// The exponent that begins at `at`, 0 where there is none; nothing when it is malformed or beyond any use.
std::optional<int> takeExponent(QStringView text, qsizetype &at)
{
    if (at == text.size() || text[at].toLower() != u'e')
        return 0;
    ++at;
    const bool negative = at < text.size() && text[at] == u'-';
    if (at < text.size() && (text[at] == u'-' || text[at] == u'+'))
        ++at;
    const QStringView digits = takeDigits(text, at);
    if (digits.isEmpty() || digits.size() > 3)
        return std::nullopt;
    return negative ? -digits.toInt() : digits.toInt();
}

std::unexpected<Fault> notANumber(QStringView role, QStringView text)
{
    return fail(FaultKind::Usage, u"the %1 \"%2\" of the range is not a number"_s.arg(role, text),
                u"Put quotes around a value that has a colon: \"10:30\"."_s);
}

} // namespace

Result<Decimal> parseDecimal(QStringView role, QStringView text)
{
    qsizetype at = !text.isEmpty() && (text[0] == u'-' || text[0] == u'+') ? 1 : 0;
    const bool negative = at == 1 && text[0] == u'-';
    QString digits = takeDigits(text, at).toString();
    qsizetype scale = 0;
    if (at < text.size() && text[at] == u'.') {
        const QStringView fraction = takeDigits(text, ++at);
        digits += fraction;
        scale = fraction.size();
    }
    const std::optional<int> exponent = takeExponent(text, at);
    if (digits.isEmpty() || !exponent || at != text.size())
        return notANumber(role, text);
    scale -= *exponent;
    while (digits.size() > 1 && digits.endsWith(u'0') && scale > 0) {
        digits.chop(1);
        --scale;
    }
    if (scale < 0 && digits.size() - scale <= 2 * MaxDecimalDigits) {
        digits += QString(-scale, u'0');
        scale = 0;
    }
    const auto leading = std::ranges::find_if(digits, [](QChar c) { return c != u'0'; }) - digits.begin();
    digits.remove(0, leading);
    if (digits.isEmpty())
        return Decimal {};
    if (scale < 0 || scale > MaxDecimalDigits || digits.size() - scale > MaxDecimalDigits)
        return fail(
            FaultKind::Usage,
            u"the %1 %2 of the range has more than %3 digits before or after the point"_s.arg(role, text).arg(MaxDecimalDigits));
    WideInteger units = 0;
    for (const QChar c : std::as_const(digits))
        units = units * 10 + c.digitValue();
    return Decimal {negative ? -units : units, int(scale)};
}

WideInteger scaledTo(const Decimal &number, int scale)
{
    WideInteger units = number.units;
    for (int i = number.scale; i < scale; ++i)
        units *= 10;
    return units;
}

QString shortestText(WideInteger units, int scale)
{
    const bool negative = units < 0;
    if (negative)
        units = -units;
    while (scale > 0 && units % 10 == 0) {
        units /= 10;
        --scale;
    }
    std::array<char16_t, LongestDecimal> buffer;
    size_t at = buffer.size();
    for (int written = 0; units != 0 || written <= scale; ++written) {
        if (written == scale && scale > 0)
            buffer[--at] = u'.';
        buffer[--at] = char16_t(u'0' + int(units % 10));
        units /= 10;
    }
    if (negative)
        buffer[--at] = u'-';
    return QString(QStringView(buffer.data() + at, qsizetype(buffer.size() - at)));
}

} // namespace hermes
