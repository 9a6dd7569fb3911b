// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"
#include "backends/core/fault.h"
#include "backends/core/sessioninfo.h"

#include <QDateTime>

namespace hermes::runner {

/// What is known of a sandbox: kept in its lock file.
struct SandboxRecord
{
    ProfiledId name = {};
    QString folder = {};
    QDateTime created = {};  ///< UTC.
    QDateTime lastUsed = {}; ///< UTC.
    QString holder = {};     ///< The program that has just a call in it ("hermesctl (process 12)"), or empty.
};

/// The lock of one sandbox, by which the calls of several programs (and of several executors in one) take turns.
///
/// A file that is locked with flock(), which the kernel lets go of whatever happens to its holder. It holds the
/// sandbox's record, and is removed when the sandbox is closed. One thread at a time.
class SandboxLock final
{
public:
    enum class Attempt {
        Taken,
        Busy, ///< Somebody else has it: see holder().
        Gone  ///< The sandbox was closed meanwhile.
    };

    /// Opens the lock of the record's sandbox at `file`, making both when they are new.
    [[nodiscard]] static Result<SandboxLock> open(const QString &file, const SandboxRecord &record);
    /// The record in a lock file; nothing when it is none.
    [[nodiscard]] static std::optional<SandboxRecord> read(const QString &file);

    [[nodiscard]] Attempt tryTake();
    void release();
    /// While held: the sandbox is closed for everybody who has its lock open.
    void remove();
    /// Who holds it now, as far as that is known: "hermesctl (process 12)".
    [[nodiscard]] QString holder() const;
    /// Who is closing the sandbox now, likewise, or empty.
    [[nodiscard]] QString closer() const;

private:
    friend class ClosingNotice;
    SandboxLock() = default;
    [[nodiscard]] QByteArray noticePath() const;
    [[nodiscard]] bool isCurrent() const;

    QString m_path;
    QByteArray m_content; ///< What is written while we hold it.
    Descriptor m_file;
};

/// Tells those who have a call in a sandbox, for as long as it lives, who is closing the sandbox under them.
class ClosingNotice final
{
public:
    explicit ClosingNotice(const SandboxLock &lock);
    ~ClosingNotice();
    Q_DISABLE_COPY_MOVE(ClosingNotice)

private:
    QByteArray m_path;
    Descriptor m_file; ///< Locked: a notice whose writer is dead says nothing.
};

} // namespace hermes::runner
