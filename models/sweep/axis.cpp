// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "axis.h"

#include "models/displaytext.h"
#include "models/formatting.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::Axis)
};

constexpr auto AnyName = "n"_L1;
/// More make no list that anybody edits.
constexpr qint64 LongestList = 10'000;

/// The words between the colons, with nothing for those that are missing.
QString part(const QString &text, qsizetype number)
{
    return text.section(u':', number, number).trimmed();
}

QString quoted(const QString &value)
{
    return u'"' + QString(value).replace(u'"', "\"\""_L1) + u'"';
}

QString listEntry(const QString &value)
{
    const bool asIs = !value.isEmpty() && value.trimmed() == value && !value.contains(u',') && !value.startsWith(u'"');
    return asIs ? value : quoted(value);
}

QString stepBetween(const QString &first, const QString &last, qint64 count)
{
    return count > 1 ? QString::number((last.toDouble() - first.toDouble()) / double(count - 1), 'g', 15) : u"1"_s;
}

Axis example(AxisKind kind)
{
    switch (kind) {
    case AxisKind::StepRange: return {.kind = kind, .from = u"1"_s, .to = u"10"_s, .step = u"1"_s};
    case AxisKind::CountRange: return {.kind = kind, .from = u"0"_s, .to = u"1"_s, .count = u"11"_s};
    case AxisKind::LogRange: return {.kind = kind, .from = u"0.001"_s, .to = u"1"_s, .count = u"4"_s};
    case AxisKind::List:
    case AxisKind::Table: break;
    }
    return {.kind = kind};
}

/// First and last value as an axis of numbers; an example where they are none.
Axis between(AxisKind kind, const ParameterGroup &group)
{
    const qint64 count = group.count();
    const QString first = group.value(0, 0);
    const QString last = group.value(count - 1, 0);
    bool areNumbers = false;
    const double from = first.toDouble(&areNumbers);
    const double to = areNumbers ? last.toDouble(&areNumbers) : 0;
    if (!areNumbers || count < 2 || from == to || (kind == AxisKind::LogRange && (from <= 0 || to <= 0)))
        return example(kind);
    if (kind == AxisKind::StepRange)
        return {.kind = kind, .from = first, .to = last, .step = stepBetween(first, last, count)};
    return {.kind = kind, .from = first, .to = last, .count = QString::number(count)};
}

} // namespace

QString axisKindName(AxisKind kind)
{
    switch (kind) {
    case AxisKind::List: return Text::tr("List");
    case AxisKind::StepRange: return Text::tr("Range (step)");
    case AxisKind::CountRange: return Text::tr("Range (count)");
    case AxisKind::LogRange: return Text::tr("Log range");
    case AxisKind::Table: break;
    }
    return Text::tr("CSV file");
}

AxisKind axisKindOf(const QString &values)
{
    const QString text = values.trimmed();
    if (SpacedRange::isMeant(text))
        return text.startsWith("lin"_L1) ? AxisKind::CountRange : AxisKind::LogRange;
    const qsizetype colon = text.indexOf(u':');
    bool isNumber = false;
    static_cast<void>(text.first(std::max<qsizetype>(0, colon)).toDouble(&isNumber));
    return isNumber && !text.contains(u',') && !text.contains(u'"') ? AxisKind::StepRange : AxisKind::List;
}

QString valuesSummary(const ParameterGroup &group)
{
    constexpr qint64 Shown = 4;
    constexpr qsizetype LongestShown = 24;
    const qint64 count = group.count();
    const auto row = [&group](qint64 index) {
        QStringList values;
        for (qsizetype column = 0; column < group.names().size(); ++column)
            values += lineText(group.value(index, column), LongestShown);
        return values.join(u'/');
    };
    QStringList shown;
    for (qint64 index = 0; index < std::min(count, Shown); ++index)
        shown += row(index);
    if (count > Shown + 1)
        shown += u"… "_s + row(count - 1);
    else if (count == Shown + 1)
        shown += row(count - 1);
    const QString number = Text::tr("%L1 values", nullptr, pluralForm(count)).arg(count);
    return Text::tr("%1: %2", "number of values, the values").arg(number, shown.join(", "_L1));
}

Axis Axis::fromText(const QString &text)
{
    Axis axis {.kind = axisKindOf(text)};
    const qsizetype shift = axis.kind == AxisKind::StepRange ? 0 : 1; // the word before the first colon
    if (axis.kind != AxisKind::List) {
        axis.from = part(text, shift);
        axis.to = part(text, shift + 1);
        (shift == 0 ? axis.step : axis.count) = part(text, shift + 2);
        if (shift == 0 && axis.step.isEmpty())
            axis.step = u"1"_s;
        return axis;
    }
    if (text.trimmed().isEmpty())
        return axis;
    const Result<ParameterGroup> list = parseParameter(AnyName, text);
    for (qint64 row = 0; list && row < list->count(); ++row)
        axis.values += list->value(row, 0);
    if (!list) {
        for (const QString &entry : text.split(u','))
            axis.values += entry.trimmed();
    }
    return axis;
}

QString Axis::toText() const
{
    switch (kind) {
    case AxisKind::StepRange: return QStringList {from, to, step}.join(u':');
    case AxisKind::CountRange: return QStringList {u"lin"_s, from, to, count}.join(u':');
    case AxisKind::LogRange: return QStringList {u"log"_s, from, to, count}.join(u':');
    case AxisKind::List:
    case AxisKind::Table: break;
    }
    QStringList entries;
    for (const QString &value : values)
        entries += listEntry(value);
    const QString text = entries.join(u',');
    // Alone it would be taken for what it looks like.
    return values.size() == 1 && axisKindOf(text) != AxisKind::List ? quoted(values.front()) : text;
}

Axis Axis::as(AxisKind other) const
{
    if (other == kind)
        return *this;
    const Result<ParameterGroup> group = parseParameter(AnyName, toText());
    if (!group)
        return example(other);
    if (other != AxisKind::List)
        return between(other, *group);
    Axis list {.kind = other};
    for (qint64 row = 0; group->count() <= LongestList && row < group->count(); ++row)
        list.values += group->value(row, 0);
    return list;
}

} // namespace hermes
