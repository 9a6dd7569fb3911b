// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputsearch.h"

#include "backends/core/inbackground.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hermes {

namespace {

/// Counted between two reports.
constexpr qsizetype BlocksInTurn = 128;
constexpr int FindPriority = 1;
constexpr int CountPriority = 0;

/// The one that is nearest to `offset` in this block, in the direction.
std::optional<OutputSearch::Hit> nearest(const std::vector<BytePattern::Span> &spans, qint64 offset, int direction)
{
    auto at = std::ranges::lower_bound(spans, offset, {}, &BytePattern::Span::begin);
    if (at == (direction > 0 ? spans.cend() : spans.cbegin()))
        return std::nullopt;
    if (direction < 0)
        --at;
    return OutputSearch::Hit {.offset = at->begin, .length = at->length, .before = std::distance(spans.cbegin(), at)};
}

/// Through the blocks from where the position is, and on from the other end.
std::optional<OutputSearch::Hit> findFrom(const OutputReader &reader, const OutputIndex &index, const BytePattern &pattern,
                                          std::pair<qint64, int> offsetAndDirection, const std::stop_token &stop)
{
    const auto [offset, direction] = offsetAndDirection;
    const qsizetype count = index.blockCount();
    const qsizetype start = index.blockOfOffset(offset);
    for (qsizetype step = 0; count > 0 && step <= count && !stop.stop_requested(); ++step) {
        const qsizetype block = ((start + direction * step) % count + count) % count;
        // Back where it began it takes the other part of that block, so that the only one is found again.
        const qint64 bound = step == 0 ? offset : direction > 0 ? 0 : index.bytes;
        const auto spans = findInBlock(reader, index, block, pattern);
        if (!spans)
            return std::nullopt;
        if (auto hit = nearest(*spans, bound, direction)) {
            hit->block = block;
            return hit;
        }
    }
    return std::nullopt;
}

} // namespace

OutputSearch::OutputSearch(OutputText *text, QObject *parent) : QObject(parent), m_text(text)
{
    m_worker.setMaxThreadCount(1);
    connect(text, &OutputText::changed, this, &OutputSearch::goOn);
    connect(text, &OutputText::reset, this, [this] { setPattern(m_pattern); });
}

OutputSearch::~OutputSearch()
{
    m_stop.request_stop();
    m_stopFind.request_stop();
    m_worker.clear();
    m_worker.waitForDone();
}

void OutputSearch::setPattern(const BytePattern &pattern)
{
    ++m_generation;
    ++m_question;
    m_stop.request_stop();
    m_stopFind.request_stop();
    m_stop = {};
    m_pattern = pattern;
    m_blocks.clear();
    m_count = 0;
    m_counting = false;
    goOn();
    Q_EMIT changed();
}

void OutputSearch::goOn()
{
    if (m_counting || m_pattern.isEmpty() || !m_text->reader())
        return;
    const OutputIndex &index = m_text->index();
    if (!m_blocks.empty() && m_blocks.back().end != index.endOfBlock(qsizetype(m_blocks.size()) - 1)) {
        m_count -= m_blocks.back().count;
        m_blocks.pop_back();
    }
    const auto from = qsizetype(m_blocks.size());
    if (from >= index.blockCount())
        return;
    m_counting = true;
    postTo(
        m_worker,
        [this, reader = m_text->reader(), index, pattern = m_pattern, from, generation = m_generation, stop = m_stop.get_token()] {
            std::vector<Block> blocks;
            const qsizetype end = std::min(index.blockCount(), from + BlocksInTurn);
            for (qsizetype block = from; block < end && !stop.stop_requested(); ++block) {
                const auto spans = findInBlock(*reader, index, block, pattern);
                blocks.push_back({.count = spans ? quint32(spans->size()) : 0, .end = index.endOfBlock(block)});
            }
            QMetaObject::invokeMethod(
                this,
                [this, generation, blocks = std::move(blocks)] {
                    if (generation == m_generation)
                        take(blocks);
                },
                Qt::QueuedConnection);
        },
        CountPriority);
}

void OutputSearch::take(const std::vector<Block> &blocks)
{
    m_counting = false;
    for (const Block &block : blocks) {
        m_blocks.push_back(block);
        m_count += block.count;
    }
    goOn();
    Q_EMIT changed();
}

void OutputSearch::find(qint64 offset, int direction)
{
    m_stopFind.request_stop();
    m_stopFind = {};
    const int question = ++m_question;
    if (m_pattern.isEmpty() || !m_text->reader())
        return;
    postTo(
        m_worker,
        [this, reader = m_text->reader(), index = m_text->index(), pattern = m_pattern, offset, direction, question,
         stop = m_stopFind.get_token()] {
            const auto hit = findFrom(*reader, index, pattern, {offset, direction}, stop);
            QMetaObject::invokeMethod(
                this,
                [this, question, hit] {
                    if (question == m_question)
                        Q_EMIT found(hit);
                },
                Qt::QueuedConnection);
        },
        FindPriority);
}

std::optional<qint64> OutputSearch::numberOf(const Hit &hit) const
{
    if (size_t(hit.block) > m_blocks.size())
        return std::nullopt;
    const auto add = [](qint64 sum, const Block &each) { return sum + each.count; };
    return std::accumulate(m_blocks.cbegin(), m_blocks.cbegin() + hit.block, hit.before + 1, add);
}

} // namespace hermes
