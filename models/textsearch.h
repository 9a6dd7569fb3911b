// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QList>
#include <QRegularExpression>
#include <QString>

#include <optional>

namespace hermes {

/// What is searched for in a text.
struct SearchPattern
{
    QString text = {};
    bool matchCase = false;
    bool wholeWords = false;
    bool regularExpression = false;

    bool operator==(const SearchPattern &) const = default;
};

struct TextMatch
{
    qsizetype position = 0;
    qsizetype length = 0; ///< May be 0: "^" matches the beginning of a line.

    bool operator==(const TextMatch &) const = default;
};

/// Finds and replaces in a text whose lines end with '\n'; `^` and `$` are the ends of a line. A value; any thread. How long
/// a regular expression takes is bounded by the library's own limit: behind it nothing more is found.
class TextSearch final
{
public:
    /// A text that takes the place of a part of another one.
    struct Replaced
    {
        qsizetype from = 0;
        qsizetype length = 0; ///< Of what is replaced.
        QString text = {};
        qsizetype count = 0; ///< Matches in it.
    };

    /// Usage where the pattern is no regular expression; says what is wrong with it. Not for an empty pattern.
    [[nodiscard]] static Result<TextSearch> compile(const SearchPattern &pattern);

    /// The first `limit` matches, in their order, none over another.
    [[nodiscard]] QList<TextMatch> find(const QString &text, qsizetype limit) const;
    /// What the part from the first match to the last one becomes.
    [[nodiscard]] Replaced replaceAll(const QString &text, const QString &with) const;
    /// What one match becomes; nothing when there is no such match (any more).
    [[nodiscard]] std::optional<QString> replacement(const QString &text, TextMatch match, const QString &with) const;

private:
    [[nodiscard]] QString expand(const QRegularExpressionMatch &match, const QString &with) const;

    QRegularExpression m_expression;
    bool m_expands = false; ///< `\1`, `\n` and the like in a replacement mean something.
};

} // namespace hermes
