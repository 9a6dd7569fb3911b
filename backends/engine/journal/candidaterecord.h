// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runrequest.h"
#include "backends/core/runresult.h"
#include "backends/engine/journal/launchrecord.h"

#include <QList>

#include <algorithm>
#include <optional>

namespace hermes {

/// Indexes `first` to `last`, both included.
struct IndexRange
{
    qint64 first = 0;
    qint64 last = -1;

    bool operator==(const IndexRange &) const = default;
    [[nodiscard]] qint64 size() const { return last - first + 1; }
};

struct CandidateStarted
{
    LaunchId launch = 0;
    qint64 index = 0;
    QDateTime startedAt = {}; ///< UTC.
};

struct CandidateFinished
{
    LaunchId launch = 0;
    qint64 index = 0;
    RunResult result = {};
};

/// A candidate that was started, without its output.
struct StoredCandidate
{
    qint64 index = 0;
    bool finished = false; ///< False: it was started, and no result is known. Then only startedAt is set.
    EndReason reason = EndReason::Infrastructure;
    int exitCode = -1;
    int signal = 0;
    bool mayHaveStarted = true;
    bool outOfMemory = false;
    QDateTime startedAt = {}; ///< UTC.
    std::chrono::nanoseconds queued {0};
    std::chrono::nanoseconds acquire {0};
    std::chrono::nanoseconds run {0};
    int attempts = 1;
    qint64 outTotal = 0;
    qint64 errTotal = 0;
    bool outputRemoved = false; ///< Its spool files were removed to keep the quota.
    /// Both ends of the streams, about PreviewBytes at most each; only where they were asked for.
    QByteArray outPreview = {};
    QByteArray errPreview = {};
};

/// A finished candidate with its output, put together from journal and spool files.
struct StoredResult
{
    qint64 index = 0;
    RunResult result = {};
    bool outputRemoved = false; ///< As above; a note of the result says so too.
};

/// Some results of a launch, in order of their indexes.
struct ResultPage
{
    QList<StoredResult> results = {}; ///< Of those before `next` that have one.
    qint64 next = 0;                  ///< The first index that was not looked at.

    /// Null where the candidate has none in this page.
    [[nodiscard]] const RunResult *find(qint64 index) const
    {
        const auto found = std::ranges::lower_bound(results, index, {}, &StoredResult::index);
        return found != results.cend() && found->index == index ? &found->result : nullptr;
    }
};

/// Some results of a launch, in an order that was asked for.
struct ChosenResults
{
    QList<std::optional<RunResult>> results = {}; ///< Of the first of those that were asked for; nothing: it has none.
};

/// How much of the output of results is read.
struct ReadLimits
{
    qint64 resultBytes = CaptureLimits().resultBytes; ///< As in CaptureLimits; up to PreviewBytes no spool file is opened.
    std::optional<qint64> pageBytes = {};             ///< No result is added to a page that holds this much; it has at least one.
};

/// What a resumed launch has to run.
struct MissingCandidates
{
    QList<IndexRange> ranges = {}; ///< Ascending: without a result, cancelled, or infrastructure.
    qint64 count = 0;
    qint64 mayRunTwice = 0;    ///< Those of them that had been started.
    qint64 cancelled = 0;      ///< Those of them whose result says so.
    qint64 infrastructure = 0; ///< The same.
};

} // namespace hermes
