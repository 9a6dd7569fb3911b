// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "options.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <cstdlib>
#include <print>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

[[noreturn]] void refuse(const QString &text)
{
    std::println(stderr, "hermes-panel: {}", text.toStdString());
    std::exit(2);
}

QCommandLineOption hidden(const QString &name, const QString &help, const QString &value)
{
    QCommandLineOption option(name, help, value);
    option.setFlags(QCommandLineOption::HiddenFromHelp);
    return option;
}

} // namespace

PanelOptions parseOptions(const QCoreApplication &application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(u"A control panel for code-execution backends."_s);
    const QCommandLineOption sample(u"sample"_s, u"Open with the ready-made sample sweep."_s);
    const QCommandLineOption theme = hidden(u"theme"_s, u"light, dark, high-contrast-light or high-contrast-dark"_s, u"theme"_s);
    const QCommandLineOption shot = hidden(u"shot"_s, u"Write a picture of every page into a folder."_s, u"folder"_s);
    const QCommandLineOption variant = hidden(u"shot-variant"_s, u"The end of the pictures' names: small ones only."_s, u"name"_s);
    const QCommandLineOption text = hidden(u"shot-text"_s, u"Size of letters in percent."_s, u"percent"_s);
    parser.addOptions({sample, theme, shot, variant, text});
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    parser.addPositionalArgument(u"file"_s, u"A snippet to open (.py or .sh)."_s, u"[file]"_s);
    if (!parser.parse(application.arguments()))
        refuse(parser.errorText());
    if (parser.isSet(help))
        parser.showHelp(0);
    if (parser.isSet(version))
        parser.showVersion();
    PanelOptions options {.sample = parser.isSet(sample),
                          .shots = {.folder = parser.value(shot), .variant = parser.value(variant)}};
    if (parser.isSet(text))
        options.shots.textPercent = std::clamp(parser.value(text).toInt(), 50, 400);
    if (parser.positionalArguments().size() > 1)
        refuse(u"one file at a time"_s);
    options.file = parser.positionalArguments().value(0);
    options.theme = themeFromKey(parser.value(theme));
    if (parser.isSet(theme) && !options.theme)
        refuse(u"--theme is "_s + theme.description());
    return options;
}

} // namespace hermes
