// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/help.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr qsizetype LineWidth = 100;
constexpr qsizetype HelpColumn = 30;

/// `text` broken between words, every line but the first indented.
QString wrapped(const QString &text, qsizetype indent)
{
    QString result;
    qsizetype column = indent;
    for (const QString &word : text.split(u' ', Qt::SkipEmptyParts)) {
        if (column > indent && column + word.size() + 1 > LineWidth) {
            result += u'\n' + QString(indent, u' ');
            column = indent;
        }
        if (column > indent) {
            result += u' ';
            ++column;
        }
        result += word;
        column += word.size();
    }
    return result;
}

QString entry(const QString &left, const QString &help)
{
    const QString head = u"  "_s + left;
    if (head.size() + 2 <= HelpColumn)
        return head.leftJustified(HelpColumn) + wrapped(help, HelpColumn) + u'\n';
    return head + u'\n' + QString(HelpColumn, u' ') + wrapped(help, HelpColumn) + u'\n';
}

QString optionEntry(const OptionSpec &option)
{
    const QString left = option.value.isEmpty() ? option.flag : option.flag + u' ' + option.value;
    return entry(left, option.repeatable ? option.help + u" May be given several times."_s : option.help);
}

} // namespace

QString programHelp(const CommandList &commands)
{
    QString text =
        u"usage: hermesctl COMMAND [OPTION…]\n\nRuns snippets on execution backends: this machine and others.\n\nCommands:\n"_s;
    for (const auto &command : commands)
        text += entry(command->name(), command->description());
    text += u"\nOptions:\n"_s + entry(u"--version"_s, u"The version."_s)
        + entry(u"--help"_s, u"This text; after a command, that of the command."_s);
    text += u"\nExit codes: run ends with that of the snippet, 124 over its timeout, 128+n by signal n, 130 cancelled;\n"
            "125 when a snippet could not be run or a backend not be used, 2 for a mistake in what was given, 1 for what\n"
            "does not exist or is refused: an unknown id, a build that fails, a folder that cannot be written.\n"_s;
    return text;
}

QString commandHelp(const Command &command, const QList<BackendKind> &kinds)
{
    QString text = u"usage: hermesctl "_s + command.name() + u" [OPTION…]"_s;
    for (const PositionalSpec &positional : command.positionals())
        text += positional.required ? QString(u' ' + positional.name) : QString(u" ["_s + positional.name + u']');
    text += u"\n\n"_s + command.description() + u'\n';
    if (const QString details = command.details(); !details.isEmpty())
        text += u'\n' + details + u'\n';
    if (const auto positionals = command.positionals(); !positionals.isEmpty()) {
        text += u"\nArguments:\n"_s;
        for (const PositionalSpec &positional : positionals)
            text += entry(positional.name, positional.help);
    }
    const QList<OptionSpec> options = allOptions(command, kinds);
    QStringList groups {QString()};
    for (const OptionSpec &option : options) {
        if (!groups.contains(option.group))
            groups.append(option.group);
    }
    for (const QString &group : std::as_const(groups)) {
        text += u'\n' + (group.isEmpty() ? u"Options"_s : group) + u":\n"_s;
        for (const OptionSpec &option : options) {
            if (option.group == group)
                text += optionEntry(option);
        }
    }
    return text;
}

} // namespace hermes
