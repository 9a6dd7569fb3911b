// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/hosts/host.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace hermes::runner {

struct ConnectionOptions
{
    hosts::Command command = {}; ///< Starts the runner, which speaks on its stdin and stdout.
    /// NAME=value: the base of every run's environment; nothing: the one that the runner's process has there.
    std::optional<std::vector<std::string>> environment = {};
    /// What to do about an interpreter (%1) that is not there; empty: to install it.
    QString interpreterAdvice = {};
    std::string temporaryBase = {}; ///< Where temporary folders are made; empty: the runner chooses.
    /// From the start of the process to the runner's first answer.
    std::chrono::milliseconds handshakeLimit {10'000};
    /// How often to ask whether the other side is still there; 0: never, for a pipe that cannot go silent.
    std::chrono::milliseconds pingEvery {0};
    /// Without a byte from the other side for so long the connection is lost, and the runner, which hears nothing
    /// either, ends everything. 0: no limit.
    std::chrono::milliseconds silenceLimit {0};
    /// Time that the runner has to report an end beyond a run's timeout, or a stop request, and its kill delay.
    std::chrono::milliseconds endGrace {5'000};
    /// How long to wait for the runner's end when the connection is closed, before it is killed.
    std::chrono::milliseconds closeLimit {3'000};
};

} // namespace hermes::runner
