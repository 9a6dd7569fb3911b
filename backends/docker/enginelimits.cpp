// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/enginelimits.h"

#include "backends/core/stoppablelock.h"
#include "backends/docker/refusals.h"

#include <functional>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
struct NamedLimit
{
    QString name;
    bool isHeld;
    bool isSet;
};

QList<NamedLimit> limitsOf(const DockerSettings &settings, const HeldLimits &held)
{
    return {{.name = u"memory"_s, .isHeld = held.memory, .isSet = settings.memory.has_value()},
            {.name = u"CPUs"_s, .isHeld = held.cpus, .isSet = settings.nanoCpus.has_value()},
            {.name = u"processes"_s, .isHeld = held.processes, .isSet = settings.pids.has_value()}};
}

template<typename Wanted>
QStringList namesOf(const QList<NamedLimit> &limits, Wanted wanted)
{
    QStringList names;
    for (const NamedLimit &limit : limits) {
        if (std::invoke(wanted, limit))
            names.append(limit.name);
    }
    return names;
}
} // namespace

HeldLimits HeldLimits::fromInfo(const QJsonObject &info)
{
    return {.memory = info.value("MemoryLimit"_L1).toBool(true),
            .cpus = info.value("CpuCfsQuota"_L1).toBool(true),
            .processes = info.value("PidsLimit"_L1).toBool(true),
            .measures = info.value("CgroupDriver"_L1).toString() != "none"_L1};
}

QStringList HeldLimits::names() const
{
    return namesOf(limitsOf({}, *this), &NamedLimit::isHeld);
}

QStringList HeldLimits::missingNames() const
{
    return namesOf(limitsOf({}, *this), std::not_fn(&NamedLimit::isHeld));
}

Result<QStringList> limitsToDrop(const DockerSettings &settings, const HeldLimits &held)
{
    QStringList missing = namesOf(limitsOf(settings, held), [](const NamedLimit &limit) { return limit.isSet && !limit.isHeld; });
    if (missing.isEmpty() || settings.runsWithoutMissingLimits)
        return missing;
    return fail(FaultKind::NotConfigured, u"The daemon cannot limit %1 (no control group for it)"_s.arg(missing.join(u", "_s)),
                adviceOnLimits());
}

DockerSettings settingsWithin(DockerSettings settings, const HeldLimits &held)
{
    if (!held.memory)
        settings.memory.reset();
    if (!held.cpus)
        settings.nanoCpus.reset();
    if (!held.processes)
        settings.pids.reset();
    return settings;
}

QString runsWithoutNote(const QStringList &limits)
{
    return u"Runs without a limit on %1: the daemon cannot hold it (no control group for it)."_s.arg(limits.join(u", "_s));
}

Result<HeldLimits> EngineLimits::get(std::stop_token stop)
{
    const auto lock = lockUnlessStopped(m_mutex, stop);
    if (!lock)
        return fail(FaultKind::Cancelled, u"Cancelled"_s);
    if (m_held)
        return *m_held;
    const auto info = m_client->askJson({.path = u"/info"_s}, std::move(stop));
    if (!info && info.error().kind != FaultKind::Denied && info.error().kind != FaultKind::NotFound)
        return std::unexpected(info.error());
    m_held = info ? HeldLimits::fromInfo(info->object()) : HeldLimits {};
    return *m_held;
}

} // namespace hermes::docker
