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

/// Without those that are to run.
LaunchProgress countsKept(LaunchCounts counts, const MissingCandidates &missing)
{
    counts.cancelled -= missing.cancelled;
    counts.infrastructure -= missing.infrastructure;
    return progressOf(counts);
}

IndexRanges toIndexRanges(const CandidateRanges &ranges, qint64 count)
{
    IndexRanges indexes;
    for (const auto &[first, end] : ranges)
        indexes += IndexRange {.first = first, .last = qint64(end) - 1};
    return inOrder(std::move(indexes), count);
}

CandidateRanges toCandidateRanges(const IndexRanges &indexes)
{
    CandidateRanges ranges;
    for (const IndexRange &range : indexes)
        ranges.append({int(range.first), int(range.last) + 1});
    return ranges;
}

SessionKind executorKind(LaunchKind kind)
{
    return kind == LaunchKind::Sandbox ? SessionKind::Sandbox : SessionKind::Session;
}

Settings withoutSecrets(Settings settings, const SettingsSchema &schema)
{
    for (const Setting &setting : schema.settings) {
        if (setting.secret)
            settings.remove(setting.key);
    }
    return settings;
}

/// None where nothing is stored.
Result<QList<ExecutorRecord>> allRecords(Journal *journal)
{
    if (!journal)
        return QList<ExecutorRecord>();
    return journal->reader().and_then([](const std::unique_ptr<JournalReader> &reader) { return reader->executors(); });
}

Result<QList<ExecutorKey>> spentIds(Journal *journal)
{
    if (!journal)
        return QList<ExecutorKey>();
    return journal->reader().and_then([](const std::unique_ptr<JournalReader> &reader) { return reader->spentIds(); });
}

Fault placedElsewhere(const QString &id, const Setting &setting, const QString &stored, const SettingValue &wanted)
{
    const QString opened = stored.isEmpty() ? u"the default %1"_s.arg(setting.key) : u"the %1 %2"_s.arg(setting.key, stored);
    return {.kind = FaultKind::Usage,
            .what = u"The sandbox \"%1\" is open with %2, but %3 is %4"_s.arg(id, opened, wanted.origin, wanted.text),
            .advice = u"Close it first (hermesctl close -s %1), or leave %2 out."_s.arg(id, wanted.origin)};
}

} // namespace

Result<> keepPlace(Settings &settings, const SettingsSchema &schema, const ExecutorRecord &open)
{
    const Settings stored = settingsFromJson(schema.backend, open.settings);
    for (const Setting &setting : schema.settings) {
        if (!setting.placesSandboxes)
            continue;
        const QString there = stored.text(setting.key);
        const SettingValue wanted = settings.value(setting.key);
        if (wanted.source != SettingSource::Default && checkSetting(setting, there, {}).value_or(there) != wanted.text)
            return std::unexpected(placedElsewhere(open.key.id, setting, there, wanted));
        if (there.isEmpty())
            settings.remove(setting.key);
        else
            settings.set(setting.key, {.text = there, .origin = u"as \"%1\" was opened"_s.arg(open.key.id)});
    }
    return {};
}

LaunchPreparation::LaunchPreparation(BackendRegistry &registry, Journal *journal, QString machineId, Secrets secrets)
    : m_registry(registry), m_journal(journal), m_machineId(std::move(machineId)), m_secrets(std::move(secrets))
{ }

