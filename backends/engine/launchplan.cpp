// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchplan.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr qsizetype MaxSessionSnippets = 64;

Result<> checkCounts(const LaunchSpec &spec)
{
    const qsizetype count = spec.codes.size();
    if (spec.kind == LaunchKind::Session && (count < 1 || count > MaxSessionSnippets)) {
        return fail(FaultKind::Usage, u"A session takes 1 to %1 snippets; these are %2"_s.arg(MaxSessionSnippets).arg(count),
                    count == 0 ? u"Give at least one."_s : u"Use a sweep for more."_s);
    }
    if (spec.kind == LaunchKind::Sandbox && count < 1)
        return fail(FaultKind::Usage, u"A sandbox call needs at least one snippet"_s);
    if ((spec.kind == LaunchKind::Run || spec.kind == LaunchKind::Sweep) && count != 1)
        return fail(FaultKind::Usage, u"A %1 takes exactly one snippet; these are %2"_s.arg(launchKindName(spec.kind)).arg(count));
    return {};
}

Result<> checkCodes(const LaunchSpec &spec)
{
    for (qsizetype i = 0; i < spec.codes.size(); ++i) {
        if (Result<> checked = checkCode(spec.codes[i]); !checked) {
            if (spec.codes.size() == 1)
                return checked;
            return std::unexpected(inContext(u"Snippet %1"_s.arg(i), std::move(checked.error())));
        }
    }
    return {};
}

Result<> checkFiles(const LaunchSpec &spec)
{
    for (const InputFile &input : spec.inputs) {
        const QFileInfo file(input.source);
        if (!file.isFile() || !file.isReadable())
            return fail(FaultKind::Usage, u"Input file %1 cannot be read"_s.arg(input.source),
                        u"Name a file that exists and is readable."_s);
    }
    return {};
}

/// A run's processes are found again by it.
constexpr auto RunNameVariable = "HERMES_RUN_ID"_L1;

Result<> checkEnvironment(const LaunchSpec &spec)
{
    for (const EnvironmentVariable &variable : spec.environment) {
        if (variable.name.isEmpty() || variable.name.contains(u'=') || variable.name.contains(QChar(0)))
            return fail(FaultKind::Usage, u"\"%1\" cannot be the name of an environment variable"_s.arg(variable.name));
        if (variable.value.contains('\0'))
            return fail(FaultKind::Usage, u"The value of variable %1 has a NUL byte"_s.arg(variable.name));
        if (variable.name == RunNameVariable)
            return fail(FaultKind::Usage, u"The variable %1 is reserved: every run gets its own"_s.arg(variable.name));
    }
    return {};
}

Result<> checkSecrets(const LaunchSpec &spec)
{
    QStringList taken;
    for (const EnvironmentVariable &variable : spec.environment)
        taken += variable.name;
    for (const SecretVariable &secret : spec.secrets) {
        if (secret.variable == RunNameVariable)
            return fail(FaultKind::Usage, u"The variable %1 is reserved: every run gets its own"_s.arg(secret.variable));
        if (taken.contains(secret.variable))
            return fail(FaultKind::Usage, u"The variable %1 is given twice"_s.arg(secret.variable),
                        u"Give the secret another one: VARIABLE=%1."_s.arg(secret.secret));
        taken += secret.variable;
    }
    return {};
}

Result<> checkNumbers(const LaunchSpec &spec)
{
    if (spec.concurrency && *spec.concurrency < 1)
        return fail(FaultKind::Usage, u"Concurrency is %1; it must be at least 1"_s.arg(*spec.concurrency));
    if (spec.timeout && *spec.timeout <= std::chrono::milliseconds(0))
        return fail(FaultKind::Usage, u"The timeout must be more than 0 seconds"_s);
    if (spec.orderSeed && spec.kind != LaunchKind::Sweep)
        return fail(FaultKind::Usage,
                    u"Only a sweep can be started in random order; this is a %1"_s.arg(launchKindName(spec.kind)));
    if (spec.orderSeed && *spec.orderSeed < 0)
        return fail(FaultKind::Usage, u"The seed of the order is %1; give a whole number of at least 0"_s.arg(*spec.orderSeed));
    const StopPolicy &policy = spec.policy;
    if (policy.afterFailures && *policy.afterFailures < 1)
        return fail(FaultKind::Usage, u"The number of failures to stop at must be at least 1"_s);
    if (policy.overPercent && (*policy.overPercent < 0 || *policy.overPercent > 100))
        return fail(FaultKind::Usage, u"The share of failures to stop at must be from 0 to 100 percent"_s);
    return {};
}

} // namespace

