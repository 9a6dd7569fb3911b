// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/output/outputrow.h"

#include <QCache>
#include <QFuture>
#include <QObject>
#include <QSet>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <stop_token>

namespace hermes {

/// A place in the text as it is shown: before the character `column` of a row.
struct TextPlace
{
    qint64 row = 0;
    qsizetype column = 0;

    auto operator<=>(const TextPlace &) const = default;
};

/// Output of any size for a view: how many rows there are, and those that the view asks for.
///
/// Lives on the GUI thread and never waits: bytes are read and looked through on a worker. What is in memory are the
/// marks of the index and some blocks around what was looked at last.
class OutputText final : public QObject
{
    Q_OBJECT

public:
    enum class Continuity {
        New,      ///< Other output than before.
        Continued ///< What is known already is a beginning of it.
    };
    /// Part of the text as it is shown.
    struct Excerpt
    {
        QString text = {};
        bool cut = false; ///< There was more than fits.
    };

    explicit OutputText(QObject *parent = nullptr);
    ~OutputText() override;

    /// Null: nothing.
    void setReader(std::shared_ptr<const OutputReader> reader, Continuity continuity);
    [[nodiscard]] const std::shared_ptr<const OutputReader> &reader() const { return m_reader; }
    /// Looks whether there is more; cheap.
    void refresh();

    [[nodiscard]] const OutputIndex &index() const { return m_index; }
    [[nodiscard]] qint64 rowCount() const { return m_index.rows; }
    /// The index is still being made.
    [[nodiscard]] bool isReading() const { return m_reading || m_refreshWanted; }

    [[nodiscard]] Rendering rendering() const { return m_rendering; }
    void setRendering(Rendering rendering) { m_rendering = rendering; }

    /// Nothing: it is not in memory; it is being read, and loaded() tells when it is there.
    [[nodiscard]] std::optional<OutputRow> row(qint64 row);
    /// The same without reading anything.
    [[nodiscard]] std::optional<OutputRow> rowInMemory(qint64 row) const;
    /// Where the byte at this position of the stream is shown; read on the worker.
    [[nodiscard]] QFuture<TextPlace> placeOf(qint64 offset);
    /// What is between two places, as it is shown, at most `limit` characters.
    [[nodiscard]] QFuture<Excerpt> excerpt(TextPlace from, TextPlace to, qsizetype limit);

Q_SIGNALS:
    /// Everything is different.
    void reset();
    /// There are more rows, or the last one is longer, or isReading() is different.
    void changed();
    void loaded(qint64 firstRow, qint64 lastRow);
    void failed(const hermes::Fault &fault);

private:
    using Block = std::shared_ptr<const OutputBlock>;

    void advance();
    void takeIndex(const Result<bool> &outcome, const OutputIndex &index);
    void load(qsizetype block);
    [[nodiscard]] const OutputBlock *blockWith(qint64 row) const;
    [[nodiscard]] bool isUpToDate(qsizetype block) const;
    template<typename Task>
    void onWorker(Task task, int priority);

    std::shared_ptr<const OutputReader> m_reader;
    std::shared_ptr<OutputIndexer> m_indexer; ///< Of the worker alone, while m_reading.
    OutputIndex m_index;
    QCache<qsizetype, Block> m_blocks;
    QSet<qsizetype> m_loading;
    Rendering m_rendering = Rendering::Terminal;
    bool m_reading = false;
    bool m_refreshWanted = false;
    int m_generation = 0; ///< Answers for another output are dropped.
    std::stop_source m_stop;
    QThreadPool m_worker;
};

} // namespace hermes
