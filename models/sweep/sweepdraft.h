// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/parametertablemodel.h"
#include "models/sweep/candidatepreviewmodel.h"
#include "models/sweep/excludetablemodel.h"
#include "models/sweep/sweepcheck.h"

#include <QHash>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>

namespace hermes {

/// A sweep while it is being defined: its parameters, excludes and repeats, whether it can be launched as it stands, and
/// which candidates it would have.
///
/// What takes long (reading files, a million candidates with excludes) is done on a thread of its own, and only the
/// answer to the latest state counts. GUI thread only.
class SweepDraft final : public QObject
{
    Q_OBJECT

public:
    enum class Combining {
        EveryCombination,
        SideBySide ///< The n-th values of all parameters together.
    };
    enum class Templating { Holes, AsWritten };
    /// What keeps the sweep from being launched, and which part of it is the cause.
    struct Problem
    {
        enum class Place { Parameter, Exclude, Code, Whole };
        Place place = Place::Whole;
        int row = -1; ///< Of the parameters or excludes.
        Fault fault = {};
    };

    /// `snippet` is asked for the code whenever it counts.
    explicit SweepDraft(std::function<Snippet()> snippet, QObject *parent = nullptr);
    ~SweepDraft() override;

    [[nodiscard]] ParameterTableModel *parameters() { return &m_parameters; }
    [[nodiscard]] ExcludeTableModel *excludes() { return &m_excludes; }
    [[nodiscard]] CandidatePreviewModel *candidates() { return &m_candidates; }

    [[nodiscard]] Combining combining() const { return m_combining; }
    void setCombining(Combining combining);
    [[nodiscard]] qint64 repeat() const { return m_repeat; }
    void setRepeat(qint64 repeat);
    [[nodiscard]] std::optional<qint64> seed() const { return m_seed; }
    void setSeed(std::optional<qint64> seed);
    /// Of the random order in which candidates are started; nothing: as they are numbered.
    [[nodiscard]] std::optional<qint64> orderSeed() const { return m_orderSeed; }
    void setOrderSeed(std::optional<qint64> seed);
    [[nodiscard]] Templating templating() const { return m_templating; }
    void setTemplating(Templating templating);

    /// As a launch takes it, or the first problem of its parameters.
    [[nodiscard]] Result<SweepDefinition> definition() const;
    void setDefinition(const SweepDefinition &definition);
    /// All of it as JSON, and from it again; what cannot be read is left out. Contents of tables are read from their files.
    [[nodiscard]] QByteArray toJson() const;
    void fromJson(const QByteArray &json);

    /// Appends the table of a CSV file, which is read in the background.
    void importTable(const QString &path);
    /// Reads tables whose files have changed, and calls `then` once they are there; at once where there are none.
    void withFreshTables(QObject *context, const std::function<void()> &then);

    /// The code or its language are different now; what follows from it is known a moment later.
    void snippetChanged();
    [[nodiscard]] std::optional<Problem> problem() const;
    /// The answer to the latest state is still being worked out.
    [[nodiscard]] bool isChecking() const { return m_answered != m_request; }
    /// Nothing while there is a problem with the parameters.
    [[nodiscard]] std::optional<qint64> count() const;
    /// What holes of the code may name.
    [[nodiscard]] QStringList names() const;

    /// What a candidate of this snippet usually takes, from so many earlier launches; nothing: there are none. For those
    /// who know the past: usualDurationWanted() says when the snippet is another one.
    void setUsualDuration(std::optional<std::chrono::nanoseconds> perCandidate, int fromLaunches);
    /// How many would run at once.
    void setConcurrency(int concurrency);
    /// "396 candidates · 4 left out · each 3 times"; empty while they cannot be counted.
    [[nodiscard]] QString countText() const;
    /// "about 2 min 10 s at 4 at once (from 3 earlier sweeps)".
    [[nodiscard]] QString estimateText() const;

Q_SIGNALS:
    /// Something that a view shows or a launch takes is different now.
    void changed();
    void usualDurationWanted();

private:
    struct FileStamp
    {
        qint64 size = -1;
        qint64 modified = 0;

        bool operator==(const FileStamp &) const = default;
    };
    struct ReadTable
    {
        FileStamp stamp = {};
        std::optional<Result<ParameterGroup>> table = {}; ///< Nothing: the file is as it was.
    };
    [[nodiscard]] static ReadTable readTable(const QString &path, const FileStamp &known);
    void readTables(const QStringList &paths, QObject *context, const std::function<void()> &then);
    void edited();
    void check();
    void take(qint64 request, const SweepAnswer &answer, const QByteArray &code);

    std::function<Snippet()> m_snippet;
    ParameterTableModel m_parameters;
    ExcludeTableModel m_excludes;
    CandidatePreviewModel m_candidates;
    Combining m_combining = Combining::EveryCombination;
    Templating m_templating = Templating::Holes;
    qint64 m_repeat = 1;
    std::optional<qint64> m_seed;
    std::optional<qint64> m_orderSeed;
    SweepAnswer m_answer;
    std::optional<std::chrono::nanoseconds> m_usual;
    int m_usualFrom = 0;
    int m_concurrency = 1;
    QHash<QString, FileStamp> m_stamps;
    QTimer m_soon;
    qint64 m_request = 0;
    qint64 m_answered = 0;
    std::shared_ptr<std::atomic<qint64>> m_latest = std::make_shared<std::atomic<qint64>>(0); ///< Older work is not begun.
    QThreadPool m_work; ///< Last: it ends first.
};

} // namespace hermes
