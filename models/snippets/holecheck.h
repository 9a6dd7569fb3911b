// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace hermes {

/// Something in the text of a snippet that keeps it from running as it is meant.
struct TextProblem
{
    qsizetype position = 0; ///< In the text, in its UTF-16 units.
    qsizetype length = 0;
    int line = 0;         ///< From 1.
    QString message = {}; ///< What is wrong and what to do, without the line.

    bool operator==(const TextProblem &) const = default;
};

/// More are not shown: who has so many repairs the first ones first.
inline constexpr qsizetype MostProblems = 100;

/// What is wrong with the `{{name}}` holes of the text, in their order. `names` are the parameters. Any thread; takes some
/// tens of milliseconds for a text of some MiB.
[[nodiscard]] QList<TextProblem> checkHoles(Language language, const QString &text, const QStringList &names);

} // namespace hermes
