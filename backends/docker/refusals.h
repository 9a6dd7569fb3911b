// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

namespace hermes::docker {

/// The daemon's refusal to make or start a container, with what the user can do about it where its text is known.
[[nodiscard]] Fault explainedRefusal(Fault fault);

/// Whether a refusal is about a limit that the daemon cannot hold.
[[nodiscard]] bool isAboutLimits(const Fault &fault);

/// What to do about a limit that the daemon cannot hold.
[[nodiscard]] QString adviceOnLimits();

/// Whether it is about the network of the container, which the daemon does not have.
[[nodiscard]] bool isAboutNetwork(const Fault &fault);
/// That fault for the user; `known` are those that the daemon has.
[[nodiscard]] Fault unknownNetwork(const QString &network, const QStringList &known);

/// What the user of a container is told that was made without limits, since the daemon refused it with them.
[[nodiscard]] QString withoutLimitsNote(const Fault &refusal);

} // namespace hermes::docker
