// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QList>
#include <QString>

#include <optional>

namespace hermes {

/// A snippet to begin with, and the parameters that go with it.
struct StarterTemplate
{
    struct Parameter
    {
        QString name = {};
        QString values = {}; ///< As they are typed: "1:10", "a,b".

        bool operator==(const Parameter &) const = default;
    };

    QString title = {};
    QString about = {};
    Language language = Language::Python;
    QList<Parameter> parameters = {};
    QList<int> exitCodes = {0}; ///< With which candidates end, by design.
    QString code = {};
    QString path = {};  ///< Its file, for those that are the user's own; empty for those that come with the program.

    bool operator==(const StarterTemplate &) const = default;

    /// The text of a template's file: a head of comments ("# Title: …", "# About: …", "# Parameter n: 1:10",
    /// "# Exit codes: 0 3"), an empty line, the code. A file without a head is named after itself.
    [[nodiscard]] static StarterTemplate fromText(const QString &text, const QString &fileName);
    [[nodiscard]] QString toText() const;
};

/// Those that come with the program, in the order of their titles.
[[nodiscard]] QList<StarterTemplate> builtInTemplates();

// Those of the user, in a folder that need not exist. All of these block and may be called by any thread.
/// `$XDG_DATA_HOME/hermes-panel/templates`.
[[nodiscard]] QString ownTemplateFolder();
[[nodiscard]] QList<StarterTemplate> readTemplates(const QString &folder);
/// Under a file name that is made of the title; Conflict where that is taken.
[[nodiscard]] Result<> saveTemplate(const QString &folder, const StarterTemplate &what);
[[nodiscard]] Result<> removeTemplate(const StarterTemplate &what);

} // namespace hermes
