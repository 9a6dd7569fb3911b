// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/launchdraft.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// Of Podman and its init, which do not name the file.
const QRegularExpression &deniedPattern()
{
    static const QRegularExpression pattern(u"failed to exec pid1|\\bexec(utable)?\\b[^;]*(permission denied|exec format error)"_s,
                                            QRegularExpression::CaseInsensitiveOption);
    return pattern;
}
} // namespace

Fault silent(const QString &container, Fault fault)
{
    if (fault.kind == FaultKind::TimedOut)
        fault.what = u"it did not answer within %1 s"_s.arg(VoiceLimit.count());
    else if (fault.what.isEmpty())
        fault.what = fault.kind == FaultKind::Cancelled ? u"cancelled"_s : u"its first process ended without a word"_s;
    return inContext(u"The runner in the container %1 could not be started"_s.arg(container), std::move(fault));
}

bool isAboutRunner(const Fault &fault, const RunnerPlace &place)
{
    if (place.way == RunnerPlace::Way::Plain || fault.kind == FaultKind::Cancelled || fault.kind == FaultKind::TimedOut)
        return false;
    return fault.what.contains(place.path) || fault.what.contains(deniedPattern());
}

Fault withoutShell(const Fault &fault, const RunnerPlace &place)
{
    static const QRegularExpression shell(u"\\bsh\\b|failed to exec pid1"_s);
    return place.why && fault.kind != FaultKind::Cancelled && fault.what.contains(shell) ? *place.why : fault;
}

} // namespace hermes::docker
