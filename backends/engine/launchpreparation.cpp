// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchpreparation.h"

#include "backends/engine/journal/journal.h"
#include "backends/engine/launchjson.h"
#include "backends/engine/machineid.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

bool hasExecutorId(LaunchKind kind)
{
    return kind == LaunchKind::Sandbox || kind == LaunchKind::Session;
}

LaunchProgress countsSoFar(const LaunchCounts &counts)
{
    LaunchProgress progress;
    progress.succeeded = int(counts.succeeded);
    progress.failed = int(counts.failed);
    progress.signalled = int(counts.signalled);
    progress.timedOut = int(counts.timedOut);
    progress.finished = progress.succeeded + progress.failed + progress.signalled + progress.timedOut;
    return progress;
}

Settings withoutSecrets(Settings settings, const SettingsSchema &schema)
{
    for (const Setting &setting : schema.settings) {
        if (setting.secret)
            settings.remove(setting.key);
    }
    return settings;
}

} // namespace

LaunchPreparation::LaunchPreparation(BackendRegistry &registry, Journal *journal, QString machineId)
    : m_registry(registry), m_journal(journal), m_machineId(std::move(machineId))
{ }

Result<Preparation> LaunchPreparation::prepare(LaunchSpec spec)
{
    const Result<std::shared_ptr<Backend>> backend = m_registry.backend(spec.settings);
    if (!backend)
        return std::unexpected(backend.error());
    const BackendKind &kind = *m_registry.find(spec.settings.backend());
    spec.backend = kind.kind;
    // A single run works in the folder that its user named, not in one that is removed.
    if (spec.kind == LaunchKind::Run && spec.folder.isEmpty())
        spec.folder = spec.settings.text(u"workdir"_s);
    // Checked before an id is spent on it.
    Result<std::shared_ptr<const LaunchPlan>> plan = LaunchPlan::make(spec);
    if (!plan)
        return std::unexpected(std::move(plan.error()));
    if (hasExecutorId(spec.kind)) {
        const SessionKind session = spec.kind == LaunchKind::Sandbox ? SessionKind::Sandbox : SessionKind::Session;
        Result<QString> id = executorId(session, spec.settings, spec.profile, spec.executorId, Unknown::Created);
        if (!id)
            return std::unexpected(std::move(id.error()));
        spec.executorId = *id;
    }
    Preparation prepared;
    prepared.launch = {.plan = *plan, .backend = *backend, .executorId = spec.executorId, .missing = {{0, (*plan)->total()}}};
    prepared.launch.id = m_nextUnstored++;
    if (m_journal) {
        spec.settings = withoutSecrets(std::move(spec.settings), kind.schema);
        LaunchRecord record = toRecord(spec, (*plan)->total());
        // What is started first need not wait for the journal once more.
        record.reach = std::min((*plan)->total(), usualConcurrency(spec, (*backend)->info()));
        prepared.launch.reach = int(record.reach);
        const Result<LaunchId> id = m_journal->createLaunch(std::move(record));
        if (!id)
            return std::unexpected(id.error());
        prepared.launch.id = *id;
    }
    prepared.ticket = {.id = prepared.launch.id,
                       .executorId = spec.executorId,
                       .parameterNames = (*plan)->parameterNames(),
                       .total = (*plan)->total()};
    return prepared;
}

Result<std::shared_ptr<const LaunchPlan>> LaunchPreparation::storedPlan(LaunchId id)
{
    if (!m_journal)
        return fail(FaultKind::NotFound, u"There is no launch %1: nothing is stored in this run of the program"_s.arg(id));
    const Result<std::unique_ptr<JournalReader>> reader = m_journal->reader();
    if (!reader)
        return std::unexpected(reader.error());
    return (*reader)->launch(id).and_then(fromRecord).and_then([](LaunchSpec spec) { return LaunchPlan::make(std::move(spec)); });
}

