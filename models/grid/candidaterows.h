// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"

#include <array>
#include <memory>
#include <vector>

namespace hermes {

/// The candidates of a launch by their index, a million of them if need be. Blocks of which nothing is known yet take no
/// memory, so that a launch is there at once, however big it is. A value that can be moved; one thread at a time.
class CandidateRows final
{
public:
    /// So many that are queued.
    explicit CandidateRows(int count = 0) : m_blocks(size_t(count + BlockSize - 1) / BlockSize), m_count(count) { }

    [[nodiscard]] int count() const { return m_count; }
    /// The `index` in it means nothing as long as it is queued.
    [[nodiscard]] const CandidateSummary &at(int row) const
    {
        const auto &block = m_blocks[size_t(row) / BlockSize];
        return block ? (*block)[size_t(row) % BlockSize] : queued();
    }
    void set(const CandidateSummary &candidate)
    {
        auto &block = m_blocks[size_t(candidate.index) / BlockSize];
        if (!block)
            block = std::make_unique<Block>();
        (*block)[size_t(candidate.index) % BlockSize] = candidate;
    }

private:
    static constexpr int BlockSize = 1024;
    using Block = std::array<CandidateSummary, BlockSize>;
    [[nodiscard]] static const CandidateSummary &queued()
    {
        static const CandidateSummary candidate;
        return candidate;
    }

    std::vector<std::unique_ptr<Block>> m_blocks;
    int m_count;
};

} // namespace hermes
