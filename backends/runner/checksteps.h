// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"

namespace hermes::runner {

/// The steps of a connection test, of which none is taken after one that failed. One thread.
class CheckSteps final
{
public:
    explicit CheckSteps(const std::function<void(const CheckStep &)> &report) : m_report(report) { }

    /// Carries a step out unless one before it failed, and reports it with its time.
    void take(const QString &name, const std::function<Result<QString>()> &step);
    [[nodiscard]] bool failed() const { return m_failed; }

private:
    const std::function<void(const CheckStep &)> &m_report;
    bool m_failed = false;
};

/// Runs a snippet to its end; its first line of output, or why it did not succeed. Blocks for at most half a minute.
[[nodiscard]] Result<QString> outputOf(Executor &executor, const Snippet &snippet, std::stop_token stop);

/// The steps that are the same wherever a runner is: shell, python3 (whose absence is told, and no failure, where `needsPython`
/// is off), a first run.
void checkRuns(CheckSteps &steps, Executor &executor, bool needsPython, std::stop_token stop);

} // namespace hermes::runner