Result<Preparation> LaunchPreparation::prepareResume(LaunchId id)
{
    if (!m_journal)
        return fail(FaultKind::NotFound, u"There is no sweep %1: nothing is stored in this run of the program"_s.arg(id));
    const Result<std::unique_ptr<JournalReader>> reader = m_journal->reader();
    if (!reader)
        return std::unexpected(reader.error());
    const Result<LaunchRecord> record = (*reader)->launch(id);
    if (!record)
        return std::unexpected(record.error());
    if (record->kind != LaunchKind::Sweep) {
        return fail(FaultKind::Usage, u"%1 is a %2; only a sweep can be resumed"_s.arg(id).arg(launchKindName(record->kind)));
    }
    const Result<std::shared_ptr<const LaunchPlan>> plan = storedPlan(id);
    if (!plan)
        return std::unexpected(plan.error());
    const Result<std::shared_ptr<Backend>> backend = m_registry.backend((*plan)->spec().settings);
    if (!backend)
        return std::unexpected(backend.error());
    if (const Result<> taken = m_journal->takeOver(id); !taken)
        return std::unexpected(taken.error());
    const Result<MissingCandidates> missing = (*reader)->missing(id);
    if (!missing)
        return std::unexpected(missing.error());
    // Again: now that nobody else writes to it, its counts stand still.
    const Result<LaunchRecord> mine = (*reader)->launch(id);
    if (!mine)
        return std::unexpected(mine.error());

    Preparation prepared;
    prepared.launch = {
        .id = id, .plan = *plan, .backend = *backend, .executorId = record->executorId, .progress = countsSoFar(mine->counts)};
    for (const IndexRange &range : missing->ranges)
        prepared.launch.missing.append({int(range.first), int(range.last) + 1});
    prepared.ticket = {.id = id,
                       .executorId = record->executorId,
                       .parameterNames = (*plan)->parameterNames(),
                       .total = (*plan)->total(),
                       .alreadyFinished = (*plan)->total() - int(missing->count),
                       .mayRunTwice = int(missing->mayRunTwice)};
    return prepared;
}

Result<QString> LaunchPreparation::executorId(SessionKind kind, const Settings &settings, const QString &profile,
                                              const QString &requested, Unknown unknown)
{
    QString wanted = requested.isEmpty() ? defaultExecutorId(kind, m_machineId) : requested;
    if (Result<> checked = checkExecutorId(wanted); !checked)
        return std::unexpected(std::move(checked.error()));
    if (!m_journal)
        return wanted;
    const Result<QList<ExecutorRecord>> known = m_journal->reader().and_then(
        [](const std::unique_ptr<JournalReader> &reader) { return reader->executors(); });
    if (!known)
        return std::unexpected(known.error());
    const auto recorded = [&](const QString &id) {
        return std::ranges::find_if(*known, [&](const ExecutorRecord &record) {
            return record.key.id == id && record.key.backend == settings.backend() && record.key.profile == profile;
        });
    };
    QString id = firstUnspentId(wanted, [&](const QString &candidate) {
        const auto found = recorded(candidate);
        return found != known->cend() && found->state == SessionState::Closed;
    });
    const auto found = recorded(id);
    if (found == known->cend() && unknown == Unknown::Refused)
        return fail(FaultKind::NotFound, u"There is no open %1 \"%2\""_s.arg(sessionKindName(kind), wanted),
                    u"hermesctl list -s shows what there is."_s);
    if (found != known->cend() && found->kind != kind) {
        return fail(FaultKind::Usage, u"\"%1\" is the id of a %2"_s.arg(id, sessionKindName(found->kind)), u"Use another id."_s);
    }
    const BackendKind &backend = *m_registry.find(settings.backend());
    ExecutorRecord record;
    record.key = {.backend = backend.kind, .profile = profile, .id = id};
    record.kind = kind;
    record.lastUsed = QDateTime::currentDateTimeUtc();
    record.created = found == known->cend() ? record.lastUsed : found->created;
    record.settings = settingsToJson(withoutSecrets(settings, backend.schema));
    record.owner = m_journal->owner();
    if (const Result<> stored = m_journal->storeExecutor(record); !stored)
        return std::unexpected(stored.error());
    return id;
}

Result<OpenSandboxId> LaunchPreparation::openSandboxId(const SandboxName &name, Unknown unknown)
{
    const Result<std::shared_ptr<Backend>> backend = m_registry.backend(name.settings);
    if (!backend)
        return std::unexpected(backend.error());
    return executorId(SessionKind::Sandbox, name.settings, name.profile, name.id, unknown).transform([&](const QString &id) {
        return OpenSandboxId {.backend = *backend, .id = id};
    });
}

} // namespace hermes
