// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "distinctvalues.h"

#include "backends/core/inbackground.h"
#include "models/resultgridmodel.h"

#include <algorithm>

namespace hermes {

namespace {

/// Fewer are counted at once.
constexpr int ManyRows = 5000;
/// A piece of work takes some ten to hundred microseconds.
constexpr int RowsAtOnce = 100;

void add(QHash<QString, int> &counts, const QStringList &texts)
{
    for (const QString &text : texts)
        ++counts[text];
}

DistinctValues mostFrequent(const QHash<QString, int> &counts, int limit)
{
    DistinctValues found;
    found.values.reserve(counts.size());
    for (const auto &[text, count] : counts.asKeyValueRange())
        found.values.emplaceBack(text, count);
    const auto shown = std::min<qsizetype>(limit, found.values.size());
    std::ranges::partial_sort(found.values, found.values.begin() + shown, [](const auto &a, const auto &b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    found.complete = shown == found.values.size();
    found.values.resize(shown);
    return found;
}

} // namespace

DistinctCount::DistinctCount(const ResultGridModel *grid, int column, int limit, QObject *parent)
    : QObject(parent), m_grid(grid), m_column(column), m_limit(limit), m_counts(std::make_shared<Counts>())
{
    m_counter.setMaxThreadCount(1);
}

void DistinctCount::start()
{
    m_work.start([this] { return takeSome(); }, [this] { count(); });
}

bool DistinctCount::takeSome()
{
    const int end = std::min(m_next + RowsAtOnce, m_grid->rowCount());
    for (; m_next < end; ++m_next)
        m_texts += m_grid->textAt(m_next, m_column);
    if (m_texts.size() >= ManyRows) {
        postTo(m_counter, [counts = m_counts, texts = std::exchange(m_texts, {})] { add(*counts, texts); });
        m_texts.reserve(ManyRows);
    }
    return m_next < m_grid->rowCount();
}

void DistinctCount::count()
{
    if (m_grid->rowCount() < ManyRows) {
        add(*m_counts, m_texts);
        Q_EMIT finished(mostFrequent(*m_counts, m_limit));
        return;
    }
    inBackground(m_counter, [counts = std::exchange(m_counts, {}), texts = std::exchange(m_texts, {}), limit = m_limit] {
        add(*counts, texts);
        return mostFrequent(*counts, limit);
    }).then(this, [this](const DistinctValues &values) { Q_EMIT finished(values); });
}

} // namespace hermes
