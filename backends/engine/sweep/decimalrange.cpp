// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "decimalrange.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <limits>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

__extension__ using Integer = __int128;

constexpr int MaxDigits = 18; // on each side of the point: a scaled number has at most 36, which 128 bits hold twice

struct Decimal
{
    Integer units = 0; ///< The number is units × 10^-scale.
    int scale = 0;
};

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
    if (scale < 0 && digits.size() - scale <= 2 * MaxDigits) {
        digits += QString(-scale, u'0');
        scale = 0;
    }
    const auto leading = std::ranges::find_if(digits, [](QChar c) { return c != u'0'; }) - digits.begin();
    digits.remove(0, leading);
    if (digits.isEmpty())
        return Decimal {};
    if (scale < 0 || scale > MaxDigits || digits.size() - scale > MaxDigits)
        return fail(FaultKind::Usage,
                    u"the %1 %2 of the range has more than %3 digits before or after the point"_s.arg(role, text).arg(MaxDigits));
    Integer units = 0;
    for (const QChar c : std::as_const(digits))
        units = units * 10 + c.digitValue();
    return Decimal {negative ? -units : units, int(scale)};
}

Integer scaledTo(const Decimal &number, int scale)
{
    Integer units = number.units;
    for (int i = number.scale; i < scale; ++i)
        units *= 10;
    return units;
}

QString shortestText(Integer units, int scale)
{
    const bool negative = units < 0;
    if (negative)
        units = -units;
    while (scale > 0 && units % 10 == 0) {
        units /= 10;
        --scale;
    }
    std::array<char16_t, 48> buffer;
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

} // namespace

Result<DecimalRange> DecimalRange::parse(QStringView text)
{
    const QList<QStringView> parts = text.split(u':');
    if (parts.size() < 2 || parts.size() > 3)
        return fail(FaultKind::Usage, u"\"%1\" is not a range"_s.arg(text), u"Write start:end or start:end:step."_s);
    const auto first = parseDecimal(u"start", parts[0]);
    const auto last = first ? parseDecimal(u"end", parts[1]) : first;
    const auto step = last ? parseDecimal(u"step", parts.size() == 3 ? parts[2] : QStringView(u"1")) : last;
    if (!step)
        return std::unexpected(step.error());

    DecimalRange range;
    range.m_text = text.toString();
    range.m_scale = std::max({first->scale, last->scale, step->scale});
    range.m_first = scaledTo(*first, range.m_scale);
    range.m_step = scaledTo(*step, range.m_scale);
    const Integer distance = scaledTo(*last, range.m_scale) - range.m_first;
    if (range.m_step == 0)
        return fail(FaultKind::Usage, u"the step of the range %1 is 0"_s.arg(text), u"Give a step that is not 0."_s);
    if (distance != 0 && (distance < 0) != (range.m_step < 0)) {
        const QString turned = shortestText(-range.m_step, range.m_scale);
        return fail(FaultKind::Usage,
                    u"the step %1 of the range %2 leads away from its end %3"_s.arg(shortestText(range.m_step, range.m_scale), text,
                                                                                    parts[1]),
                    u"Write %1:%2:%3."_s.arg(parts[0], parts[1], turned));
    }
    const Integer steps = distance / range.m_step;
    constexpr Integer Most = std::numeric_limits<qint64>::max();
    range.m_count = steps >= Most ? std::numeric_limits<qint64>::max() : qint64(steps + 1);
    return range;
}

QString DecimalRange::value(qint64 index) const
{
    Q_ASSERT(index >= 0 && index < m_count);
    return shortestText(m_first + m_step * index, m_scale);
}

} // namespace hermes
