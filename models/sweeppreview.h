// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"
#include "backends/engine/sweep/parametergroup.h"

#include <QList>
#include <QString>

namespace hermes {

/// What a sweep would run, looked at before it is launched.
struct SweepPreview
{
    struct Candidate
    {
        QString parameters = {}; ///< "discount=0.1, n=3".
        QString code = {};       ///< As it would run; invalid UTF-8 as U+FFFD.
    };
    qint64 count = 0;
    /// None where the holes of the code are wrong, which the editor says.
    QList<Candidate> first = {};
};

/// Expands the first candidates. The fault says what is wrong with the parameters.
[[nodiscard]] Result<SweepPreview> previewSweep(const QList<ParameterGroup> &groups, const Snippet &snippet, int limit);

} // namespace hermes
