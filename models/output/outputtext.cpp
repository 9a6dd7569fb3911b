// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputtext.h"

#include "backends/core/inbackground.h"

#include <algorithm>
#include <utility>

namespace hermes {

namespace {

/// Read between two looks at other work of the worker: what is wanted for the view comes first.
constexpr qint64 SliceBytes = 4LL * 1024 * 1024;
constexpr qsizetype BlocksInMemory = 20;
constexpr int ViewPriority = 1;
constexpr int IndexPriority = 0;

} // namespace

OutputText::OutputText(QObject *parent) : QObject(parent), m_blocks(BlocksInMemory)
{
    m_worker.setMaxThreadCount(1);
}

OutputText::~OutputText()
{
    m_stop.request_stop();
    m_worker.clear();
    m_worker.waitForDone();
}

/// Runs `task(stop)` on the worker; what it returns is called on this thread unless the output is another one by then.
template<typename Task>
void OutputText::onWorker(Task task, int priority)
{
    postTo(
        m_worker,
        [this, task = std::move(task), generation = m_generation, stop = m_stop.get_token()]() mutable {
            if (stop.stop_requested())
                return;
            auto answer = task(stop);
            QMetaObject::invokeMethod(
                this,
                [this, generation, answer = std::move(answer)]() mutable {
                    if (generation == m_generation)
                        answer();
                },
                Qt::QueuedConnection);
        },
        priority);
}

void OutputText::setReader(std::shared_ptr<const OutputReader> reader, Continuity continuity)
{
    m_reader = std::move(reader);
    if (continuity == Continuity::New || !m_indexer) {
        ++m_generation;
        m_stop.request_stop();
        m_stop = {};
        m_indexer = m_reader ? std::make_shared<OutputIndexer>() : nullptr;
        m_index = {};
        m_index.complete = !m_reader;
        m_blocks.clear();
        m_loading.clear();
        m_reading = false;
        m_refreshWanted = false;
        Q_EMIT reset();
    }
    refresh();
}

void OutputText::refresh()
{
    if (!m_reader)
        return;
    m_refreshWanted = m_reading;
    if (!m_reading)
        advance();
}

void OutputText::advance()
{
    m_reading = true;
    onWorker(
        [this, reader = m_reader, indexer = m_indexer](const std::stop_token &stop) {
            const Result<bool> outcome = indexer->advance(*reader, SliceBytes, stop);
            return [this, outcome, index = indexer->index()] { takeIndex(outcome, index); };
        },
        IndexPriority);
}

void OutputText::takeIndex(const Result<bool> &outcome, const OutputIndex &index)
{
    m_reading = false;
    if (!outcome) {
        m_refreshWanted = false;
        Q_EMIT failed(outcome.error());
        Q_EMIT changed();
        return;
    }
    if (!*outcome) {
        setReader(m_reader, Continuity::New);
        return;
    }
    m_index = index;
    const bool goOn = std::exchange(m_refreshWanted, false) || !m_index.complete;
    if (goOn)
        advance();
    Q_EMIT changed();
}

bool OutputText::isUpToDate(qsizetype block) const
{
    const Block *known = m_blocks.object(block);
    return known && (*known)->end() == m_index.endOfBlock(block) && (*known)->endRow() == m_index.endRowOfBlock(block);
}

const OutputBlock *OutputText::blockWith(qint64 row) const
{
    const Block *known = m_blocks.object(m_index.blockOfRow(row));
    return known && row >= (*known)->row && row < (*known)->endRow() ? known->get() : nullptr;
}

std::optional<OutputRow> OutputText::rowInMemory(qint64 row) const
{
    const OutputBlock *block = blockWith(row);
    return block ? std::optional(decodeRow(*block, qsizetype(row - block->row), m_rendering)) : std::nullopt;
}

std::optional<OutputRow> OutputText::row(qint64 row)
{
    if (row < 0 || row >= m_index.rows)
        return std::nullopt;
    // What is known of a block that has grown is shown until the rest is there.
    if (const qsizetype block = m_index.blockOfRow(row); !isUpToDate(block))
        load(block);
    return rowInMemory(row);
}

void OutputText::load(qsizetype block)
{
    if (m_loading.contains(block))
        return;
    m_loading.insert(block);
    onWorker(
        [this, reader = m_reader, index = m_index, block](const std::stop_token &) {
            auto read = index.load(*reader, block).transform([](OutputBlock loaded) {
                return std::make_shared<const OutputBlock>(std::move(loaded));
            });
            return [this, block, read = std::move(read)] {
                m_loading.remove(block);
                if (!read) {
                    Q_EMIT failed(read.error());
                    return;
                }
                m_blocks.insert(block, new Block(*read));
                Q_EMIT loaded((*read)->row, (*read)->endRow() - 1);
            };
        },
        ViewPriority);
}

QFuture<TextPlace> OutputText::placeOf(qint64 offset)
{
    return inBackground(
        m_worker,
        [reader = m_reader, index = m_index, rendering = m_rendering, offset]() mutable {
            TextPlace place;
            if (const auto block = reader && index.blockCount() > 0 ? index.load(*reader, index.blockOfOffset(offset))
                                                                    : Result<OutputBlock>(std::unexpected(Fault {}))) {
                const auto position = quint32(std::clamp<qint64>(offset - block->offset, 0, block->bytes.size()));
                const auto after = std::ranges::upper_bound(block->rows, position, {}, &BlockRow::begin);
                const qsizetype at = std::max<qsizetype>(0, std::distance(block->rows.begin(), after) - 1);
                place = {.row = block->row + at, .column = 0};
                if (!block->rows.empty())
                    place.column = decodeRow(*block, at, rendering).columnOf(position);
            }
            return place;
        },
        ViewPriority);
}

namespace {

void appendRow(OutputText::Excerpt &excerpt, const OutputRow &row, qsizetype from, qsizetype to)
{
    from = std::min(from, row.text.size());
    excerpt.text += QStringView(row.text).sliced(from, std::clamp(to - from, 0LL, row.text.size() - from));
    if (row.endsLine && to > row.text.size())
        excerpt.text += u'\n';
}

OutputText::Excerpt readExcerpt(const OutputReader &reader, const OutputIndex &index, Rendering rendering,
                                std::pair<TextPlace, TextPlace> places, qsizetype limit, const std::stop_token &stop)
{
    const auto [from, to] = places;
    OutputText::Excerpt excerpt;
    for (qsizetype at = index.blockOfRow(from.row); at < index.blockCount() && !stop.stop_requested(); ++at) {
        const auto block = index.load(reader, at);
        if (!block || block->row > to.row)
            break;
        for (qint64 row = std::max(block->row, from.row); row < block->endRow() && row <= to.row; ++row) {
            if (excerpt.text.size() > limit) {
                excerpt.text.truncate(limit);
                excerpt.cut = true;
                return excerpt;
            }
            const OutputRow decoded = decodeRow(*block, qsizetype(row - block->row), rendering);
            appendRow(excerpt, decoded, row == from.row ? from.column : 0, row == to.row ? to.column : decoded.text.size() + 1);
        }
    }
    return excerpt;
}

} // namespace

QFuture<OutputText::Excerpt> OutputText::excerpt(TextPlace from, TextPlace to, qsizetype limit)
{
    return inBackground(
        m_worker,
        [reader = m_reader, index = m_index, rendering = m_rendering, places = std::pair(from, to), limit,
         stop = m_stop.get_token()] { return reader ? readExcerpt(*reader, index, rendering, places, limit, stop) : Excerpt {}; },
        ViewPriority);
}

} // namespace hermes
