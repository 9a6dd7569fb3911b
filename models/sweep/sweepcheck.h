// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"
#include "backends/engine/sweep/snippettemplate.h"
#include "backends/engine/sweep/sweepexpansion.h"

#include <optional>

namespace hermes {

/// What a sweep would be made of.
struct SweepQuestion
{
    SweepDefinition definition = {};
    Snippet snippet = {};
    bool templated = true; ///< `{{name}}` stands for a value.
};

/// What comes of it, or what keeps it from being launched.
struct SweepAnswer
{
    std::optional<SweepExpansion> expansion = {}; ///< Also beside a fault that is the code's.
    std::optional<SnippetTemplate> code = {};     ///< Where it is templated.
    std::optional<Fault> fault = {};
    std::optional<qsizetype> wrongExclude = {}; ///< The expression whose fault it is.
};

/// Expands the definition and compiles the code. Any thread; takes a second for a million candidates with excludes.
[[nodiscard]] SweepAnswer checkSweep(const SweepQuestion &question);
/// Whether that is done before a user notices.
[[nodiscard]] bool isQuicklyChecked(const SweepQuestion &question);

} // namespace hermes
