// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/activelaunch.h"
#include "backends/engine/backendregistry.h"
#include "backends/engine/journal/executorrecord.h"
#include "backends/secrets/secretsource.h"

namespace hermes {

class Journal;

/// A launch with its intent in the journal, and what its user is told.
struct Preparation
{
    PreparedLaunch launch = {};
    LaunchTicket ticket = {};
};

/// What becomes of an id of which no open sandbox is known.
enum class Unknown { Created, Refused };

struct NamedSandbox
{
    std::shared_ptr<Backend> backend = {};
    ProfiledId name = {};
    std::optional<ExecutorRecord> onceOpen = {}; ///< See PreparedLaunch.
};

/// An open sandbox stays where it is: with another place its files would be out of sight, and left behind when it is closed. Gives
/// `settings` the place that it was opened with; Usage where they name another one.
[[nodiscard]] Result<> keepPlace(Settings &settings, const SettingsSchema &schema, const ExecutorRecord &open);

using CandidateRanges = QList<CandidateQueue::Range>;

/// Turns what the user wants into a launch that can be run: validates, finds backend and ids, journals the intent.
/// Any thread; blocks on the journal and, for a launch with secrets, on the keychain.
class LaunchPreparation final
{
    /// An id as it is asked for, and with which settings.
    struct ExecutorWish
    {
        SessionKind kind = SessionKind::Sandbox;
        Settings settings = {};
        QString profile = {};
        QString id = {}; ///< Empty: the default one.
        Unknown unknown = Unknown::Created;
    };
    /// The id that it comes to, not yet recorded as open, and the settings that are in force for it.
    struct ChosenExecutor
    {
        ExecutorRecord record = {};
        Settings settings = {};
        std::optional<ExecutorRecord> onceOpen = {}; ///< See PreparedLaunch.
    };
    /// A stored launch that is ready to run once more.
    struct Repetition
    {
        LaunchRecord record = {};
        std::shared_ptr<const LaunchPlan> plan = {};
        std::shared_ptr<Backend> backend = {};
    };

public:
    /// Where the values of a launch's secrets come from, and what ends the wait for them.
    struct Secrets
    {
        std::shared_ptr<const SecretSource> source = {}; ///< Null: launches with secrets are refused.
        std::stop_token stop = {};
    };

    /// `journal` may be null: launches get ids that are valid in this program only. Both outlive this.
    LaunchPreparation(BackendRegistry &registry, Journal *journal, QString machineId, Secrets secrets);

    [[nodiscard]] Result<Preparation> prepare(LaunchSpec spec);
    /// A stored sweep with what is missing of it, or those of it that are in `only`; takes it over from a program that is gone.
    [[nodiscard]] Result<Preparation> prepareResume(LaunchId id, const std::optional<CandidateRanges> &only);
    /// A new launch in which these candidates of a stored one run again and the others keep their results.
    [[nodiscard]] Result<Preparation> prepareRerun(LaunchId id, const CandidateRanges &which);
    [[nodiscard]] Result<std::shared_ptr<const LaunchPlan>> storedPlan(LaunchId id);
    /// The sandbox that a call to `name` goes to; recorded as open. NotFound for an unknown one that is refused.
    [[nodiscard]] Result<NamedSandbox> nameSandbox(const SandboxName &name, Unknown unknown);

private:
    [[nodiscard]] Result<ChosenExecutor> chooseExecutor(ExecutorWish wish);
    [[nodiscard]] Result<> recordAsOpen(const ExecutorRecord &record);
    [[nodiscard]] Result<LaunchRecord> storedRecord(LaunchId id);
    /// The plan with the values of its secrets, for which it may wait.
    [[nodiscard]] Result<std::shared_ptr<const LaunchPlan>> withSecrets(std::shared_ptr<const LaunchPlan> plan) const;
    [[nodiscard]] Result<Repetition> repetitionOf(LaunchRecord record);

    BackendRegistry &m_registry;
    Journal *m_journal;
    QString m_machineId;
    Secrets m_secrets;
    std::atomic<LaunchId> m_nextUnstored = 1;
};

} // namespace hermes
