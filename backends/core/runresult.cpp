// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "runresult.h"

#include "backends/core/enumnames.h"

#include <csignal>
#include <cstring>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr EnumNames<EndReason, 5> ReasonNames {{
    {EndReason::Exited, "exited"_L1},
    {EndReason::Signalled, "signalled"_L1},
    {EndReason::TimedOut, "timed_out"_L1},
    {EndReason::Cancelled, "cancelled"_L1},
    {EndReason::Infrastructure, "infrastructure"_L1},
}};
} // namespace

QString reasonName(EndReason reason)
{
    return nameOf(ReasonNames, reason);
}

std::optional<EndReason> reasonFromName(const QString &name)
{
    return valueOf(ReasonNames, name);
}

QString signalName(int signal)
{
    if (const char *name = sigabbrev_np(signal))
        return u"SIG"_s + QString::fromLatin1(name);
    return u"signal %1"_s.arg(signal);
}

RunEnd RunEnd::infrastructure(Fault fault, bool mayHaveStarted)
{
    RunEnd end;
    end.fault = std::move(fault);
    end.mayHaveStarted = mayHaveStarted;
    return end;
}

RunEnd RunEnd::cancelledBeforeStart()
{
    RunEnd end;
    end.reason = EndReason::Cancelled;
    end.exitCode = 130;
    end.mayHaveStarted = false;
    return end;
}

RunResult RunResult::lost(const Fault &fault)
{
    RunResult result {.end = RunEnd::infrastructure(fault, true)};
    result.err.bytes = toText(fault).toUtf8();
    result.err.total = result.err.bytes.size();
    return result;
}

} // namespace hermes
