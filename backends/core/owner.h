// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <optional>

namespace hermes {

/// A program that has something in hand. Pids are used again, so the start time and the boot belong to it.
struct Owner
{
    qint64 pid = 0;
    qint64 startTicks = 0; ///< Clock ticks since boot: field 22 of /proc/PID/stat.
    QString bootId = {};
    QString program = {}; ///< "hermesctl": for messages.

    bool operator==(const Owner &) const = default;
};

/// This process.
[[nodiscard]] Owner currentOwner(const QString &program);
/// Whether the very process still runs on this boot of this machine. A zombie does not.
[[nodiscard]] bool isAlive(const Owner &owner);
/// "hermesctl (process 4711)".
[[nodiscard]] QString describe(const Owner &owner);

/// As the journal stores it: pid, start, boot and program, parted by spaces.
[[nodiscard]] QString ownerToText(const Owner &owner);
[[nodiscard]] std::optional<Owner> ownerFromText(const QString &text);

} // namespace hermes