Result<Preparation> LaunchPreparation::prepare(LaunchSpec spec)
{
    std::optional<ExecutorRecord> executor;
    std::optional<ExecutorRecord> onceOpen;
    QStringList notices;
    if (hasExecutorId(spec.kind)) {
        Result<ChosenExecutor> chosen = chooseExecutor(
            {.kind = executorKind(spec.kind), .settings = spec.settings, .profile = spec.profile, .id = spec.executorId});
        if (!chosen)
            return std::unexpected(std::move(chosen.error()));
        if (const QString &now = chosen->record.key.id; !spec.executorId.isEmpty() && now != spec.executorId)
            notices += movedOn(executorKind(spec.kind), spec.executorId, now);
        spec.executorId = chosen->record.key.id;
        spec.settings = std::move(chosen->settings);
        executor = std::move(chosen->record);
        onceOpen = std::move(chosen->onceOpen);
    }
    const Result<std::shared_ptr<Backend>> backend = m_registry.backend(spec.settings);
    if (!backend)
        return std::unexpected(backend.error());
    const BackendKind &kind = *m_registry.find(spec.settings.backend());
    spec.backend = kind.kind;
    // A single run works in the folder that its user named, not in one that is removed.
    if (spec.kind == LaunchKind::Run && spec.folder.isEmpty())
        spec.folder = spec.settings.text(u"workdir"_s);
    // Checked before an id is spent on it.
    const auto plan = LaunchPlan::make(spec).and_then([this](auto made) { return withSecrets(std::move(made)); });
    if (!plan)
        return std::unexpected(plan.error());
    if (const Result<> open = executor ? recordAsOpen(*executor) : Result<>(); !open)
        return std::unexpected(open.error());
    Preparation prepared;
    prepared.launch = {.plan = *plan,
                       .backend = *backend,
                       .executorName = {.id = spec.executorId, .profile = spec.profile},
                       .onceOpen = std::move(onceOpen),
                       .missing = {{0, (*plan)->total()}}};
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
                       .total = (*plan)->total(),
                       .notices = std::move(notices)};
    return prepared;
}

Result<std::shared_ptr<const LaunchPlan>> LaunchPreparation::withSecrets(std::shared_ptr<const LaunchPlan> plan) const
{
    const QList<SecretVariable> &wanted = plan->spec().secrets;
    if (wanted.isEmpty())
        return plan;
    if (!m_secrets.source)
        return fail(FaultKind::NotConfigured, u"This program keeps no secrets"_s);
    QList<Secret> values;
    for (const SecretVariable &secret : wanted) {
        const Result<FoundSecret> found = m_secrets.source->get({.name = secret.secret}, m_secrets.stop);
        if (!found)
            return std::unexpected(found.error());
        if (found->value.reveal().contains('\0'))
            return fail(FaultKind::NotConfigured,
                        u"The secret \"%1\" has a NUL byte, which no environment variable can have"_s.arg(secret.secret));
        values.append(found->value);
    }
    return plan->withSecrets(std::move(values));
}

Result<LaunchRecord> LaunchPreparation::storedRecord(LaunchId id)
{
    if (!m_journal)
        return fail(FaultKind::NotFound, u"There is no launch %1: nothing is stored in this run of the program"_s.arg(id));
    return m_journal->reader().and_then([id](const std::unique_ptr<JournalReader> &reader) { return reader->launch(id); });
}

Result<std::shared_ptr<const LaunchPlan>> LaunchPreparation::storedPlan(LaunchId id)
{
    return storedRecord(id).and_then(fromRecord).and_then([](LaunchSpec spec) { return LaunchPlan::make(std::move(spec)); });
}

