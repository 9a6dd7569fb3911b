// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "runstate.h"

#include <QCoreApplication>

namespace hermes {

namespace {
/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::RunState)
};
} // namespace

RunState runState(const CandidateSummary &candidate, LaunchStage launch)
{
    // What was running when its launch could not go on will never report: its result is lost.
    const bool over = launch == LaunchStage::Over;
    switch (candidate.state) {
    case CandidateState::Queued: return over ? RunState::NotRun : RunState::Queued;
    case CandidateState::Running: return over ? RunState::Infrastructure : RunState::Running;
    case CandidateState::Stopping: return over ? RunState::Infrastructure : RunState::Stopping;
    case CandidateState::Finished: break;
    }
    switch (candidate.reason) {
    case EndReason::Exited: return candidate.exitCode == 0 ? RunState::Ok : RunState::Failed;
    case EndReason::Signalled: return RunState::Signalled;
    case EndReason::TimedOut: return RunState::TimedOut;
    case EndReason::Cancelled: return RunState::Cancelled;
    case EndReason::Infrastructure: break;
    }
    return RunState::Infrastructure;
}

QString stateWord(RunState state)
{
    switch (state) {
    case RunState::Queued: return Text::tr("queued");
    case RunState::NotRun: return Text::tr("not run");
    case RunState::Running: return Text::tr("running");
    case RunState::Stopping: return Text::tr("stopping");
    case RunState::Ok: return Text::tr("ok");
    case RunState::Failed: return Text::tr("failed");
    case RunState::Signalled: return Text::tr("signalled");
    case RunState::TimedOut: return Text::tr("timed out");
    case RunState::Cancelled: return Text::tr("cancelled");
    case RunState::Infrastructure: break;
    }
    return Text::tr("infrastructure");
}

bool isFinished(RunState state)
{
    return state > RunState::Stopping;
}

const QSet<RunState> &failureStates()
{
    static const QSet<RunState> states {RunState::Failed, RunState::Signalled, RunState::TimedOut, RunState::Infrastructure};
    return states;
}

QString endSentence(const CandidateSummary &candidate, LaunchStage launch)
{
    switch (runState(candidate, launch)) {
    case RunState::Queued: return Text::tr("waits for its turn");
    case RunState::NotRun: return Text::tr("was not run: its launch ended before its turn");
    case RunState::Running: return Text::tr("is running");
    case RunState::Stopping: return Text::tr("is being ended");
    case RunState::Ok: return Text::tr("ended with exit code 0");
    case RunState::Failed: return Text::tr("ended with exit code %1").arg(candidate.exitCode);
    case RunState::Signalled:
        return candidate.outOfMemory ? Text::tr("ended by %1: out of memory").arg(signalName(candidate.signal))
                                     : Text::tr("ended by %1").arg(signalName(candidate.signal));
    case RunState::TimedOut: return Text::tr("was over its timeout and was ended");
    case RunState::Cancelled: return Text::tr("was cancelled");
    case RunState::Infrastructure: break;
    }
    return Text::tr("did not run, or its result was lost; the snippet itself did not fail");
}

} // namespace hermes
