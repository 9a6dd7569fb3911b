// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QJsonValue bytesToJson(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QByteArray bytesFromJson(const QJsonValue &value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

QJsonArray environmentToJson(const QList<EnvironmentVariable> &environment)
{
    QJsonArray list;
    for (const EnvironmentVariable &variable : environment) {
        QJsonObject entry {{u"name"_s, variable.name}};
        if (!speaksOfSecret(variable.name))
            entry.insert(u"value"_s, bytesToJson(variable.value));
        list.append(entry);
    }
    return list;
}

/// Null is a value that was not kept; an empty one is not null.
QList<EnvironmentVariable> environmentFromJson(const QJsonArray &list)
{
    QList<EnvironmentVariable> environment;
    for (const QJsonValue value : list) {
        const QJsonObject entry = value.toObject();
        EnvironmentVariable variable {.name = entry.value("name"_L1).toString()};
        if (entry.contains("value"_L1)) {
            variable.value = bytesFromJson(entry.value("value"_L1));
            if (variable.value.isNull())
                variable.value = ""_ba;
        }
        environment.append(std::move(variable));
    }
    return environment;
}

/// From this program's environment.
Result<> completeEnvironment(QList<EnvironmentVariable> &environment)
{
    for (EnvironmentVariable &variable : environment) {
        if (!variable.value.isNull())
            continue;
        const QByteArray name = variable.name.toUtf8();
        if (!qEnvironmentVariableIsSet(name.constData()))
            return fail(FaultKind::NotConfigured,
                        u"The value of variable %1 was not kept, since its name speaks of a secret"_s.arg(variable.name),
                        u"Set %1 in the environment and try again."_s.arg(variable.name));
        variable.value = qgetenv(name.constData());
    }
    return {};
}

QJsonArray secretsToJson(const QList<SecretVariable> &secrets)
{
    QJsonArray list;
    for (const SecretVariable &secret : secrets)
        list.append(QJsonObject {{u"variable"_s, secret.variable}, {u"secret"_s, secret.secret}});
    return list;
}

QList<SecretVariable> secretsFromJson(const QJsonArray &list)
{
    QList<SecretVariable> secrets;
    for (const QJsonValue value : list)
        secrets.append({.variable = value["variable"_L1].toString(), .secret = value["secret"_L1].toString()});
    return secrets;
}

QJsonArray inputsToJson(const QList<InputFile> &inputs)
{
    QJsonArray list;
    for (const InputFile &input : inputs)
        list.append(QJsonObject {{u"source"_s, input.source}, {u"name"_s, input.name}});
    return list;
}

QList<InputFile> inputsFromJson(const QJsonArray &list)
{
    QList<InputFile> inputs;
    for (const QJsonValue value : list)
        inputs.append({.source = value["source"_L1].toString(), .name = value["name"_L1].toString()});
    return inputs;
}

QJsonObject restToJson(const LaunchSpec &spec)
{
    QJsonObject rest {
        {u"environment"_s, environmentToJson(spec.environment)},
        {u"inputs"_s, inputsToJson(spec.inputs)},
        {u"folder"_s, spec.folder},
        {u"stdin"_s, bytesToJson(spec.stdinData)},
        {u"result_bytes"_s, spec.capture.resultBytes},
        {u"spool_bytes"_s, spec.capture.spoolBytes},
    };
    QJsonArray codes;
    for (const QByteArray &code : spec.codes.sliced(1))
        codes.append(bytesToJson(code));
    rest.insert(u"more_codes"_s, codes);
    if (!spec.secrets.isEmpty())
        rest.insert(u"secrets"_s, secretsToJson(spec.secrets));
    if (spec.concurrency)
        rest.insert(u"concurrency"_s, *spec.concurrency);
    if (spec.timeout)
        rest.insert(u"timeout_ms"_s, qint64(spec.timeout->count()));
    if (spec.policy.afterFailures)
        rest.insert(u"stop_after"_s, *spec.policy.afterFailures);
    if (spec.policy.overPercent)
        rest.insert(u"stop_over"_s, *spec.policy.overPercent);
    return rest;
}

