// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/exitmapping.h"

#include <cerrno>

using namespace Qt::StringLiterals;

namespace hermes::runner {

namespace {
constexpr int TimedOutCode = 124;
constexpr int CancelledCode = 130;
constexpr int SignalBase = 128;

FaultKind kindOf(const protocol::ErrorMessage &message)
{
    switch (message.errorNumber) {
    case 0: return FaultKind::NotConfigured;
    case ENOENT:
        // A missing interpreter is something to set up; any other missing thing was named by the caller.
        return message.stage.starts_with("find ") ? FaultKind::NotConfigured : FaultKind::NotFound;
    case EACCES:
    case EPERM:
    case EROFS: return FaultKind::Denied;
    case EISDIR:
    case ENOTDIR:
    case ENOTEMPTY:
    case ENAMETOOLONG:
    case ELOOP: return FaultKind::Refused;
    case EAGAIN:
    case ENOMEM:
    case ENFILE:
    case EMFILE:
    case ENOSPC:
    case EDQUOT: return FaultKind::Exhausted;
    default: return FaultKind::Internal;
    }
}

QString adviceOn(const protocol::ErrorMessage &message, const QString &interpreterAdvice)
{
    constexpr std::string_view Find = "find ";
    if (!interpreterAdvice.isEmpty() && message.stage.starts_with(Find))
        return interpreterAdvice.arg(QString::fromStdString(message.stage.substr(Find.size())));
    if (message.stage == "find python3")
        return u"Install python3, or add its folder to PATH."_s;
    if (message.stage.starts_with("find "))
        return u"Add the folder of the interpreter to PATH."_s;
    return {};
}
} // namespace

RunEnd endOfRun(const protocol::ExitMessage &message, std::optional<uint64_t> memoryLimit)
{
    RunEnd end;
    const int code = int(message.code);
    end.signal = message.signalled ? code : 0;
    switch (message.ending) {
    case protocol::Ending::TimedOut:
        end.reason = EndReason::TimedOut;
        end.exitCode = TimedOutCode;
        break;
    case protocol::Ending::Cancelled:
        end.reason = EndReason::Cancelled;
        end.exitCode = CancelledCode;
        break;
    case protocol::Ending::ByItself:
        end.reason = message.signalled ? EndReason::Signalled : EndReason::Exited;
        end.exitCode = message.signalled ? SignalBase + code : code;
        break;
    }
    end.run = message.wallTime;
    // Whatever ran had some memory: without it nothing is known.
    if (message.maxResident > 0)
        end.use = ResourceUse {
            .userTime = message.userTime, .systemTime = message.systemTime, .maxResidentBytes = qint64(message.maxResident)};
    end.outOfMemory = message.outOfMemory;
    if (message.outOfMemory) {
        end.notes.append(memoryLimit ? u"Out of memory: the limit of %1 was reached."_s.arg(byteText(*memoryLimit))
                                     : u"Out of memory: the system ended a process of the run."_s);
    }
    for (const std::string &note : message.notes)
        end.notes.append(QString::fromUtf8(note));
    return end;
}

Fault faultOf(const protocol::ErrorMessage &message, const QString &interpreterAdvice)
{
    QString what = QString::fromUtf8(message.text);
    if (what.isEmpty())
        what = u"%1: %2"_s.arg(QString::fromUtf8(message.stage), qt_error_string(int(message.errorNumber)));
    return {.kind = kindOf(message), .what = what, .advice = adviceOn(message, interpreterAdvice), .transient = message.retry};
}

QString byteText(uint64_t bytes)
{
    static constexpr std::array<QLatin1StringView, 4> Units {"bytes"_L1, "KiB"_L1, "MiB"_L1, "GiB"_L1};
    size_t unit = 0;
    while (unit + 1 < Units.size() && bytes >= 1024 && bytes % 1024 == 0) {
        bytes /= 1024;
        ++unit;
    }
    return u"%1 %2"_s.arg(bytes).arg(Units.at(unit));
}

} // namespace hermes::runner
