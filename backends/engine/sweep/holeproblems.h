// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/snippet.h"
#include "backends/engine/sweep/templatehole.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

namespace hermes {

/// What keeps code from being a template, and where.
struct HoleProblem
{
    qsizetype begin = 0; ///< The first byte of what is wrong, and the one behind it.
    qsizetype end = 0;
    Fault fault = {}; ///< Names the line.
};

/// The first `limit` problems, in their order. Behind a quote or bracket without an end nothing is said, since nobody
/// knows what stands inside quotes there. `names` are the parameters.
[[nodiscard]] QList<HoleProblem> findHoleProblems(Language language, const QByteArray &code, const QStringList &names,
                                                  qsizetype limit);

/// The holes of code in this language.
[[nodiscard]] FoundHoles findHoles(Language language, QByteArrayView code);

} // namespace hermes
