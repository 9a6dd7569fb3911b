// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/refusals.h"

#include <QRegularExpression>

#include <array>
#include <string_view>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
struct Refusal
{
    QLatin1StringView text; ///< What the daemon's text has in it, in lower case.
    FaultKind kind;
    QLatin1StringView advice;
};

/// The first one that fits counts.
constexpr std::array Refusals {
    Refusal {"bind source path does not exist"_L1, FaultKind::NotFound,
             "Make that folder or file on the daemon's machine, or correct --docker-mounts."_L1},
    Refusal {"could not select device driver"_L1, FaultKind::NotConfigured,
             "The daemon knows no GPUs: install the NVIDIA Container Toolkit there, or leave out --docker-gpus."_L1},
    Refusal {"docker-init"_L1, FaultKind::NotConfigured,
             "The daemon has no init of its own: install tini there, or choose --docker-init none."_L1},
    Refusal {"--init"_L1, FaultKind::NotConfigured, "Choose --docker-init none."_L1},
    Refusal {"no-new-privileges"_L1, FaultKind::NotConfigured,
             "The daemon cannot forbid new privileges (snap's docker cannot); use another installation of Docker."_L1},
    Refusal {"storage-opt"_L1, FaultKind::NotConfigured, "The daemon's storage knows no sizes."_L1},
    Refusal {"range of cpus"_L1, FaultKind::Usage, "Lower --docker-cpus."_L1},
    Refusal {"minimum memory limit"_L1, FaultKind::Usage, "Raise --docker-memory."_L1},
    Refusal {"exec format error"_L1, FaultKind::NotConfigured,
             "The image is for another kind of CPU; choose one for this machine."_L1},
    Refusal {"unable to find user"_L1, FaultKind::Usage, "Correct --docker-user: the image has no such user."_L1},
    Refusal {"uids and gids must be"_L1, FaultKind::Usage, "Correct --docker-user."_L1},
    Refusal {"unknown capability"_L1, FaultKind::Usage, "Correct --docker-cap-add."_L1},
    Refusal {"duplicate mount point"_L1, FaultKind::Usage,
             "Give each mount a target of its own (--docker-mounts, --docker-tmpfs)."_L1},
    Refusal {"read-only file system"_L1, FaultKind::NotConfigured,
             "The first process of the image writes outside /tmp: give it a folder in memory (--docker-tmpfs /run), or choose "
             "--docker-read-only false or --docker-init docker."_L1},
    Refusal {"no space left"_L1, FaultKind::Exhausted, "Free space on the daemon's machine (docker system df)."_L1},
};

constexpr std::array LimitWords {"cgroup"_L1,     "memory limit"_L1, "pids limit"_L1, "pids-limit"_L1, "pidslimit"_L1, "cpu cfs"_L1,
                                 "swap limit"_L1, "memory.max"_L1,   "pids.max"_L1,   "cpu.max"_L1,    "nanocpus"_L1};
} // namespace

bool isAboutLimits(const Fault &fault)
{
    return std::ranges::any_of(LimitWords, [&](QLatin1StringView word) { return fault.what.contains(word, Qt::CaseInsensitive); });
}

QString adviceOnLimits()
{
    return u"Unset it, or tick \"Run without limits that the daemon cannot hold\" (--docker-without-missing-limits true)."_s;
}

bool isAboutNetwork(const Fault &fault)
{
    static const QRegularExpression pattern(u"network .*not found"_s, QRegularExpression::CaseInsensitiveOption);
    return fault.what.contains(pattern);
}

Fault unknownNetwork(const QString &network, const QStringList &known)
{
    QStringList choices {u"none"_s, u"bridge"_s, u"host"_s};
    for (const QString &name : known) {
        if (!choices.contains(name))
            choices.append(name);
    }
    const QString last = choices.takeLast();
    return {.kind = FaultKind::Usage,
            .what = u"The network %1 is not on this daemon"_s.arg(network),
            .advice = u"Choose %1 or %2 (--docker-network)."_s.arg(choices.join(u", "_s), last)};
}

QString withoutLimitsNote(const Fault &refusal)
{
    return u"Runs without limits on memory, CPUs and processes, which the daemon refused: %1"_s.arg(refusal.what);
}

Fault explainedRefusal(Fault fault)
{
    for (const Refusal &refusal : Refusals) {
        if (fault.what.contains(refusal.text, Qt::CaseInsensitive)) {
            fault.kind = refusal.kind;
            fault.advice = refusal.advice;
            return fault;
        }
    }
    if (isAboutLimits(fault)) {
        fault.kind = FaultKind::NotConfigured;
        fault.advice = u"The daemon cannot hold a limit that is set. "_s + adviceOnLimits();
    }
    return fault;
}

} // namespace hermes::docker
