// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/owner.h"
#include "backends/core/snippet.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <optional>

namespace hermes {

/// Of everything that is launched: a single run, a sandbox's calls, a session, a sweep. Never reused.
using LaunchId = qint64;

enum class LaunchKind { Run, Sandbox, Session, Sweep };
enum class LaunchState {
    Running,
    Done,        ///< Every candidate has its result, whatever it is.
    Cancelled,   ///< By the user.
    Stopped,     ///< By its stop policy.
    Failed,      ///< It could not go on: the journal could not be written, the backend could not be opened.
    Interrupted  ///< Its program ended before it did, or only a part of it was to be run.
};

/// "run", "sandbox", "session", "sweep"; "running", "done" and so on.
[[nodiscard]] QString launchKindName(LaunchKind kind);
[[nodiscard]] QString launchStateName(LaunchState state);
[[nodiscard]] std::optional<LaunchKind> launchKindFromName(const QString &name);
[[nodiscard]] std::optional<LaunchState> launchStateFromName(const QString &name);

/// How many candidates ended in which way.
struct LaunchCounts
{
    qint64 succeeded = 0; ///< Exited with 0.
    qint64 failed = 0;    ///< Exited with another code.
    qint64 signalled = 0;
    qint64 timedOut = 0;
    qint64 cancelled = 0;
    qint64 infrastructure = 0;
    qint64 lost = 0; ///< Perhaps started, without a result. While the launch is under way these are the ones that run.

    bool operator==(const LaunchCounts &) const = default;
    /// Those with a result.
    [[nodiscard]] qint64 finished() const { return succeeded + failed + signalled + timedOut + cancelled + infrastructure; }
};

/// One launch as the journal has it. A value.
struct LaunchRecord
{
    LaunchId id = 0; ///< Given by the journal.
    LaunchKind kind = LaunchKind::Run;
    QString name = {};
    QString backend = {};
    QString profile = {};
    QByteArray settings = {}; ///< JSON of the settings in force; no secrets.
    Language language = Language::Python;
    QByteArray code = {};
    bool templated = false;
    QByteArray parameters = {}; ///< Definition of the parameters; JSON that the journal does not read.
    qint64 count = 1;           ///< Candidates, at most MaxCandidates.
    QByteArray spec = {};       ///< All the rest of the request; JSON that the journal does not read.
    QString executorId = {};    ///< Of the sandbox or session.
    std::optional<qint64> orderSeed = {}; ///< Candidates start in the order that is shuffled by it; nothing: as numbered.
    qint64 reach = 0;           ///< Candidates that may be started at once; see Journal::extendReach(). Only written.
    QDateTime createdAt = {};   ///< UTC, milliseconds.
    QDateTime finishedAt = {};  ///< Invalid while it is running, and when it was interrupted.
    LaunchState state = LaunchState::Running;
    Owner owner = {};
    LaunchCounts counts = {};
    std::optional<LaunchId> rerunOf = {}; ///< The earlier one, some of whose candidates it ran again; that may be deleted by now.

    bool operator==(const LaunchRecord &) const = default;
};

/// Which launches to list; what is not set does not restrict.
struct HistoryFilter
{
    /// Words that are all in name, id, executor, profile, code, or names and values of parameters, whatever the case.
    QString text = {};
    QString backend = {};
    std::optional<QString> profile = {}; ///< Empty: those without one.
    QString executorId = {};             ///< Of this sandbox or session alone.
    std::optional<LaunchKind> kind = {};
    std::optional<LaunchState> state = {};
    QDateTime since = {}; ///< By creation, inclusive.
    QDateTime until = {}; ///< By creation, exclusive.
    int limit = 200;
    std::optional<LaunchId> before = {}; ///< Only older ones: the next page.
    QList<LaunchId> uncounted = {}; ///< Running ones whose candidates need not be counted: their counts are known otherwise.
};

} // namespace hermes
