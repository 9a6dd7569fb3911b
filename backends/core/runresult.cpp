// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "runresult.h"

#include <array>
#include <csignal>
#include <cstring>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr std::array<std::pair<EndReason, QLatin1StringView>, 5> ReasonNames {{
    {EndReason::Exited, "exited"_L1},
    {EndReason::Signalled, "signalled"_L1},
    {EndReason::TimedOut, "timed_out"_L1},
    {EndReason::Cancelled, "cancelled"_L1},
    {EndReason::Infrastructure, "infrastructure"_L1},
}};
} // namespace

QString reasonName(EndReason reason)
{
    return ReasonNames[size_t(reason)].second;
}

std::optional<EndReason> reasonFromName(const QString &name)
{
    for (const auto &[reason, text] : ReasonNames) {
        if (name == text)
            return reason;
    }
    return std::nullopt;
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
