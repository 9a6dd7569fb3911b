// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <chrono>
#include <optional>

namespace hermes {

/// The most candidates that a launch, and the most rows that a table of parameters, may have.
inline constexpr qint64 MaxCandidates = 1'000'000;

/// NAME=value for the snippet's environment. Values are bytes, as the system has them.
struct EnvironmentVariable
{
    QString name = {};
    QByteArray value = {};

    bool operator==(const EnvironmentVariable &) const = default;
};

/// A local file that is copied into the run's working folder before it starts.
struct InputFile
{
    QString source = {}; ///< Path on this machine.
    QString name = {};   ///< File name in the working folder.

    bool operator==(const InputFile &) const = default;
};

/// Limits the user asked for. A target that cannot hold one refuses the run; none is ever dropped silently.
struct ResourceLimits
{
    std::optional<qint64> memoryBytes = {};
    std::optional<std::chrono::seconds> cpuTime = {};
    std::optional<int> processes = {};
    std::optional<qint64> fileBytes = {};

    bool operator==(const ResourceLimits &) const = default;
    [[nodiscard]] bool any() const { return memoryBytes || cpuTime || processes || fileBytes; }
};

/// How much of a run's output is kept, per stream.
struct CaptureLimits
{
    /// In the result: head and tail, with one line of notice between them when something was left out.
    qint64 resultBytes = 1024 * 1024;
    /// In the spool file, from the beginning; the bytes beyond it are counted, not kept.
    qint64 spoolBytes = 256LL * 1024 * 1024;
    /// More is not kept in memory and in the journal.
    static constexpr qint64 MostResultBytes = 1024LL * 1024 * 1024;

    bool operator==(const CaptureLimits &) const = default;
};

/// One execution of one snippet, as the user asked for it.
struct RunRequest
{
    Snippet snippet = {};
    QList<EnvironmentVariable> environment = {}; ///< On top of the target's own; later entries win.
    QByteArray stdinData = {};                   ///< Empty: end of file at once.
    QList<InputFile> inputs = {};
    /// An existing folder to start in, which is never removed; empty: the executor's own.
    QString folder = {};
    /// Runs without a limit when not set. The clock starts with the run, not with the sandbox.
    std::optional<std::chrono::milliseconds> timeout = {};
    /// Time between TERM and KILL when a run is ended before its time.
    std::chrono::milliseconds killDelay {700};
    ResourceLimits limits = {};
};

} // namespace hermes
