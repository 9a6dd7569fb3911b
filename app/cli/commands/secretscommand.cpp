// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/secretscommand.h"

#include "app/cli/launchwait.h"
#include "app/cli/output.h"
#include "app/cli/secretinput.h"
#include "app/composition.h"
#include "backends/profiles/secretuse.h"
#include "backends/secrets/secretname.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

void report(const QString &done, const QString &name, Output &output)
{
    if (output.json())
        output.document(QJsonObject {{u"name"_s, name}, {done, true}});
    else
        output.line(done + u' ' + name);
}

Result<int> store(const QString &name, CommandContext &context)
{
    const auto value = readSecret(u"Value of %1 (not shown): "_s.arg(name));
    if (!value)
        return std::unexpected(value.error());
    if (registryOfSecret(name)) {
        if (const auto login = registryLogin(name, *value); !login)
            return fail(FaultKind::Usage, u"The value for %1 is not of the form user:password"_s.arg(name));
    }
    return await(context.tokens.store->write(name, *value)).transform([&] {
        report(u"stored"_s, name, context.output);
        return exitcode::Success;
    });
}

Result<int> remove(const QString &name, CommandContext &context)
{
    return await(context.tokens.store->remove(name)).transform([&] {
        report(u"deleted"_s, name, context.output);
        return exitcode::Success;
    });
}

Result<int> list(CommandContext &context)
{
    const auto names = await(context.tokens.store->names());
    if (!names)
        return std::unexpected(names.error());
    const auto profiles = readProfiles(profilesFile());
    if (!profiles)
        return std::unexpected(profiles.error());
    TextTable table({u"NAME"_s, u"USED BY"_s});
    QJsonArray array;
    for (const QString &name : *names) {
        const QString use = secretUse(name, context.kinds, *profiles);
        table.add({name, use});
        array.append(QJsonObject {{u"name"_s, name}, {u"used_by"_s, use}});
    }
    if (context.output.json())
        context.output.document(array);
    else
        context.output.write(table.takeText().toUtf8());
    return exitcode::Success;
}

} // namespace

QString SecretsCommand::name() const
{
    return u"secrets"_s;
}

QString SecretsCommand::description() const
{
    return u"Stores, lists and deletes tokens and passwords in the keychain."_s;
}

QString SecretsCommand::details() const
{
    return u"  hermesctl secrets set my-token < token.txt\n"
           "  printf %s user:password | hermesctl secrets set registry/ghcr.io\n"
           "  hermesctl secrets list\n"
           "  hermesctl secrets delete my-token\n"
           "  hermesctl run --secret my-token --file job.py     the snippet has it as MY_TOKEN\n\n"
           "The value is read from standard input, never from an argument; at a terminal it is asked for and not shown. One\n"
           "line end behind it is no part of it. It is text of at most 64 KiB. Values are in the keychain of the desktop (the\n"
           "Secret Service or KWallet, under \"hermes-panel\") and nowhere else; without a keychain nothing is stored.\n\n"
           "Names:\n"
           "  BACKEND/KEY           a secret setting of a backend\n"
           "  BACKEND/PROFILE/KEY   the same of a profile\n"
           "  registry/HOST[:PORT]  the login of a registry of images, as user:password\n"
           "  any other             for --secret of run, sandbox, session and sweep"_s;
}

QList<PositionalSpec> SecretsCommand::positionals() const
{
    return {{u"set|list|delete"_s, u"What to do."_s}, {u"NAME"_s, u"The secret; not for list."_s, false}};
}

Result<int> SecretsCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const QString action = arguments.text(u"set|list|delete"_s);
    const bool isList = action == "list"_L1;
    if (!isList && action != "set"_L1 && action != "delete"_L1)
        return fail(FaultKind::Usage, u"The first word is none of set, list, delete"_s, u"See: hermesctl secrets --help."_s);
    if (isList && arguments.has(u"NAME"_s))
        return fail(FaultKind::Usage, u"secrets list takes no name"_s);
    if (isList)
        return list(context);
    const QString name = arguments.text(u"NAME"_s);
    if (!arguments.has(u"NAME"_s))
        return fail(FaultKind::Usage, u"NAME is missing"_s, u"See: hermesctl secrets --help."_s);
    return checkSecretName(name).and_then([&] { return action == "set"_L1 ? store(name, context) : remove(name, context); });
}

} // namespace hermes
