// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/snippet.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <vector>

namespace hermes {

/// Code in which literals have taken the places of the holes.
struct RenderedCode
{
    struct Literal
    {
        qsizetype begin = 0; ///< In bytes of the code.
        qsizetype size = 0;

        bool operator==(const Literal &) const = default;
    };
    QByteArray code = {};
    QList<Literal> literals = {}; ///< In their order.
};

/// Code with holes `{{name}}` that literals of its language take the place of. Compiled once, rendered many times.
///
/// A value that is a JSON number (isJsonNumber) becomes that number, anything else a quoted text: a Python string, or
/// one shell word. No value can get out of its literal. Python numbers are put in parentheses where they would
/// otherwise bind differently ({{x}} ** 2), shell numbers in quotes where they would (a{{n}}, {{n}}>file).
///
/// The code is bytes and need not be UTF-8. Anything in double braces that is no name is left as it is, and so
/// is everything in comments. A value; render() may be called by several threads.
class SnippetTemplate final
{
public:
    /// `names` are the parameters in the order of the values that render() will be given.
    ///
    /// Faults name the line: a name that is not a parameter, a hole where no literal can stand (in quotes,
    /// here-documents, shell arithmetic, ${…} and backquotes; touching a name, a number or a quote in Python). A
    /// parameter without a hole is fine.
    [[nodiscard]] static Result<SnippetTemplate> parse(Language language, const QByteArray &code, const QStringList &names);

    [[nodiscard]] bool hasHoles() const { return !m_holes.empty(); }
    [[nodiscard]] QByteArray render(const QStringList &values) const;
    /// The same, and where the literals are.
    [[nodiscard]] RenderedCode renderMarked(const QStringList &values) const;

private:
    enum class NumberForm { Bare, Parentheses, Quotes };
    struct Hole
    {
        QByteArray before = {}; ///< The code between the hole before this one and this one.
        qsizetype value = 0;
        NumberForm number = NumberForm::Bare;
    };

    [[nodiscard]] static NumberForm numberForm(Language language, const QByteArray &code, qsizetype begin, qsizetype end);
    void appendLiteral(QByteArray &to, const QString &value, NumberForm number) const;

    Language m_language = Language::Python;
    bool m_asciiOnly = false;
    std::vector<Hole> m_holes;
    QByteArray m_rest;
};

} // namespace hermes
