// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sequencediff.h"

#include <QHash>

#include <algorithm>
#include <optional>
#include <utility>

namespace hermes {

namespace {

/// Differences within one part up to which the smallest set of them is looked for.
constexpr int MostDifferences = 3000;
/// Steps for all parts together: a few seconds.
constexpr qint64 MostSteps = 600'000'000;

/// A part of both sequences.
struct Part
{
    int leftBegin = 0;
    int leftEnd = 0;
    int rightBegin = 0;
    int rightEnd = 0;

    [[nodiscard]] int left() const { return leftEnd - leftBegin; }
    [[nodiscard]] int right() const { return rightEnd - rightBegin; }
};

class Comparison final
{
public:
    Comparison(std::span<const int> left, std::span<const int> right, const std::stop_token &stop)
        : m_left(left), m_right(right), m_stop(stop)
    {
        const auto most = size_t(std::min<qint64>(MostDifferences, qint64(left.size() + right.size())) + 2);
        m_forward.resize(2 * most + 1);
        m_backward.resize(2 * most + 1);
        m_middle = int(most);
    }

    SequenceDiff run()
    {
        // Parts that wait, the first on top: differences come in order.
        m_parts.push_back({.leftEnd = int(m_left.size()), .rightEnd = int(m_right.size())});
        while (!m_parts.empty()) {
            const Part part = m_parts.back();
            m_parts.pop_back();
            compare(part);
        }
        return std::move(m_diff);
    }

private:
    enum class From : quint8 { Begin, End };

    void compare(Part part);
    [[nodiscard]] std::optional<std::pair<int, int>> middle(const Part &part);
    [[nodiscard]] std::optional<int> advance(const Part &part, From from, int differences);
    [[nodiscard]] bool isSame(const Part &part, From from, int x, int y) const;
    /// How far a diagonal leads from this side.
    [[nodiscard]] int &reach(From from, int diagonal)
    {
        return *((from == From::Begin ? m_forward : m_backward).begin() + m_middle + diagonal);
    }
    [[nodiscard]] bool divide(const Part &part);
    [[nodiscard]] std::vector<std::pair<int, int>> anchors(const Part &part) const;
    void add(const Part &part);

