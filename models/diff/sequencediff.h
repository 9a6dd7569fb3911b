// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <span>
#include <stop_token>
#include <vector>

namespace hermes {

/// A place where two sequences differ: these elements of the first stand against those of the second. One of the two may
/// be empty. What is between two of them is the same.
struct DiffHunk
{
    int leftBegin = 0;
    int leftEnd = 0;
    int rightBegin = 0;
    int rightEnd = 0;

    bool operator==(const DiffHunk &) const = default;
};

struct SequenceDiff
{
    std::vector<DiffHunk> hunks = {}; ///< In order, never side by side.
    /// Some parts were too different to look for the smallest difference: they stand as replaced as a whole.
    bool coarse = false;
};

/// Compares two sequences of numbers by Myers' algorithm in linear space. Where that takes too long, elements that occur
/// once on both sides divide what is left; where there are none, it is replaced. Any thread; ends early when told to stop,
/// with a coarse answer.
[[nodiscard]] SequenceDiff diffSequences(std::span<const int> left, std::span<const int> right, const std::stop_token &stop = {});

} // namespace hermes
