// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sweepdefinition.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QJsonObject groupToJson(const ParameterGroup &group)
{
    QJsonObject object {{u"names"_s, QJsonArray::fromStringList(group.names())}};
    if (const DecimalRange *range = group.asRange()) {
        object.insert(u"range"_s, range->text());
        return object;
    }
    if (const SpacedRange *range = group.asSpacedRange()) {
        object.insert(u"range"_s, range->text());
        return object;
    }
    QJsonArray values;
    for (qint64 row = 0; row < group.count(); ++row) {
        for (qsizetype column = 0; column < group.names().size(); ++column)
            values.append(group.value(row, column));
    }
    object.insert(u"values"_s, values);
    if (group.isTable())
        object.insert(u"table"_s, group.origin());
    return object;
}

std::unexpected<Fault> malformed()
{
    return fail(FaultKind::Storage, u"the stored definition of the sweep makes no sense"_s);
}

QStringList toStrings(const QJsonArray &array)
{
    QStringList texts;
    texts.reserve(array.size());
    for (const QJsonValue each : array)
        texts.append(each.toString());
    return texts;
}

Result<ParameterGroup> groupFromJson(const QJsonObject &object)
{
    const QStringList names = toStrings(object[u"names"_s].toArray());
    if (names.isEmpty())
        return malformed();
    const QJsonValue range = object[u"range"_s];
    if (range.isString() && SpacedRange::isMeant(range.toString()))
        return SpacedRange::parse(range.toString()).transform([&](const SpacedRange &each) {
            return ParameterGroup::range(names.front(), each);
        });
    if (range.isString())
        return DecimalRange::parse(range.toString()).transform([&](const DecimalRange &each) {
            return ParameterGroup::range(names.front(), each);
        });
    QStringList values = toStrings(object[u"values"_s].toArray());
    if (values.isEmpty() || values.size() % names.size() != 0)
        return malformed();
    const QJsonValue origin = object[u"table"_s];
    if (!origin.isString())
        return ParameterGroup::list(names.front(), std::move(values));
    QList<QStringList> rows;
    rows.reserve(values.size() / names.size());
    for (qsizetype at = 0; at < values.size(); at += names.size())
        rows.append(values.sliced(at, names.size()));
    return ParameterGroup::table(origin.toString(), names, std::move(rows));
}

} // namespace

QByteArray sweepDefinitionToJson(const SweepDefinition &definition)
{
    QJsonArray groups;
    for (const ParameterGroup &group : definition.groups)
        groups.append(groupToJson(group));
    QJsonObject object {{u"groups"_s, groups},
                        {u"zip"_s, definition.zip},
                        {u"excludes"_s, QJsonArray::fromStringList(definition.excludes)},
                        {u"repeat"_s, definition.repeat}};
    if (definition.seed)
        object.insert(u"seed"_s, *definition.seed);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

Result<SweepDefinition> sweepDefinitionFromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    if (!object[u"groups"_s].isArray())
        return malformed();
    SweepDefinition definition;
    for (const QJsonValue each : object[u"groups"_s].toArray()) {
        auto group = groupFromJson(each.toObject());
        if (!group)
            return std::unexpected(group.error());
        definition.groups.append(*std::move(group));
    }
    definition.zip = object[u"zip"_s].toBool();
    definition.excludes = toStrings(object[u"excludes"_s].toArray());
    definition.repeat = object[u"repeat"_s].toInteger(1);
    if (const QJsonValue seed = object[u"seed"_s]; seed.isDouble())
        definition.seed = seed.toInteger();
    return definition;
}

} // namespace hermes