Result<std::shared_ptr<const LaunchPlan>> LaunchPlan::make(LaunchSpec spec)
{
    for (const auto check : {checkCounts, checkCodes, checkFiles, checkEnvironment, checkSecrets, checkNumbers}) {
        if (Result<> passed = check(spec); !passed)
            return std::unexpected(std::move(passed.error()));
    }
    std::shared_ptr<LaunchPlan> plan(new LaunchPlan(std::move(spec)));
    plan->m_total = int(plan->m_spec.codes.size());
    if (plan->m_spec.kind == LaunchKind::Sweep) {
        if (Result<> prepared = plan->prepareSweep(); !prepared)
            return std::unexpected(std::move(prepared.error()));
    }
    return plan;
}

Result<> LaunchPlan::prepareSweep()
{
    Result<SweepExpansion> expansion = SweepExpansion::expand(m_spec.sweep);
    if (!expansion)
        return std::unexpected(std::move(expansion.error()));
    if (expansion->count() == 0)
        return fail(FaultKind::Usage, u"The sweep has no candidates: the excludes leave out all %1"_s.arg(expansion->excluded()));
    if (m_spec.templated) {
        Result<SnippetTemplate> parsed = SnippetTemplate::parse(m_spec.language, m_spec.codes.first(), expansion->names());
        if (!parsed)
            return std::unexpected(std::move(parsed.error()));
        m_template = std::move(*parsed);
    }
    // Of two values one would win without a word.
    for (const EnvironmentVariable &ours : expansion->environment(0)) {
        if (std::ranges::contains(m_spec.environment, ours.name, &EnvironmentVariable::name)
            || std::ranges::contains(m_spec.secrets, ours.name, &SecretVariable::variable))
            return fail(FaultKind::Usage, u"The variable %1 is reserved: the sweep itself sets it"_s.arg(ours.name));
    }
    m_total = int(expansion->count());
    if (m_spec.orderSeed)
        m_order = StartOrder::shuffled(m_total, *m_spec.orderSeed);
    m_expansion = std::move(*expansion);
    return {};
}

std::shared_ptr<const LaunchPlan> LaunchPlan::withSecrets(QList<Secret> values) const
{
    std::shared_ptr<LaunchPlan> plan(new LaunchPlan(*this));
    plan->m_secrets = std::move(values);
    return plan;
}

QStringList LaunchPlan::parameterNames() const
{
    return m_expansion ? m_expansion->names() : QStringList();
}

QStringList LaunchPlan::parameters(int index) const
{
    return m_expansion ? m_expansion->at(index) : QStringList();
}

RunRequest LaunchPlan::request(int index) const
{
    RunRequest request;
    request.snippet.language = m_spec.language;
    request.environment = m_spec.environment;
    for (qsizetype i = 0; i < m_secrets.size(); ++i)
        request.environment.append({m_spec.secrets[i].variable, m_secrets[i].reveal().toByteArray()});
    request.stdinData = m_spec.stdinData;
    request.inputs = m_spec.inputs;
    request.folder = m_spec.folder;
    request.timeout = m_spec.timeout;
    if (!request.timeout)
        request.timeout = m_spec.settings.duration(u"timeout"_s);
    if (const auto killDelay = m_spec.settings.duration(u"kill-delay"_s))
        request.killDelay = *killDelay;
    if (!m_expansion) {
        request.snippet.code = m_spec.codes[index];
        return request;
    }
    request.snippet.code = m_template ? m_template->render(m_expansion->at(index)) : m_spec.codes.first();
    request.environment += m_expansion->environment(index);
    return request;
}

} // namespace hermes
