// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "transcriptmodel.h"

#include "backends/engine/candidatesummary.h"
#include "models/currentlaunch.h"
#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/roles.h"

#include <QFuture>
#include <QRegularExpression>

#include <algorithm>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr qsizetype MostShown = 32LL * 1024;
constexpr int MostLaunches = 2000;
/// Looked through for the default sandbox, which is used more than others.
constexpr int RecentLaunches = 100;

auto placeOf(const SandboxCall &call)
{
    return std::tuple(call.launch, call.index);
}

/// Of a single call the counts of its launch tell how it ended, but for the exit code.
CandidateSummary summaryFrom(const LaunchRecord &record, int index, bool &isExitCodeKnown)
{
    CandidateSummary summary {.index = index, .state = CandidateState::Finished};
    const LaunchCounts &counts = record.counts;
    isExitCodeKnown = record.count == 1 && counts.succeeded > 0;
    if (record.count > 1 || counts.finished() == 0)
        summary.state = record.state == LaunchState::Running ? CandidateState::Running : CandidateState::Queued;
    else if (counts.timedOut > 0)
        summary.reason = EndReason::TimedOut;
    else if (counts.cancelled > 0)
        summary.reason = EndReason::Cancelled;
    else if (counts.signalled > 0)
        summary.reason = EndReason::Signalled;
    else if (counts.infrastructure > 0)
        summary.reason = EndReason::Infrastructure;
    else
        summary.exitCode = counts.failed > 0 ? 1 : 0;
    return summary;
}

} // namespace

OutputExcerpt OutputExcerpt::of(const StreamCapture &capture)
{
    return {.bytes = capture.bytes.last(std::min(capture.bytes.size(), MostShown)), .total = capture.total};
}

TranscriptModel::TranscriptModel(Engine *engine, QObject *parent) : QAbstractListModel(parent), m_engine(engine)
{
    m_live.setInterval(100ms);
    m_again.setInterval(1s);
    connect(&m_live, &QTimer::timeout, this, &TranscriptModel::readLive);
    connect(&m_again, &QTimer::timeout, this, &TranscriptModel::askAgain);
    connect(engine, &Engine::candidatesChanged, this, &TranscriptModel::updateCandidates);
    connect(engine, &Engine::launchFinished, this, &TranscriptModel::endLaunch);
}

void TranscriptModel::showSandbox(const BackendName &backend, const QString &id)
{
    if (backend != m_backend || id != m_asked)
        show(backend, id, id);
}

void TranscriptModel::show(const BackendName &backend, const QString &asked, const QString &sandbox)
{
    beginResetModel();
    m_calls.clear();
    m_backend = backend;
    m_asked = asked;
    m_sandbox = sandbox;
    ++m_request;
    endResetModel();
    Q_EMIT sandboxChanged();
    if (sandbox.isEmpty())
        askForDefault();
    else
        askForCalls();
}

/// The default id moves on when a sandbox was closed: it is the one of the latest call.
void TranscriptModel::askForDefault()
{
    const HistoryFilter filter {
        .backend = m_backend.backend, .profile = m_backend.profile, .kind = LaunchKind::Sandbox, .limit = RecentLaunches};
    m_engine->history(filter).then(this, [this, request = m_request](const Result<QList<LaunchRecord>> &records) {
        if (request != m_request || !records)
            return;
        static const QRegularExpression Default(u"^hermes-sandbox-[0-9a-f]{12}(-[0-9]+)?$"_s);
        const auto latest = std::ranges::find_if(
            *records, [](const LaunchRecord &record) { return Default.match(record.executorId).hasMatch(); });
        if (latest == records->cend() || !m_sandbox.isEmpty())
            return;
        m_sandbox = latest->executorId;
        Q_EMIT sandboxChanged();
        askForCalls();
    });
}

void TranscriptModel::askForCalls()
{
    const HistoryFilter filter {.backend = m_backend.backend,
                                .profile = m_backend.profile,
                                .executorId = m_sandbox,
                                .kind = LaunchKind::Sandbox,
                                .limit = MostLaunches};
    m_engine->history(filter).then(this, [this, request = m_request](const Result<QList<LaunchRecord>> &records) {
        if (request != m_request)
            return;
        if (records)
            take(*records);
        else if (m_engine->options().journalled)
            Q_EMIT failed(records.error());
    });
}

