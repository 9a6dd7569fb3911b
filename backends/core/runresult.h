// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace hermes {

/// How a run came to its end. The exit code alone does not tell: a snippet may exit with 124 or 130 by itself.
enum class EndReason {
    Exited,        ///< Ended by itself with `exitCode`.
    Signalled,     ///< Ended by a signal; the exit code is 128 + signal.
    TimedOut,      ///< Over its timeout and ended by us; 124.
    Cancelled,     ///< The user ended it; 130.
    Infrastructure ///< Never ran, or its result was lost; -1.
};

/// "exited", "signalled", "timed_out", "cancelled", "infrastructure".
[[nodiscard]] QString reasonName(EndReason reason);
[[nodiscard]] std::optional<EndReason> reasonFromName(const QString &name);
/// "SIGKILL" for 9; "signal 77" for a number without a name.
[[nodiscard]] QString signalName(int signal);

enum class Stream : quint8 { Stdout = 1, Stderr = 2 };

/// What was kept of one output stream.
struct StreamCapture
{
    /// The whole stream, or its head and tail with one line of notice between when `truncated`.
    QByteArray bytes = {};
    qint64 total = 0; ///< Bytes that the run wrote.
    bool truncated = false;
    /// File with the first `spooled` bytes of the stream, followed by its last `spoolTail` bytes;
    /// empty when the stream was small enough to need none.
    QString spoolFile = {};
    qint64 spooled = 0;
    qint64 spoolTail = 0;

    bool operator==(const StreamCapture &) const = default;
};

/// What the processes of a run used, as the kernel counted it; nothing where that is not known.
struct ResourceUse
{
    std::chrono::microseconds userTime {0};
    std::chrono::microseconds systemTime {0};
    qint64 maxResidentBytes = 0;

    bool operator==(const ResourceUse &) const = default;
};

/// How a run ended, as its executor saw it. Its output went to the OutputSink before.
struct RunEnd
{
    EndReason reason = EndReason::Infrastructure;
    int exitCode = -1;
    int signal = 0; ///< 0: none is known.
    std::optional<Fault> fault = {}; ///< Set exactly when the reason is Infrastructure.
    /// False only when the snippet certainly never began: only then may it be tried again by itself.
    bool mayHaveStarted = true;
    bool outOfMemory = false;
    std::chrono::nanoseconds acquire {0}; ///< From request to the start of the snippet.
    std::chrono::nanoseconds run {0};     ///< From start to end of the snippet.
    std::optional<ResourceUse> use = {};
    QStringList notes = {}; ///< Sentences the user must see: a limit not held, a process left.

    [[nodiscard]] static RunEnd infrastructure(Fault fault, bool mayHaveStarted);
    [[nodiscard]] static RunEnd cancelledBeforeStart();
};

/// One finished run: how it ended and what it wrote.
struct RunResult
{
    RunEnd end = {};
    StreamCapture out = {};
    StreamCapture err = {}; ///< For Infrastructure the error text stands here.
    QDateTime startedAt = {}; ///< UTC.
    std::chrono::nanoseconds queued {0};
    int attempts = 1;

    /// Stands for the result of a run that may have been and whose own one cannot be had.
    [[nodiscard]] static RunResult lost(const Fault &fault);
};

} // namespace hermes
