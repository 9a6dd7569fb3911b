// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runresult.h"

#include <QList>
#include <QTimeZone>

namespace hermes {

/// One thing that is known of a result, for people.
struct ResultFact
{
    QString label = {};
    QString value = {};

    bool operator==(const ResultFact &) const = default;
};

/// Everything that is known of a result but its output and its notes, in a fixed order. What is not known is left out.
/// Times are those of `zone`, with their offset.
[[nodiscard]] QList<ResultFact> resultFacts(const RunResult &result, const QTimeZone &zone = QTimeZone::systemTimeZone());

/// The JSON object on the last line of an output, one member a line; empty when there is none. Keeps the order of members
/// and every number as it was printed.
[[nodiscard]] QString prettyLastObject(QByteArrayView output);

} // namespace hermes