std::vector<SandboxCall> TranscriptModel::callsOf(const LaunchRecord &record)
{
    std::vector<SandboxCall> calls;
    for (int index = 0; index < int(record.count); ++index) {
        SandboxCall call {.launch = record.id, .index = index, .language = record.language, .at = record.createdAt};
        // A list of launches has the beginning of the first code of each.
        call.code = index == 0 ? record.code : QByteArray();
        call.isCodeWhole = false;
        call.stage = record.state == LaunchState::Running ? LaunchStage::UnderWay : LaunchStage::Over;
        call.summary = summaryFrom(record, index, call.isExitCodeKnown);
        calls.push_back(std::move(call));
    }
    return calls;
}

void TranscriptModel::take(const QList<LaunchRecord> &records)
{
    std::vector<SandboxCall> earlier;
    for (auto record = records.crbegin(); record != records.crend(); ++record) {
        for (SandboxCall &call : callsOf(*record)) {
            if (rowOf(call.launch, call.index) < 0)
                earlier.push_back(std::move(call));
        }
    }
    // What was added meanwhile was launched after what the journal had then.
    if (earlier.empty())
        return;
    beginInsertRows({}, 0, int(earlier.size()) - 1);
    std::ranges::move(m_calls, std::back_inserter(earlier));
    m_calls = std::move(earlier);
    endInsertRows();
    if (std::ranges::any_of(m_calls, isUnderWay))
        m_again.start();
}

/// No signal tells how the calls of other programs end.
void TranscriptModel::askAgain()
{
    QList<LaunchId> elsewhere;
    const QList<LaunchId> here = m_engine->active();
    for (const SandboxCall &call : m_calls) {
        if (isUnderWay(call) && !here.contains(call.launch) && !elsewhere.contains(call.launch))
            elsewhere += call.launch;
    }
    if (elsewhere.isEmpty())
        m_again.stop();
    for (const LaunchId launch : std::as_const(elsewhere))
        m_engine->record(launch).then(this, [this](const Result<LaunchRecord> &record) {
            if (record)
                takeRecord(*record);
        });
}

void TranscriptModel::takeRecord(const LaunchRecord &record)
{
    if (record.state == LaunchState::Running)
        return;
    for (const SandboxCall &now : callsOf(record)) {
        const int row = rowOf(now.launch, now.index);
        if (row < 0)
            continue;
        SandboxCall &call = m_calls[size_t(row)];
        call.stage = now.stage;
        call.summary = now.summary;
        call.isExitCodeKnown = now.isExitCodeKnown;
        changed(row);
    }
}

void TranscriptModel::follow(CurrentLaunch *launch)
{
    m_followed = launch;
    connect(launch, &CurrentLaunch::changed, this, &TranscriptModel::takeLaunch);
}

void TranscriptModel::takeLaunch()
{
    const LaunchId launch = m_followed->id();
    if (launch == m_lastFollowed || m_followed->phase() == CurrentLaunch::Phase::Starting)
        return;
    m_lastFollowed = launch;
    const LaunchSpec &spec = m_followed->spec();
    const QString &sandbox = m_followed->ticket().executorId;
    if (sandbox != m_sandbox || BackendName(spec.backend, spec.profile) != m_backend)
        show({.backend = spec.backend, .profile = spec.profile}, spec.executorId, sandbox);
    // The journal may have told of it first.
    const int known = rowOf(launch, 0);
    if (known >= 0) {
        const auto begin = m_calls.begin() + known;
        const auto end = std::find_if(begin, m_calls.end(), [launch](const SandboxCall &call) { return call.launch != launch; });
        beginRemoveRows({}, known, int(end - m_calls.begin()) - 1);
        m_calls.erase(begin, end);
        endRemoveRows();
    }
    const int first = known >= 0 ? known : rowCount();
    beginInsertRows({}, first, first + int(spec.codes.size()) - 1);
    for (int index = 0; index < int(spec.codes.size()); ++index)
        m_calls.insert(m_calls.begin() + first + index,
                       {.launch = launch,
                        .index = index,
                        .language = spec.language,
                        .code = spec.codes.at(index),
                        .at = QDateTime::currentDateTimeUtc(),
                        .summary = {.index = index}});
    endInsertRows();
    m_live.start();
}

int TranscriptModel::rowOf(LaunchId launch, int index) const
{
    const auto found = std::ranges::lower_bound(m_calls, std::tuple(launch, index), {}, placeOf);
    return found != m_calls.cend() && placeOf(*found) == std::tuple(launch, index) ? int(found - m_calls.cbegin()) : -1;
}

void TranscriptModel::changed(int row)
{
    Q_EMIT dataChanged(index(row), index(row));
}

