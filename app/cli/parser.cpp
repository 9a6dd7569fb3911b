// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/parser.h"

#include "app/cli/backendchoice.h"

#include <CLI/CLI.hpp>

#include <map>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

std::string toStd(const QString &text)
{
    return text.toStdString();
}

/// The parser's names must not carry the spaces and commas that a description may.
CLI::Option *addOption(CLI::App &app, const OptionSpec &spec)
{
    if (spec.value.isEmpty())
        return app.add_flag(toStd(spec.flag));
    // One value for each time it is given, taken as it is: a value may begin with a dash.
    return app.add_option(toStd(spec.flag))
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// Text with replacement characters would be another value, or another file, than the one that was meant.
Result<> checkIsText(const QString &name, const QByteArray &word)
{
    if (QUtf8StringView(word.constData(), word.size()).isValidUtf8())
        return {};
    return fail(FaultKind::Usage, u"%1 %2 is not UTF-8 text"_s.arg(name, QString::fromUtf8(word)),
                u"A file whose name has other bytes can be renamed or linked to; such values can be read from a file, with "
                "--stdin or --input."_s);
}

/// Where the options end: at the `--` that is no option's value, else behind the last word.
Result<qsizetype> endOfOptions(const QByteArrayList &words, qsizetype from, const QList<OptionSpec> &options)
{
    for (qsizetype i = from; i < words.size(); ++i) {
        const QByteArray &word = words.at(i);
        if (word == "--")
            return i;
        const qsizetype equals = word.indexOf('=');
        const QString flag = QString::fromUtf8(equals < 0 ? word : word.first(equals));
        const auto spec = std::ranges::find(options, flag, &OptionSpec::flag);
        if (spec == options.end())
            continue;
        if (spec->value.isEmpty() && equals >= 0)
            return fail(FaultKind::Usage, u"%1 takes no value, but is given as %2"_s.arg(flag, QString::fromUtf8(word)),
                        u"Give %1 alone, or leave it out."_s.arg(flag));
        if (!spec->value.isEmpty() && equals < 0)
            ++i;
    }
    return words.size();
}

Result<> collect(const CLI::App &app, const QList<OptionSpec> &options, Arguments &into)
{
    for (const OptionSpec &spec : options) {
        const CLI::Option *option = app.get_option_no_throw(toStd(spec.flag));
        if (!option || option->count() == 0)
            continue;
        std::vector<std::string> results = option->results();
        if (!spec.repeatable && !spec.value.isEmpty()) {
            // The same once more says nothing new, as where a script adds to what its user gives.
            const auto other = std::ranges::find_if(results, [&](const std::string &result) { return result != results.front(); });
            if (other != results.end())
                return fail(FaultKind::Usage,
                            u"%1 is given as \"%2\" and as \"%3\""_s.arg(spec.flag, QString::fromStdString(results.front()),
                                                                         QString::fromStdString(*other)),
                            u"Leave one of them out."_s);
            results.resize(1);
        }
        for (const std::string &result : results) {
            const QByteArray value = spec.value.isEmpty() ? QByteArray() : QByteArray::fromStdString(result);
            if (const auto checked = spec.anyBytes ? Result<>() : checkIsText(spec.flag, value); !checked)
                return checked;
            into.add(spec.flag, value);
        }
    }
    return {};
}

/// Some are words of later versions, with what to write instead until then.
Fault unknownOption(const QString &word, const QString &seeHelp)
{
    const QString option = word.section(u'=', 0, 0);
    if (option == "--task"_L1)
        return {.kind = FaultKind::Usage,
                .what = u"--task is not available: no agent carries out tasks in plain words yet"_s,
                .advice = u"Give the code itself with --code, --file or - for standard input."_s};
    return {.kind = FaultKind::Usage, .what = u"Unknown option %1"_s.arg(word), .advice = seeHelp};
}

/// `before` are the words that no option took, `after` those behind `--`, which may begin with a dash.
Result<> collectPositionals(const std::vector<std::string> &before, const QByteArrayList &after, const Command &command,
                            Arguments &into)
{
    const QString seeHelp = u"See: hermesctl %1 --help."_s.arg(command.name());
    if (command.takesSecret() && before.size() + size_t(after.size()) > size_t(command.positionals().size()))
        return fail(FaultKind::Usage, u"One argument is too many"_s,
                    u"A value is given on standard input, never as an argument, which everybody on this machine can read. If this "
                    "was one, it is in the history of the shell now: change it."_s);
    QByteArrayList words;
    for (const std::string &word : before) {
        if (word.size() > 1 && word.front() == '-')
            return std::unexpected(unknownOption(QString::fromStdString(word), seeHelp));
        words.append(QByteArray::fromStdString(word));
    }
    words += after;
    const QList<PositionalSpec> specs = command.positionals();
    if (words.size() > specs.size())
        return fail(FaultKind::Usage, u"\"%1\" is one argument too many"_s.arg(QString::fromUtf8(words.at(specs.size()))), seeHelp);
    for (qsizetype i = 0; i < specs.size(); ++i) {
        if (i >= words.size()) {
            if (specs.at(i).required)
                return fail(FaultKind::Usage, specs.at(i).name + u" is missing"_s, seeHelp);
            continue;
        }
        const PositionalSpec &spec = specs.at(i);
        if (const auto checked = spec.anyBytes ? Result<>() : checkIsText(spec.name, words.at(i)); !checked)
            return checked;
        into.add(spec.name, words.at(i));
    }
    return {};
}

Result<Command *> findCommand(const CommandList &commands, const QString &word)
{
    QStringList names;
    for (const auto &command : commands) {
        if (command->name() == word)
            return command.get();
        names.append(command->name());
    }
    const QString what = word.isEmpty() ? u"A command is missing"_s : u"Unknown command \"%1\""_s.arg(word);
    return fail(FaultKind::Usage, what, u"Commands: %1."_s.arg(names.join(u", "_s)));
}

Fault parseFault(const CLI::ParseError &error, const QString &command)
{
    // "--timeout: 1 required TEXT missing" and the like: the flag is what matters.
    const QString text = QString::fromUtf8(error.what());
    if (const qsizetype colon = text.indexOf(u':'); text.startsWith(u'-') && colon > 0)
        return {.kind = FaultKind::Usage,
                .what = text.first(colon) + u" needs a value"_s,
                .advice = u"See: hermesctl %1 --help."_s.arg(command)};
    return {.kind = FaultKind::Usage, .what = text, .advice = u"See: hermesctl %1 --help."_s.arg(command)};
}

/// `--profile NAME` may stand before the command as well.
struct LeadingWords
{
    qsizetype command = 0; ///< Index of the command's name.
    std::optional<QByteArray> profile = {};
    bool help = false;
    bool version = false;
};

Result<LeadingWords> readLeadingWords(const QByteArrayList &words)
{
    LeadingWords leading;
    for (; leading.command < words.size(); ++leading.command) {
        const QByteArray &word = words.at(leading.command);
        if (word == "--help" || word == "-h" || word == "help")
            leading.help = true;
        else if (word == "--version")
            leading.version = true;
        else if (word == "--profile" && leading.command + 1 < words.size())
            leading.profile = words.at(++leading.command);
        else if (word.startsWith("--profile="))
            leading.profile = word.sliced(10);
        else if (word != "--json" && word.startsWith('-'))
            return std::unexpected(unknownOption(QString::fromUtf8(word), u"See: hermesctl --help."_s));
        else if (word != "--json")
            break;
    }
    return leading;
}

} // namespace

