// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "extra.h"

#include "backends/core/enumnames.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr EnumNames<FaultKind, 13> FaultNames {{
    {FaultKind::Usage, "usage"_L1},
    {FaultKind::NotConfigured, "not_configured"_L1},
    {FaultKind::NotFound, "not_found"_L1},
    {FaultKind::Conflict, "conflict"_L1},
    {FaultKind::Refused, "refused"_L1},
    {FaultKind::Denied, "denied"_L1},
    {FaultKind::Unreachable, "unreachable"_L1},
    {FaultKind::TimedOut, "timed_out"_L1},
    {FaultKind::Cancelled, "cancelled"_L1},
    {FaultKind::Exhausted, "exhausted"_L1},
    {FaultKind::Protocol, "protocol"_L1},
    {FaultKind::Storage, "storage"_L1},
    {FaultKind::Internal, "internal"_L1},
}};

QJsonObject faultToJson(const Fault &fault)
{
    return {{u"kind"_s, nameOf(FaultNames, fault.kind)},
            {u"what"_s, fault.what},
            {u"advice"_s, fault.advice},
            {u"transient"_s, fault.transient}};
}

Fault faultFromJson(const QJsonObject &json)
{
    return {.kind = valueOf(FaultNames, json["kind"_L1].toString()).value_or(Fault().kind),
            .what = json["what"_L1].toString(),
            .advice = json["advice"_L1].toString(),
            .transient = json["transient"_L1].toBool()};
}

} // namespace

QByteArray toExtra(const RunEnd &end)
{
    if (end.notes.isEmpty() && !end.fault)
        return {};
    QJsonObject json;
    if (!end.notes.isEmpty())
        json["notes"_L1] = QJsonArray::fromStringList(end.notes);
    if (end.fault)
        json["fault"_L1] = faultToJson(*end.fault);
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

void applyExtra(const QByteArray &extra, RunEnd &end)
{
    if (extra.isEmpty())
        return;
    const QJsonObject json = QJsonDocument::fromJson(extra).object();
    for (const auto &note : json["notes"_L1].toArray())
        end.notes += note.toString();
    if (const auto fault = json["fault"_L1]; fault.isObject())
        end.fault = faultFromJson(fault.toObject());
}

} // namespace hermes
