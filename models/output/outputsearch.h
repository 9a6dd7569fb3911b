// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/output/bytepattern.h"
#include "models/output/outputtext.h"

#include <QObject>
#include <QThreadPool>

#include <optional>
#include <stop_token>

namespace hermes {

/// Counts a word in an output and leads from one place where it is to the next. Reads on a worker; follows an output that
/// grows. What is kept is one number for each block, however often the word is there.
class OutputSearch final : public QObject
{
    Q_OBJECT

public:
    struct Hit
    {
        qint64 offset = 0;
        qint64 length = 0;
        qsizetype block = 0;   ///< Of the index.
        qint64 before = 0;     ///< How many of its block are before it.
    };

    /// The text must outlive the search.
    explicit OutputSearch(OutputText *text, QObject *parent = nullptr);
    ~OutputSearch() override;

    /// Begins anew; an empty pattern ends the search.
    void setPattern(const BytePattern &pattern);
    [[nodiscard]] bool isActive() const { return !m_pattern.isEmpty(); }
    /// Counted so far.
    [[nodiscard]] qint64 count() const { return m_count; }
    [[nodiscard]] bool isCounting() const { return m_counting; }
    /// Which one of all it is, from 1; nothing while what is before it is not counted yet.
    [[nodiscard]] std::optional<qint64> numberOf(const Hit &hit) const;

    /// The first one at or behind a position, or the last one before it; from the other end when there is none. The question
    /// before is dropped: only the last one is answered by found().
    void findNext(qint64 offset) { find(offset, 1); }
    void findPrevious(qint64 offset) { find(offset, -1); }

Q_SIGNALS:
    /// count() or isCounting() is different.
    void changed();
    /// Nothing: it is nowhere.
    void found(const std::optional<hermes::OutputSearch::Hit> &hit);

private:
    struct Block
    {
        quint32 count = 0;
        qint64 end = 0;
    };

    void goOn();
    void take(const std::vector<Block> &blocks);
    void find(qint64 offset, int direction);

    OutputText *m_text;
    BytePattern m_pattern;
    std::vector<Block> m_blocks;
    qint64 m_count = 0;
    bool m_counting = false;
    int m_generation = 0; ///< Of the pattern and the output.
    int m_question = 0;
    std::stop_source m_stop;
    std::stop_source m_stopFind;
    QThreadPool m_worker;
};

} // namespace hermes
