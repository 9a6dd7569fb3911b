// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/sessionactions.h"

#include "app/cli/backendchoice.h"
#include "app/cli/launching.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace hermes {

Result<int> doToEach(const QList<SessionAddress> &names, const QString &done,
                     const std::function<Result<>(const SessionAddress &)> &action, Output &output)
{
    QJsonArray array;
    int exitCode = exitcode::Success;
    for (const SessionAddress &name : names) {
        const Result<> outcome = action(name);
        if (!outcome && names.size() == 1)
            return std::unexpected(outcome.error());
        array.append(QJsonObject {{u"id"_s, name.id},
                                  {done, outcome.has_value()},
                                  {u"error"_s, outcome ? QJsonValue() : QJsonValue(toText(outcome.error()))}});
        if (!outcome && exitCode == exitcode::Success)
            exitCode = exitCodeFor(outcome.error());
        if (output.json())
            continue;
        if (outcome)
            output.line(done + u' ' + name.id);
        else
            output.message(toText(inContext(name.id, outcome.error())));
    }
    if (output.json())
        output.document(array);
    return exitCode;
}

QList<SessionAddress> namesFrom(const Arguments &arguments, const SessionAddress &place)
{
    QList<SessionAddress> names;
    for (const QString &id : arguments.texts(u"-s"_s))
        names.append({.id = id, .backend = place.backend, .profile = place.profile});
    return names;
}

namespace {

/// What is configured is asked too, as far as it can be meant. Without the file there is still the environment.
QList<Settings> configured(CommandContext &context, const QString &backend)
{
    const auto set = readProfiles(defaultProfilesPath());
    if (!set)
        context.output.message(u"warning: "_s + toText(set.error()) + u" No profile of it is asked."_s);
    QList<Settings> list = configuredSettings(set.value_or(ProfileSet()), context.kinds);
    list.removeIf([&](const Settings &one) { return !backend.isEmpty() && one.backend() != backend; });
    return list;
}

} // namespace

Result<OpenPlace> openPlace(const Arguments &arguments, CommandContext &context)
{
    auto engine = openEngineFor(context, JournalNeed::Required);
    if (!engine)
        return std::unexpected(std::move(engine).error());
    return namedBackend(arguments, context.kinds).and_then([&](const QString &backend) {
        return namedProfile(arguments, **engine).transform([&](const std::optional<QString> &profile) {
            (*engine)->setConfigured(configured(context, backend));
            return OpenPlace {.engine = *std::move(engine), .place = {.backend = backend, .profile = profile}};
        });
    });
}

} // namespace hermes
