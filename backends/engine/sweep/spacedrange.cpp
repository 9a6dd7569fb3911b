// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "spacedrange.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

using Real = long double;

constexpr QStringView LinearPrefix = u"lin:";
constexpr QStringView LogarithmicPrefix = u"log:";
constexpr int RoundedDigits = 15;   ///< As many as a double holds exactly.
constexpr int LeastLogDigits = 6;
constexpr int MostLogDigits = 12; ///< Beyond them the logarithm itself is not exact enough.

Result<qint64> parseCount(QStringView text)
{
    const bool isNumber = !text.isEmpty() && std::ranges::all_of(text, [](QChar c) { return c >= u'0' && c <= u'9'; });
    const qint64 count = isNumber && text.size() <= MaxDecimalDigits ? text.toLongLong() : 0;
    if (count > 0)
        return count;
    if (isNumber && text.size() > MaxDecimalDigits)
        return fail(FaultKind::Usage, u"the count %1 of the range has more than %2 digits"_s.arg(text).arg(MaxDecimalDigits));
    return fail(FaultKind::Usage, u"the count \"%1\" of the range is not a whole number above 0"_s.arg(text));
}

int digitsOf(WideInteger number)
{
    int digits = 0;
    for (; number != 0; number /= 10)
        ++digits;
    return digits;
}

/// Half away from zero.
WideInteger roundedTo(int digits, WideInteger number)
{
    WideInteger unit = 1;
    for (int cut = digitsOf(number) - digits; cut > 0; --cut)
        unit *= 10;
    const WideInteger rest = number % unit;
    return number - rest + (2 * rest >= unit ? unit : 0);
}

} // namespace

bool SpacedRange::isMeant(QStringView text)
{
    if (!text.startsWith(LinearPrefix) && !text.startsWith(LogarithmicPrefix))
        return false;
    const QStringView rest = text.sliced(LinearPrefix.size());
    const qsizetype colon = rest.indexOf(u':');
    if (colon <= 0 || text.contains(u',') || text.contains(u'"'))
        return false;
    bool isNumber = false;
    static_cast<void>(rest.first(colon).toDouble(&isNumber));
    return isNumber;
}

Result<SpacedRange> SpacedRange::parse(QStringView text)
{
    const QList<QStringView> parts = text.split(u':');
    if (parts.size() != 4 || (!text.startsWith(LinearPrefix) && !text.startsWith(LogarithmicPrefix)))
        return fail(FaultKind::Usage, u"\"%1\" is not a range"_s.arg(text), u"Write lin:start:end:count or log:start:end:count."_s);
    const auto first = parseDecimal(u"start", parts[1]);
    const auto last = first ? parseDecimal(u"end", parts[2]) : first;
    if (!last)
        return std::unexpected(last.error());
    const Result<qint64> count = parseCount(parts[3]);
    if (!count)
        return std::unexpected(count.error());
    SpacedRange range;
    range.m_text = text.toString();
    range.m_spacing = text.startsWith(LinearPrefix) ? Spacing::Linear : Spacing::Logarithmic;
    range.m_scale = std::max(first->scale, last->scale);
    range.m_first = scaledTo(*first, range.m_scale);
    range.m_last = scaledTo(*last, range.m_scale);
    range.m_count = *count;
    if ((*count == 1) != (range.m_first == range.m_last))
        return fail(FaultKind::Usage,
                    u"the range %1 cannot have %2"_s.arg(text, *count == 1 ? u"one value"_s : parts[3] + u" values"_s),
                    *count == 1 ? u"Give a count of at least 2, so that both ends are included."_s
                                : u"Its start is its end: give the count 1, or another end."_s);
    if (range.m_spacing == Spacing::Logarithmic) {
        if (range.m_first <= 0 || range.m_last <= 0)
            return fail(FaultKind::Usage, u"the range %1 has an end that is not above 0"_s.arg(text),
                        u"A logarithmic range goes from one positive number to another."_s);
        if (const Result<> chosen = range.chooseDigits(); !chosen)
            return std::unexpected(chosen.error());
    }
    return range;
}

/// Enough to tell neighbours apart: numbers of d digits lie at most 10^(1-d) of themselves apart.
Result<> SpacedRange::chooseDigits()
{
    if (m_count < 3)
        return {};
    const auto whole = std::abs(std::log(Real(m_last) / Real(m_first)));
    const auto step = whole / Real(m_count - 1);
    m_digits = std::max(LeastLogDigits, 2 + int(std::ceil(-std::log10(step))));
    if (m_digits <= MostLogDigits)
        return {};
    return fail(FaultKind::Usage, u"the values of the range %1 lie too close together"_s.arg(m_text), u"Give a smaller count."_s);
}

QString SpacedRange::value(qint64 index) const
{
    Q_ASSERT(index >= 0 && index < m_count);
    if (index == 0)
        return shortestText(m_first, m_scale);
    if (index == m_count - 1)
        return shortestText(m_last, m_scale);
    return m_spacing == Spacing::Linear ? linearValue(index) : logarithmicValue(index);
}

QString SpacedRange::linearValue(qint64 index) const
{
    // Counted from the lower end, in whole units and a rest that is less than one of them: rest / steps.
    const bool up = m_last > m_first;
    const WideInteger steps = m_count - 1;
    const WideInteger at = up ? index : steps - index;
    const WideInteger distance = up ? m_last - m_first : m_first - m_last;
    const WideInteger fine = distance % steps * at;
    WideInteger units = (up ? m_first : m_last) + distance / steps * at + fine / steps;
    WideInteger rest = fine % steps;
    const bool negative = units < 0;
    if (negative) {
        units = rest == 0 ? -units : -units - 1;
        rest = rest == 0 ? 0 : steps - rest;
    }
    int scale = m_scale;
    while (rest != 0 && (scale < MaxDecimalDigits || digitsOf(units) <= RoundedDigits)) {
        units = units * 10 + rest * 10 / steps;
        rest = rest * 10 % steps;
        ++scale;
    }
    if (rest != 0)
        units = roundedTo(RoundedDigits, units);
    return shortestText(negative ? -units : units, scale);
}

QString SpacedRange::logarithmicValue(qint64 index) const
{
    const auto first = std::log(Real(m_first));
    const auto last = std::log(Real(m_last));
    const auto share = Real(index) / Real(m_count - 1);
    const auto units = std::exp(first + (last - first) * share);
    // "1.23457e-05": its digits are a whole number once the point is taken away.
    const QString text = QString::number(double(units), 'e', m_digits - 1);
    const qsizetype e = text.indexOf(u'e');
    const WideInteger digits = QString(text.first(e)).remove(u'.').toLongLong();
    const int exponent = text.sliced(e + 1).toInt() - (m_digits - 1) - m_scale;
    return exponent <= 0 ? shortestText(digits, -exponent) : shortestText(scaledTo({.units = digits, .scale = 0}, exponent), 0);
}

} // namespace hermes
