// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace hermes {

/// Where a hole stands, which decides whether a literal can take its place. In all but Code it cannot.
enum class HolePlace {
    Code,
    Quotes,       ///< A quoted text of the language, f-strings with their expressions included.
    HereDocument, ///< Shell: the text or the end word of one.
    Arithmetic,   ///< Shell: ((…)), which evaluates what stands in quotes.
    Expansion,    ///< Shell: ${…}.
    Backquotes,   ///< Shell: `…`.
    Subscript,    ///< Shell: name[…].
    Escaped       ///< Shell: right behind a backslash or a $.
};

/// `{{name}}`, with spaces or tabs allowed around the name.
struct TemplateHole
{
    qsizetype begin = 0;
    qsizetype end = 0;
    QByteArrayView name = {};
    HolePlace place = HolePlace::Code;
};

struct FoundHoles
{
    std::vector<TemplateHole> holes = {}; ///< In order, those in comments left out.
    /// Where a quote or bracket begins that has no end, or none that all shells agree on; the places of holes behind it mean nothing then.
    std::optional<qsizetype> unfinished = {};
};

/// The hole that begins exactly at `at`; nothing where there is none.
[[nodiscard]] std::optional<TemplateHole> holeAt(QByteArrayView code, qsizetype at);

/// Adds the hole that begins at `at` to those found and moves `at` behind it; false where there is none.
bool takeHole(FoundHoles &found, QByteArrayView code, qsizetype &at, HolePlace place);

/// Any bytes are accepted. Both know as much of the language as it takes to tell quotes, comments and code apart.
[[nodiscard]] FoundHoles findPythonHoles(QByteArrayView code);
[[nodiscard]] FoundHoles findShellHoles(QByteArrayView code);

} // namespace hermes