CaptureLimits captureFromJson(const QJsonObject &rest)
{
    const CaptureLimits usual;
    return {.resultBytes = rest.value("result_bytes"_L1).toInteger(usual.resultBytes),
            .spoolBytes = rest.value("spool_bytes"_L1).toInteger(usual.spoolBytes)};
}

void restFromJson(LaunchSpec &spec, const QJsonObject &rest)
{
    spec.environment = environmentFromJson(rest.value("environment"_L1).toArray());
    spec.secrets = secretsFromJson(rest.value("secrets"_L1).toArray());
    spec.inputs = inputsFromJson(rest.value("inputs"_L1).toArray());
    spec.folder = rest.value("folder"_L1).toString();
    spec.stdinData = bytesFromJson(rest.value("stdin"_L1));
    spec.capture = captureFromJson(rest);
    for (const QJsonValue code : rest.value("more_codes"_L1).toArray())
        spec.codes.append(bytesFromJson(code));
    if (const QJsonValue value = rest.value("concurrency"_L1); value.isDouble())
        spec.concurrency = value.toInt();
    if (const QJsonValue value = rest.value("timeout_ms"_L1); value.isDouble())
        spec.timeout = std::chrono::milliseconds(value.toInteger());
    if (const QJsonValue value = rest.value("stop_after"_L1); value.isDouble())
        spec.policy.afterFailures = value.toInt();
    if (const QJsonValue value = rest.value("stop_over"_L1); value.isDouble())
        spec.policy.overPercent = value.toDouble();
}

} // namespace

CaptureLimits captureFrom(const LaunchRecord &record)
{
    return captureFromJson(QJsonDocument::fromJson(record.spec).object());
}

QByteArray settingsToJson(const Settings &settings)
{
    QJsonObject object;
    for (auto value = settings.values().cbegin(); value != settings.values().cend(); ++value)
        object.insert(value.key(), value->text);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

Settings settingsFromJson(const QString &backend, const QByteArray &json)
{
    Settings settings(backend);
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    for (auto value = object.constBegin(); value != object.constEnd(); ++value)
        settings.set(value.key(), {.text = value->toString(), .source = SettingSource::Profile, .origin = u"journal"_s});
    return settings;
}

LaunchRecord toRecord(const LaunchSpec &spec, int count)
{
    LaunchRecord record;
    record.kind = spec.kind;
    record.name = spec.name;
    record.backend = spec.backend;
    record.profile = spec.profile;
    record.settings = settingsToJson(spec.settings);
    record.language = spec.language;
    record.code = spec.codes.first();
    record.templated = spec.templated;
    record.parameters = sweepDefinitionToJson(spec.sweep);
    record.orderSeed = spec.orderSeed;
    record.count = count;
    record.spec = QJsonDocument(restToJson(spec)).toJson(QJsonDocument::Compact);
    record.executorId = spec.executorId;
    return record;
}

Result<LaunchSpec> fromRecord(const LaunchRecord &record)
{
    return keptSpec(record).and_then(
        [](LaunchSpec spec) { return completeEnvironment(spec.environment).transform([&] { return std::move(spec); }); });
}

Result<LaunchSpec> keptSpec(const LaunchRecord &record)
{
    LaunchSpec spec;
    spec.kind = record.kind;
    spec.name = record.name;
    spec.backend = record.backend;
    spec.profile = record.profile;
    spec.settings = settingsFromJson(record.backend, record.settings);
    spec.language = record.language;
    spec.codes = {record.code};
    spec.templated = record.templated;
    spec.executorId = record.executorId;
    Result<SweepDefinition> sweep = sweepDefinitionFromJson(record.parameters);
    if (!sweep)
        return std::unexpected(std::move(sweep.error()));
    spec.sweep = std::move(*sweep);
    spec.orderSeed = record.orderSeed;
    restFromJson(spec, QJsonDocument::fromJson(record.spec).object());
    return spec;
}

} // namespace hermes
