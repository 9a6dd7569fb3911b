// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/command.h"
#include "app/cli/help.h"
#include "app/cli/interrupts.h"
#include "app/cli/output.h"
#include "app/cli/parser.h"
#include "app/composition.h"
#include "app/logging.h"
#include "app/standardstreams.h"
#include "app/translation/translation.h"

#include <QCoreApplication>

#include <string_view>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr std::string_view VersionLine = "hermesctl " HERMES_VERSION "\n";

QByteArrayList wordsOf(int argc, char **argv)
{
    QByteArrayList words;
    for (int i = 1; i < argc; ++i)
        words.append(argv[i]);
    return words;
}

/// A command line that cannot be parsed is to be answered in JSON too, so this does not wait for the parser.
hermes::OutputFormat formatOf(const QByteArrayList &words)
{
    const qsizetype end = words.indexOf("--");
    const qsizetype json = words.indexOf("--json");
    return json >= 0 && (end < 0 || json < end) ? hermes::OutputFormat::Json : hermes::OutputFormat::Text;
}

hermes::Result<int> execute(const QByteArrayList &words, hermes::Output &output)
{
    const auto commands = hermes::allCommands();
    const QList<hermes::BackendKind> kinds = hermes::backendKinds();
    auto invocation = hermes::parseCommandLine(commands, kinds, words);
    if (!invocation)
        return std::unexpected(std::move(invocation).error());
    if (invocation->version && !invocation->command)
        output.write(QByteArray::fromStdString(std::string(VersionLine)));
    else if (!invocation->command)
        output.write(hermes::programHelp(commands).toUtf8());
    else if (invocation->help)
        output.write(hermes::commandHelp(*invocation->command, kinds).toUtf8());
    if (!invocation->command || invocation->help)
        return hermes::exitcode::Success;
    hermes::Tokens tokens = hermes::openTokens(hermes::KeychainTokenStore::WithoutService::Refuse);
    QObject::connect(tokens.store.get(), &hermes::TokenStore::stateChanged, tokens.store.get(),
                     [&output](hermes::StoreState state) {
                         if (state == hermes::StoreState::NotAnswering)
                             output.message(u"the keychain has not answered yet; it may be waiting to be unlocked"_s);
                     });
    hermes::CommandContext context {kinds, output, tokens};
    return invocation->command->execute(invocation->arguments, context);
}

} // namespace

int main(int argc, char **argv)
{
    hermes::fillStandardStreams();
    hermes::surviveBrokenPipes();
    if (argc == 2 && argv[1] == std::string_view("--version")) {
        const int error = hermes::writeAll(STDOUT_FILENO, VersionLine);
        return error == 0 ? hermes::exitcode::Success : hermes::lostOutputExitCode(error, hermes::exitcode::Success);
    }
    hermes::installMessageHandler();
    QCoreApplication application(argc, argv);
    hermes::installTranslation();
    QCoreApplication::setApplicationName(u"hermesctl"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(HERMES_VERSION));
    const QByteArrayList words = wordsOf(argc, argv);
    hermes::Output output(formatOf(words));
    const auto exitCode = execute(words, output);
    return output.conclude(exitCode ? *exitCode : output.fail(exitCode.error()));
}
