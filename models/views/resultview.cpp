// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultview.h"

#include "backends/core/enumnames.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr EnumNames<ResultShape, 3> ShapeNames {{
    {ResultShape::Table, "table"_L1},
    {ResultShape::Repeats, "repeats"_L1},
    {ResultShape::Plot, "plot"_L1},
}};

constexpr EnumNames<RunState, RunStateCount> StateNames {{
    {RunState::Queued, "queued"_L1},
    {RunState::NotRun, "not_run"_L1},
    {RunState::Running, "running"_L1},
    {RunState::Stopping, "stopping"_L1},
    {RunState::Ok, "ok"_L1},
    {RunState::Failed, "failed"_L1},
    {RunState::Signalled, "signalled"_L1},
    {RunState::TimedOut, "timed_out"_L1},
    {RunState::Cancelled, "cancelled"_L1},
    {RunState::Infrastructure, "infrastructure"_L1},
}};

QJsonArray columnsToJson(const QList<ColumnLook> &columns)
{
    QJsonArray list;
    for (const ColumnLook &column : columns)
        list.append(QJsonObject {
            {u"title"_s, column.title}, {u"place"_s, column.place}, {u"width"_s, column.width}, {u"hidden"_s, column.hidden}});
    return list;
}

QList<ColumnLook> columnsFromJson(const QJsonArray &list)
{
    QList<ColumnLook> columns;
    for (const QJsonValue column : list)
        columns.append({.title = column["title"_L1].toString(),
                        .place = std::max(0, column["place"_L1].toInt()),
                        .width = std::max(0, column["width"_L1].toInt()),
                        .hidden = column["hidden"_L1].toBool()});
    return columns;
}

QJsonArray sortToJson(const QList<SortLook> &sort)
{
    QJsonArray list;
    for (const SortLook &key : sort)
        list.append(QJsonObject {{u"title"_s, key.title}, {u"descending"_s, key.order == Qt::DescendingOrder}});
    return list;
}

QList<SortLook> sortFromJson(const QJsonArray &list)
{
    QList<SortLook> sort;
    for (const QJsonValue key : list)
        sort.append({.title = key["title"_L1].toString(),
                     .order = key["descending"_L1].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder});
    return sort;
}

QJsonArray sortedTexts(QStringList texts)
{
    texts.sort();
    return QJsonArray::fromStringList(texts);
}

QJsonObject filterToJson(const GridFilter::Parts &filter)
{
    QStringList states;
    for (const RunState state : filter.states)
        states += nameOf(StateNames, state);
    QJsonArray conditions;
    QStringList titles = filter.conditions.keys();
    titles.sort();
    for (const QString &title : std::as_const(titles)) {
        const ColumnCondition condition = filter.conditions.value(title);
        QJsonObject object {{u"title"_s, title}, {u"text"_s, condition.text}};
        if (condition.values)
            object.insert(u"values"_s, sortedTexts(condition.values->values()));
        conditions.append(object);
    }
    return {{u"states"_s, sortedTexts(states)}, {u"text"_s, filter.text}, {u"conditions"_s, conditions}};
}

GridFilter::Parts filterFromJson(const QJsonObject &json)
{
    GridFilter::Parts filter {.text = json["text"_L1].toString()};
    for (const QJsonValue name : json["states"_L1].toArray()) {
        if (const auto state = valueOf(StateNames, name.toString()))
            filter.states.insert(*state);
    }
    for (const QJsonValue each : json["conditions"_L1].toArray()) {
        ColumnCondition condition {.text = each["text"_L1].toString()};
        if (each["values"_L1].isArray()) {
            condition.values.emplace();
            for (const QJsonValue value : each["values"_L1].toArray())
                condition.values->insert(value.toString());
        }
        if (!condition.isEmpty())
            filter.conditions.insert(each["title"_L1].toString(), condition);
    }
    return filter;
}

QJsonObject plotToJson(const PlotLook &plot)
{
    const auto isLog = [](PlotScale scale) { return scale == PlotScale::Logarithmic; };
    return {{u"x"_s, plot.x},
            {u"y"_s, plot.y},
            {u"color"_s, plot.color},
            {u"log_x"_s, isLog(plot.scales.x)},
            {u"log_y"_s, isLog(plot.scales.y)},
            {u"log_color"_s, isLog(plot.scales.color)},
            {u"lines"_s, plot.lines},
            {u"as_table"_s, plot.asTable}};
}

PlotLook plotFromJson(const QJsonObject &json)
{
    const auto scale = [&json](QLatin1StringView key) { return json[key].toBool() ? PlotScale::Logarithmic : PlotScale::Linear; };
    return {.x = json["x"_L1].toString(),
            .y = json["y"_L1].toString(),
            .color = json["color"_L1].toString(),
            .scales = {.x = scale("log_x"_L1), .y = scale("log_y"_L1), .color = scale("log_color"_L1)},
            .lines = json["lines"_L1].toBool(),
            .asTable = json["as_table"_L1].toBool()};
}

} // namespace

bool ResultView::looksLike(ResultView other) const
{
    other.name = name;
    return *this == other;
}

QJsonObject ResultView::toJson() const
{
    return {{u"name"_s, name},
            {u"shape"_s, nameOf(ShapeNames, shape)},
            {u"columns"_s, columnsToJson(columns)},
            {u"sort"_s, sortToJson(sort)},
            {u"filter"_s, filterToJson(filter)},
            {u"plot"_s, plotToJson(plot)}};
}

std::optional<ResultView> ResultView::fromJson(const QJsonObject &json)
{
    ResultView view {.name = json["name"_L1].toString(),
                     .shape = valueOf(ShapeNames, json["shape"_L1].toString()).value_or(ResultShape::Table),
                     .columns = columnsFromJson(json["columns"_L1].toArray()),
                     .sort = sortFromJson(json["sort"_L1].toArray()),
                     .filter = filterFromJson(json["filter"_L1].toObject()),
                     .plot = plotFromJson(json["plot"_L1].toObject())};
    return view.name.trimmed().isEmpty() ? std::nullopt : std::optional(std::move(view));
}

} // namespace hermes