void TranscriptModel::updateCandidates(LaunchId launch, const QList<CandidateSummary> &candidates)
{
    for (const CandidateSummary &candidate : candidates) {
        const int row = rowOf(launch, candidate.index);
        if (row < 0)
            continue;
        SandboxCall &call = m_calls[size_t(row)];
        call.summary = candidate;
        call.isExitCodeKnown = true;
        changed(row);
        if (candidate.state == CandidateState::Finished) {
            call.output = SandboxCall::Output::Unknown; // what there is so far is not all
            load(row);
        }
    }
}

void TranscriptModel::endLaunch(LaunchId launch)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        SandboxCall &call = m_calls[size_t(row)];
        if (call.launch != launch)
            continue;
        call.stage = LaunchStage::Over;
        changed(row);
    }
}

bool TranscriptModel::isUnderWay(const SandboxCall &call)
{
    return call.stage == LaunchStage::UnderWay && call.summary.state != CandidateState::Finished;
}

void TranscriptModel::readLive()
{
    bool any = false;
    // Those under way are the latest.
    for (int row = rowCount() - 1; row >= 0 && (isUnderWay(m_calls[size_t(row)]) || m_calls[size_t(row)].launch == m_lastFollowed);
         --row) {
        SandboxCall &call = m_calls[size_t(row)];
        any = any || isUnderWay(call);
        if (!isUnderWay(call))
            continue;
        const auto live = m_engine->liveOutput(call.launch, call.index);
        if (!live)
            continue;
        const OutputExcerpt out = OutputExcerpt::of(live->first);
        const OutputExcerpt err = OutputExcerpt::of(live->second);
        if (out == call.out && err == call.err)
            continue;
        call.out = out;
        call.err = err;
        changed(row);
    }
    if (!any)
        m_live.stop();
}

void TranscriptModel::load(int row)
{
    SandboxCall &call = m_calls[size_t(row)];
    if (call.output != SandboxCall::Output::Unknown || isUnderWay(call))
        return;
    call.output = SandboxCall::Output::Asked;
    m_engine->result(call.launch, call.index)
        .then(this, [this, launch = call.launch, index = call.index](const Result<RunResult> &result) {
            takeResult(launch, index, result);
        });
    if (!call.isCodeWhole)
        m_engine->spec(call.launch).then(this, [this, launch = call.launch](const Result<LaunchSpec> &spec) {
            takeCode(launch, spec);
        });
}

void TranscriptModel::takeResult(LaunchId launch, int index, const Result<RunResult> &result)
{
    const int row = rowOf(launch, index);
    if (row < 0)
        return;
    SandboxCall &call = m_calls[size_t(row)];
    call.output = SandboxCall::Output::Known;
    if (result) {
        call.summary = summarize(index, *result);
        call.isExitCodeKnown = true;
        call.out = OutputExcerpt::of(result->out);
        call.err = OutputExcerpt::of(result->err);
        call.notes = result->end.notes;
    } else if (result.error().kind != FaultKind::NotFound) {
        call.notes = {messageText(result.error())};
    }
    changed(row);
}

void TranscriptModel::takeCode(LaunchId launch, const Result<LaunchSpec> &spec)
{
    // One whose secrets are not there any more cannot be read as a launch; its code's beginning is shown then.
    for (int index = 0; spec && index < int(spec->codes.size()); ++index) {
        const int row = rowOf(launch, index);
        if (row < 0)
            continue;
        m_calls[size_t(row)].code = spec->codes.at(index);
        m_calls[size_t(row)].isCodeWhole = true;
        changed(row);
    }
}

QString TranscriptModel::headingOf(int row) const
{
    const SandboxCall &call = m_calls[size_t(row)];
    QStringList parts {tr("Call %1").arg(row + 1), stateWord(call.state())};
    if (isFinished(call.state()) && call.isExitCodeKnown)
        parts += tr("exit code %1").arg(call.summary.exitCode);
    if (call.summary.state == CandidateState::Finished && call.output == SandboxCall::Output::Known)
        parts += durationText(call.summary.run);
    return parts.join(u" · "_s);
}

int TranscriptModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_calls.size());
}

QVariant TranscriptModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const SandboxCall &call = m_calls[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return headingOf(index.row());
    case Qt::ToolTipRole: return toolTipText(endSentence(call.summary, call.stage));
    case StateRole: return int(call.state());
    case IndexRole: return call.index;
    default: return {};
    }
}

} // namespace hermes