Result<Preparation> LaunchPreparation::prepareResume(LaunchId id, const std::optional<CandidateRanges> &only)
{
    const Result<LaunchRecord> record = storedRecord(id);
    if (!record)
        return std::unexpected(record.error());
    if (record->kind != LaunchKind::Sweep) {
        return fail(FaultKind::Usage, u"%1 is a %2; only a sweep can be resumed"_s.arg(id).arg(launchKindName(record->kind)));
    }
    const auto plan = fromRecord(*record).and_then(LaunchPlan::make).and_then([this](auto made) {
        return withSecrets(std::move(made));
    });
    if (!plan)
        return std::unexpected(plan.error());
    const Result<std::shared_ptr<Backend>> backend = m_registry.backend((*plan)->spec().settings);
    if (!backend)
        return std::unexpected(backend.error());
    const auto scope = only ? std::optional(toIndexRanges(*only, record->count)) : std::nullopt;
    if (const Result<> taken = m_journal->takeOver(id, scope); !taken)
        return std::unexpected(taken.error());
    const Result<std::unique_ptr<JournalReader>> reader = m_journal->reader();
    if (!reader)
        return std::unexpected(reader.error());
    const Result<MissingCandidates> missing = (*reader)->missing(id, scope);
    if (!missing)
        return std::unexpected(missing.error());
    // Again: now that nobody else writes to it, its counts stand still.
    const Result<LaunchRecord> mine = (*reader)->launch(id);
    if (!mine)
        return std::unexpected(mine.error());

    Preparation prepared;
    prepared.launch = {.id = id,
                       .plan = *plan,
                       .backend = *backend,
                       .executorName = {.id = record->executorId, .profile = record->profile},
                       .missing = toCandidateRanges(missing->ranges),
                       .progress = countsKept(mine->counts, *missing)};
    prepared.launch.failures = failuresIn(prepared.launch.progress);
    prepared.ticket = {.id = id,
                       .executorId = record->executorId,
                       .parameterNames = (*plan)->parameterNames(),
                       .total = (*plan)->total(),
                       .alreadyFinished = prepared.launch.progress.finished,
                       .mayRunTwice = int(missing->mayRunTwice)};
    return prepared;
}

/// Checks a stored launch as a new one, and finds its backend and, for a session, an executor's id that is not spent.
Result<LaunchPreparation::Repetition> LaunchPreparation::repetitionOf(LaunchRecord record)
{
    Result<LaunchSpec> spec = fromRecord(record);
    if (!spec)
        return std::unexpected(std::move(spec.error()));
    std::optional<ExecutorRecord> executor;
    if (hasExecutorId(record.kind)) {
        Result<ChosenExecutor> again = chooseExecutor(
            {.kind = executorKind(record.kind), .settings = spec->settings, .profile = record.profile, .id = record.executorId});
        if (!again)
            return std::unexpected(std::move(again.error()));
        spec->executorId = record.executorId = again->record.key.id;
        executor = std::move(again->record);
    }
    const auto plan = LaunchPlan::make(*std::move(spec)).and_then([this](auto made) { return withSecrets(std::move(made)); });
    if (!plan)
        return std::unexpected(plan.error());
    const Result<std::shared_ptr<Backend>> backend = m_registry.backend((*plan)->spec().settings);
    if (!backend)
        return std::unexpected(backend.error());
    if (const Result<> open = executor ? recordAsOpen(*executor) : Result<>(); !open)
        return std::unexpected(open.error());
    return Repetition {.record = std::move(record), .plan = *plan, .backend = *backend};
}

Result<Preparation> LaunchPreparation::prepareRerun(LaunchId id, const CandidateRanges &which)
{
    Result<LaunchRecord> earlier = storedRecord(id);
    if (!earlier)
        return std::unexpected(std::move(earlier.error()));
    if (earlier->kind == LaunchKind::Sandbox)
        return fail(FaultKind::Usage, u"%1 is a sandbox, whose calls build on each other"_s.arg(id),
                    u"Launch the calls anew instead."_s);
    const IndexRanges chosen = toIndexRanges(which, earlier->count);
    if (chosen.isEmpty())
        return fail(FaultKind::Usage, u"Nothing of launch %1 was chosen to run again"_s.arg(id),
                    u"It has the candidates 0 to %1."_s.arg(earlier->count - 1));
    Result<Repetition> again = repetitionOf(*std::move(earlier));
    if (!again)
        return std::unexpected(std::move(again.error()));
    auto &[record, plan, backend] = *again;
    PreparedLaunch launch {.plan = plan,
                           .backend = backend,
                           .executorName = {.id = record.executorId, .profile = record.profile},
                           .missing = toCandidateRanges(chosen)};
    launch.reach = CandidateQueue(launch.missing, plan->order()).reachOf(usualConcurrency(plan->spec(), backend->info()));
    record.reach = launch.reach;
    record.rerunOf = id;
    const Result<RerunCreated> created = m_journal->createRerun(record, chosen);
    if (!created)
        return std::unexpected(created.error());
    launch.id = created->id;
    launch.progress = progressOf(created->carried);
    LaunchTicket ticket {.id = created->id,
                         .executorId = record.executorId,
                         .parameterNames = plan->parameterNames(),
                         .total = plan->total(),
                         .alreadyFinished = launch.progress.finished,
                         .mayRunTwice = int(created->mayRunTwice)};
    return Preparation {.launch = std::move(launch), .ticket = std::move(ticket)};
}