QList<OptionSpec> allOptions(const Command &command, const QList<BackendKind> &kinds)
{
    QList<OptionSpec> options = command.options();
    if (command.usesBackend())
        options += backendOptions(kinds);
    const bool hasProfile = std::ranges::contains(options, u"--profile"_s, &OptionSpec::flag);
    if (!hasProfile)
        options.append({u"--profile"_s, u"NAME"_s, u"A configured backend of profiles.toml."_s});
    options.append({u"--json"_s, {}, u"Results and errors as JSON on standard output."_s});
    options.append({u"--help"_s, {}, u"This text."_s});
    return options;
}

Result<Invocation> parseCommandLine(const CommandList &commands, const QList<BackendKind> &kinds, const QByteArrayList &words)
{
    const auto leading = readLeadingWords(words);
    if (!leading)
        return std::unexpected(leading.error());
    Invocation invocation {.help = leading->help, .version = leading->version};
    if (leading->command == words.size() && (invocation.help || invocation.version))
        return invocation;
    const auto command = findCommand(commands, QString::fromUtf8(words.value(leading->command)));
    if (!command)
        return std::unexpected(command.error());
    invocation.command = *command;

    const QList<OptionSpec> options = allOptions(**command, kinds);
    CLI::App app;
    app.set_help_flag();
    app.allow_extras();
    for (const OptionSpec &spec : options)
        addOption(app, spec);
    const auto end = endOfOptions(words, leading->command + 1, options);
    if (!end)
        return std::unexpected(end.error());
    // CLI11 takes its words from the back.
    std::vector<std::string> rest;
    for (qsizetype i = *end - 1; i > leading->command; --i)
        rest.push_back(words.at(i) == "-h" ? std::string("--help") : words.at(i).toStdString());
    try {
        app.parse(std::move(rest));
    } catch (const CLI::ParseError &error) {
        return std::unexpected(parseFault(error, (*command)->name()));
    }
    if (const auto collected = collect(app, options, invocation.arguments); !collected)
        return std::unexpected(collected.error());
    const std::optional<QByteArray> &profile = leading->profile;
    if (const auto checked = checkIsText(u"--profile"_s, profile.value_or(QByteArray())); !checked)
        return std::unexpected(checked.error());
    if (profile && !invocation.arguments.has(u"--profile"_s))
        invocation.arguments.add(u"--profile"_s, *profile);
    invocation.help = invocation.help || invocation.arguments.has(u"--help"_s);
    if (invocation.help)
        return invocation;
    if (const auto collected = collectPositionals(app.remaining(), words.sliced(std::min(*end + 1, words.size())), **command,
                                                  invocation.arguments);
        !collected)
        return std::unexpected(collected.error());
    return invocation;
}

} // namespace hermes
