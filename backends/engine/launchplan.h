// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/journal/startorder.h"
#include "backends/engine/launch.h"
#include "backends/engine/sweep/snippettemplate.h"
#include "backends/engine/sweep/sweepexpansion.h"

#include <memory>
#include <optional>

namespace hermes {

/// A validated launch: knows every candidate without keeping any. Immutable; any thread.
class LaunchPlan final
{
public:
    /// Checks code, parameters, template, counts and files. The fault's text names what is wrong.
    [[nodiscard]] static Result<std::shared_ptr<const LaunchPlan>> make(LaunchSpec spec);

    /// The same with the values of the spec's secrets, in their order; without them its runs have none of these variables.
    [[nodiscard]] std::shared_ptr<const LaunchPlan> withSecrets(QList<Secret> values) const;

    [[nodiscard]] const LaunchSpec &spec() const { return m_spec; }
    [[nodiscard]] int total() const { return m_total; }
    /// In which its candidates are started.
    [[nodiscard]] const StartOrder &order() const { return m_order; }
    /// Of a sweep; the other kinds have none.
    [[nodiscard]] QStringList parameterNames() const;
    [[nodiscard]] QStringList parameters(int index) const;
    [[nodiscard]] RunRequest request(int index) const;

private:
    explicit LaunchPlan(LaunchSpec spec) : m_spec(std::move(spec)) { }
    [[nodiscard]] Result<> prepareSweep();

    LaunchSpec m_spec;
    QList<Secret> m_secrets;
    int m_total = 0;
    StartOrder m_order;
    std::optional<SweepExpansion> m_expansion;
    std::optional<SnippetTemplate> m_template;
};

} // namespace hermes
