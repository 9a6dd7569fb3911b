// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "backends/runner/protocol/message.h"

#include <cstdint>

namespace hermes::runner {

/// Marks the runs of one executor on a connection that several share; never 0.
using OwnerId = uint64_t;

/// One run as a connection is asked to start it.
struct RunCall
{
    protocol::StartMessage message = {}; ///< The connection fills in `runName` and `hasInput`.
    std::optional<uint64_t> heldMemory = {}; ///< Bytes: the limit of the place that it runs in, for the word on its end.
    QByteArray input = {};               ///< For stdin; empty: end of file at once.
    OwnerId owner = 0;
    std::shared_ptr<OutputSink> sink = {};
    std::stop_token stop = {};
    RunDone done = {};
    std::chrono::steady_clock::time_point requested = std::chrono::steady_clock::now();
};

} // namespace hermes::runner