Result<LaunchPreparation::ChosenExecutor> LaunchPreparation::chooseExecutor(ExecutorWish wish)
{
    const Result<const BackendKind *> backend = m_registry.known(wish.settings.backend());
    if (!backend)
        return std::unexpected(backend.error());
    const QString wanted = wish.id.isEmpty() ? defaultExecutorId(wish.kind, m_machineId) : wish.id;
    if (Result<> checked = checkExecutorId(wanted); !checked)
        return std::unexpected(std::move(checked.error()));
    const Result<QList<ExecutorRecord>> known = allRecords(m_journal);
    if (!known)
        return std::unexpected(known.error());
    const Result<QList<ExecutorKey>> spent = spentIds(m_journal);
    if (!spent)
        return std::unexpected(spent.error());
    ExecutorKey key {.backend = (*backend)->kind, .profile = wish.profile};
    key.id = firstUnspentId(wanted, [&](const QString &candidate) {
        return spent->contains(ExecutorKey {.backend = key.backend, .profile = key.profile, .id = candidate});
    });
    const auto found = std::ranges::find(*known, key, &ExecutorRecord::key);
    const bool isNew = found == known->cend();
    if (isNew && wish.unknown == Unknown::Refused && m_journal)
        return fail(FaultKind::NotFound, u"There is no open %1 \"%2\""_s.arg(sessionKindName(wish.kind), wanted),
                    u"hermesctl list -s shows what there is."_s);
    if (!isNew && found->kind != wish.kind)
        return fail(FaultKind::Usage, u"\"%1\" is the id of a %2"_s.arg(key.id, sessionKindName(found->kind)),
                    u"Use another id."_s);
    if (!isNew && wish.kind == SessionKind::Sandbox) {
        if (Result<> placed = keepPlace(wish.settings, (*backend)->schema, *found); !placed)
            return std::unexpected(std::move(placed.error()));
    }
    ChosenExecutor chosen {.record = {.key = key, .kind = wish.kind}, .settings = std::move(wish.settings)};
    chosen.record.lastUsed = QDateTime::currentDateTimeUtc();
    chosen.record.created = isNew ? chosen.record.lastUsed : found->created;
    chosen.record.settings = settingsToJson(withoutSecrets(chosen.settings, (*backend)->schema));
    // What it was opened with counts for who only looks at it, until it is open with something else.
    if (!isNew && wish.kind == SessionKind::Sandbox && m_journal && chosen.record.settings != found->settings) {
        chosen.onceOpen = chosen.record;
        chosen.onceOpen->owner = m_journal->owner();
        chosen.record.settings = found->settings;
    }
    return chosen;
}

Result<> LaunchPreparation::recordAsOpen(const ExecutorRecord &record)
{
    if (!m_journal)
        return {};
    ExecutorRecord mine = record;
    mine.owner = m_journal->owner();
    return m_journal->storeExecutor(mine);
}

Result<NamedSandbox> LaunchPreparation::nameSandbox(const SandboxName &name, Unknown unknown)
{
    const Result<ChosenExecutor> chosen = chooseExecutor(
        {.kind = SessionKind::Sandbox, .settings = name.settings, .profile = name.profile, .id = name.id, .unknown = unknown});
    if (!chosen)
        return std::unexpected(chosen.error());
    const Result<std::shared_ptr<Backend>> backend = m_registry.backend(chosen->settings);
    if (!backend)
        return std::unexpected(backend.error());
    return recordAsOpen(chosen->record).transform([&] {
        return NamedSandbox {.backend = *backend, .name = chosen->record.key.name(), .onceOpen = chosen->onceOpen};
    });
}

} // namespace hermes
