// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace hermes {

/// In which order the candidates of a launch are started: as they are numbered, or shuffled by a seed. Positions count from
/// 0, as indexes do; what was given out of a launch is all that is below one position.
///
/// A seed gives the same order on every machine and in every version of the program, since the journal keeps the seed alone.
/// A value, cheap to copy; any thread.
class StartOrder final
{
public:
    /// As they are numbered.
    StartOrder() = default;
    /// Takes 4 bytes for each candidate.
    [[nodiscard]] static StartOrder shuffled(int count, qint64 seed);

    /// Of the candidates; 0 unless it is shuffled.
    [[nodiscard]] int count() const { return m_indexes ? int(m_indexes->size()) : 0; }
    [[nodiscard]] bool isShuffled() const { return m_indexes != nullptr; }
    [[nodiscard]] int indexAt(int position) const { return m_indexes ? (*m_indexes)[size_t(position)] : position; }

private:
    std::shared_ptr<const std::vector<int>> m_indexes; ///< By position; null: as they are numbered.
};

/// The seed of an order as users write it: nothing for "index", 0 for "random", else that of "random:7". Usage otherwise.
[[nodiscard]] Result<std::optional<qint64>> orderSeedFromText(const QString &text);
[[nodiscard]] QString orderText(std::optional<qint64> seed);

} // namespace hermes
