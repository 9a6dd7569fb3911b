// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/outputsink.h"
#include "backends/core/runrequest.h"
#include "backends/core/runresult.h"
#include "backends/core/settings.h"
#include "backends/engine/journal/launchrecord.h"
#include "backends/engine/remainingtime.h"
#include "backends/engine/sweep/sweepdefinition.h"
#include "backends/secrets/secretname.h"

#include <QMetaType>

#include <memory>

namespace hermes {

/// When a sweep stops starting candidates by itself. What is running then is left to end.
/// A failure is any end but exit code 0; a cancelled candidate counts as neither.
struct StopPolicy
{
    std::optional<int> afterFailures = {}; ///< Stops at this many.
    std::optional<double> overPercent = {}; ///< Stops when more than this share of all candidates has failed.

    bool operator==(const StopPolicy &) const = default;
};

/// What the user wants launched. A value; validated by Engine::launch.
struct LaunchSpec
{
    LaunchKind kind = LaunchKind::Run;
    QString name = {};
    QString backend = {};
    QString profile = {};
    Settings settings = {};
    Language language = Language::Python;
    /// Run: one. Sandbox: calls in their order. Session: 1 to 64. Sweep: the template.
    QList<QByteArray> codes = {};
    bool templated = true; ///< Sweep only: replace `{{name}}`.
    SweepDefinition sweep = {};
    /// Sweep only: its candidates are started in the order that is shuffled by it, and keep their numbers. Not set: as numbered.
    std::optional<qint64> orderSeed = {};
    QString executorId = {}; ///< Of the sandbox or session; empty: the default one.
    std::optional<int> concurrency = {}; ///< The backend's default when not set.
    StopPolicy policy = {};
    std::optional<std::chrono::milliseconds> timeout = {}; ///< The backend's setting when not set.
    QList<EnvironmentVariable> environment = {};
    QList<SecretVariable> secrets = {}; ///< Read from the store when it is launched, and again for every re-run.
    QByteArray stdinData = {};
    QList<InputFile> inputs = {};
    QString folder = {};
    CaptureLimits capture = {};
    /// Gets every byte of every run as it arrives; meant for single runs. May be null.
    std::shared_ptr<OutputSink> tap = {};
};

/// One sandbox of a backend.
struct SandboxName
{
    Settings settings = {};
    QString profile = {}; ///< That the settings are of; empty: none.
    QString id = {}; ///< Empty: the default one of this machine.
};

/// A sandbox or session as its user names it.
struct SessionAddress
{
    QString id = {};
    QString backend = {}; ///< Empty: any.
    std::optional<QString> profile = {}; ///< Nothing: any; empty: those without a profile.

    /// Whatever its id: what is there may be meant.
    [[nodiscard]] bool isAt(const QString &otherBackend, const QString &otherProfile) const
    {
        return (backend.isEmpty() || otherBackend == backend) && (!profile || otherProfile == *profile);
    }
};

enum class CandidateState : quint8 { Queued, Running, Stopping, Finished };

/// One cell of the grid without its output: small enough to keep a million of them.
struct CandidateSummary
{
    int index = 0;
    CandidateState state = CandidateState::Queued;
    EndReason reason = EndReason::Exited; ///< This and the following: only when Finished.
    int exitCode = 0;
    int signal = 0;
    bool outOfMemory = false;
    std::chrono::nanoseconds run {0};
    QString firstLine = {}; ///< Of stdout; of stderr when the reason is Infrastructure.
    QByteArray lastObject = {}; ///< The last line of stdout when it is a JSON object.
};

/// Before a launch has run this long an estimate would say more than is known, and nobody needs it.
constexpr std::chrono::seconds EarliestEstimate {2};

/// How a launch stands. A value, sent about 30 times a second at most while something changes, and each second while it runs.
struct LaunchProgress
{
    LaunchState state = LaunchState::Running;
    bool stopping = false; ///< A cancel is under way.
    bool paused = false;
    int total = 0;
    int running = 0; ///< Begun and not ended.
    int finished = 0; ///< Safe in the journal, or lost; the sum of the counts below.
    int succeeded = 0;
    int failed = 0; ///< Exited with another code than 0.
    int signalled = 0;
    int timedOut = 0;
    int cancelled = 0;
    int infrastructure = 0;
    int concurrency = 0;
    std::chrono::milliseconds elapsed {0};
    std::optional<RemainingTime> remaining = {}; ///< An estimate, once there is something to go by.
    QString waitingFor = {}; ///< A sentence, while a sandbox is in use by another program.
    QList<int> lost = {}; ///< Indexes of those whose result could not be stored; they count as infrastructure.
    std::optional<Fault> fault = {}; ///< Why the launch as a whole could not go on.

    bool operator==(const LaunchProgress &) const = default;
};

/// As the journal counts; what runs now counts as lost until it has its result.
[[nodiscard]] LaunchCounts countsOf(const LaunchProgress &progress);
/// A launch that stands still as these counts say: nothing of it runs.
[[nodiscard]] LaunchProgress progressOf(const LaunchCounts &counts);

/// A launch that was accepted: from here on it is in the journal, if there is one.
struct LaunchTicket
{
    LaunchId id = 0;
    QString executorId = {};
    QStringList parameterNames = {};
    int total = 0;
    int alreadyFinished = 0; ///< A resumed sweep: candidates that keep their results.
    int mayRunTwice = 0; ///< Resumed or run again: candidates that had been started before and left no result of their own.
    QStringList notices = {};
};

} // namespace hermes

Q_DECLARE_METATYPE(hermes::CandidateSummary)
Q_DECLARE_METATYPE(hermes::LaunchProgress)
Q_DECLARE_METATYPE(hermes::LaunchTicket)
