// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "decimalrange.h"

#include <QStringList>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace hermes {

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
    const WideInteger distance = scaledTo(*last, range.m_scale) - range.m_first;
    if (range.m_step == 0)
        return fail(FaultKind::Usage, u"the step of the range %1 is 0"_s.arg(text), u"Give a step that is not 0."_s);
    if (distance != 0 && (distance < 0) != (range.m_step < 0)) {
        const QString turned = shortestText(-range.m_step, range.m_scale);
        return fail(FaultKind::Usage,
                    u"the step %1 of the range %2 leads away from its end %3"_s.arg(shortestText(range.m_step, range.m_scale), text,
                                                                                    parts[1]),
                    u"Write %1:%2:%3."_s.arg(parts[0], parts[1], turned));
    }
    const WideInteger steps = distance / range.m_step;
    constexpr WideInteger Most = std::numeric_limits<qint64>::max();
    range.m_count = steps >= Most ? std::numeric_limits<qint64>::max() : qint64(steps + 1);
    return range;
}

QString DecimalRange::value(qint64 index) const
{
    Q_ASSERT(index >= 0 && index < m_count);
    return shortestText(m_first + m_step * index, m_scale);
}

} // namespace hermes