    std::span<const int> m_left;
    std::span<const int> m_right;
    std::stop_token m_stop;
    std::vector<int> m_forward; ///< By diagonal, from -m_middle on.
    std::vector<int> m_backward;
    int m_middle = 0;
    qint64 m_steps = 0;
    std::vector<Part> m_parts;
    SequenceDiff m_diff;
};

void Comparison::add(const Part &part)
{
    if (part.left() == 0 && part.right() == 0)
        return;
    std::vector<DiffHunk> &hunks = m_diff.hunks;
    if (!hunks.empty() && hunks.back().leftEnd == part.leftBegin && hunks.back().rightEnd == part.rightBegin) {
        hunks.back().leftEnd = part.leftEnd;
        hunks.back().rightEnd = part.rightEnd;
        return;
    }
    hunks.push_back({part.leftBegin, part.leftEnd, part.rightBegin, part.rightEnd});
}

void Comparison::compare(Part part)
{
    const auto same = [this](int left, int right) { return m_left[size_t(left)] == m_right[size_t(right)]; };
    while (part.left() > 0 && part.right() > 0 && same(part.leftBegin, part.rightBegin)) {
        ++part.leftBegin;
        ++part.rightBegin;
    }
    while (part.left() > 0 && part.right() > 0 && same(part.leftEnd - 1, part.rightEnd - 1)) {
        --part.leftEnd;
        --part.rightEnd;
    }
    if (part.left() == 0 || part.right() == 0) {
        add(part);
        return;
    }
    if (const auto split = middle(part)) {
        const auto [x, y] = *split;
        m_parts.push_back({part.leftBegin + x, part.leftEnd, part.rightBegin + y, part.rightEnd});
        m_parts.push_back({part.leftBegin, part.leftBegin + x, part.rightBegin, part.rightBegin + y});
    } else if (!divide(part)) {
        m_diff.coarse = true;
        add(part);
    }
}

bool Comparison::isSame(const Part &part, From from, int x, int y) const
{
    if (from == From::Begin)
        return m_left[size_t(part.leftBegin) + size_t(x)] == m_right[size_t(part.rightBegin) + size_t(y)];
    return m_left[size_t(part.leftEnd) - 1 - size_t(x)] == m_right[size_t(part.rightEnd) - 1 - size_t(y)];
}

/// One more difference on every diagonal from one side. Returns the diagonal on which it meets the other side.
std::optional<int> Comparison::advance(const Part &part, From from, int differences)
{
    const int width = part.left();
    const int height = part.right();
    const int delta = width - height;
    const bool meetsHere = ((delta & 1) != 0) == (from == From::Begin);
    const int others = from == From::Begin ? differences - 1 : differences; // diagonals that the other side has come to
    const auto last = differences - 2 * std::max(0, differences - width);
    for (int k = 2 * std::max(0, differences - height) - differences; k <= last; k += 2) {
        const bool down = k == -differences || (k != differences && reach(from, k - 1) < reach(from, k + 1));
        int x = down ? reach(from, k + 1) : reach(from, k - 1) + 1;
        while (x < width && x - k < height && isSame(part, from, x, x - k)) {
            ++x;
            ++m_steps;
        }
        reach(from, k) = x;
        const int other = delta - k;
        const From opposite = from == From::Begin ? From::End : From::Begin;
        if (meetsHere && other >= -others && other <= others && x + reach(opposite, other) >= width)
            return k;
    }
    m_steps += differences;
    return std::nullopt;
}

/// A point on a shortest way through the part, which is neither its begin nor its end; nothing where that takes too long.
std::optional<std::pair<int, int>> Comparison::middle(const Part &part)
{
    reach(From::Begin, 1) = 0;
    reach(From::End, 1) = 0;
    const int most = std::min(MostDifferences, (part.left() + part.right() + 1) / 2);
    for (int differences = 0; differences <= most; ++differences) {
        if (m_steps > MostSteps || m_stop.stop_requested())
            return std::nullopt;
        if (const auto k = advance(part, From::Begin, differences)) {
            const int x = reach(From::Begin, *k);
            return std::pair(x, x - *k);
        }
        if (const auto k = advance(part, From::End, differences)) {
            const int x = reach(From::End, *k);
            return std::pair(part.left() - x, part.right() - (x - *k));
        }
    }
    return std::nullopt;
}

/// Pairs of places of elements that occur once on either side of the part, in the order of the left one.
std::vector<std::pair<int, int>> Comparison::anchors(const Part &part) const
{
    struct Found
    {
        int left = -1;
        int right = -1;
        bool several = false;
    };
    QHash<int, Found> found;
    for (int at = part.leftBegin; at < part.leftEnd; ++at) {
        Found &element = found[m_left[size_t(at)]];
        element.several = element.several || element.left >= 0;
        element.left = at;
    }
    for (int at = part.rightBegin; at < part.rightEnd; ++at) {
        if (const auto element = found.find(m_right[size_t(at)]); element != found.end()) {
            element->several = element->several || element->right >= 0;
            element->right = at;
        }
    }
    std::vector<std::pair<int, int>> pairs;
    for (int at = part.leftBegin; at < part.leftEnd; ++at) {
        const Found &element = *found.constFind(m_left[size_t(at)]);
        if (!element.several && element.right >= 0)
            pairs.emplace_back(at, element.right);
    }
    return pairs;
}

/// Patience: the longest run of anchors that is in order on both sides stays, and what is between them is compared.
bool Comparison::divide(const Part &part)
{
    if (m_stop.stop_requested() || m_steps > MostSteps)
        return false;
    const std::vector<std::pair<int, int>> pairs = anchors(part);
    std::vector<int> ends; // of the best run of each length
    std::vector<int> before(pairs.size(), -1);
    for (int at = 0; at < int(pairs.size()); ++at) {
        const auto place = std::ranges::lower_bound(ends, pairs[size_t(at)].second, {},
                                                    [&](int end) { return pairs[size_t(end)].second; });
        before[size_t(at)] = place == ends.begin() ? -1 : *std::prev(place);
        if (place == ends.end())
            ends.push_back(at);
        else
            *place = at;
    }
    if (ends.empty())
        return false;
    int leftEnd = part.leftEnd;
    int rightEnd = part.rightEnd;
    for (int at = ends.back(); at >= 0; at = before[size_t(at)]) {
        const auto [left, right] = pairs[size_t(at)];
        m_parts.push_back({left + 1, leftEnd, right + 1, rightEnd});
        leftEnd = left;
        rightEnd = right;
    }
    m_parts.push_back({part.leftBegin, leftEnd, part.rightBegin, rightEnd});
    return true;
}

} // namespace

SequenceDiff diffSequences(std::span<const int> left, std::span<const int> right, const std::stop_token &stop)
{
    return Comparison(left, right, stop).run();
}

} // namespace hermes
