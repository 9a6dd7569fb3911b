// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "backends/engine/sweep/sweepexpansion.h"

#include <QJsonObject>

#include <functional>

namespace hermes {

/// A launch of the journal with the parameters of its candidates. Main thread.
class StoredLaunch final
{
public:
    [[nodiscard]] static Result<StoredLaunch> read(Engine &engine, LaunchId id);

    [[nodiscard]] const LaunchRecord &record() const { return m_record; }
    [[nodiscard]] int count() const { return int(m_record.count); }
    [[nodiscard]] QStringList parameterNames() const { return m_expansion ? m_expansion->names() : QStringList(); }
    [[nodiscard]] QStringList parameters(int index) const { return m_expansion ? m_expansion->at(index) : QStringList(); }
    /// {name: value}; numbers where they are JSON numbers.
    [[nodiscard]] QJsonObject parametersObject(int index) const;

    /// Hands over every candidate in order, without its output, as Queued where it was not started, as Running
    /// where it has no result; reads them in pages.
    [[nodiscard]] Result<> forEachCandidate(Engine &engine, const std::function<void(const CandidateSummary &)> &take) const;

private:
    LaunchRecord m_record;
    std::optional<SweepExpansion> m_expansion;
};

} // namespace hermes
