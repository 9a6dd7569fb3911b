// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace hermes {

/// What a warm pool is doing now.
struct PoolStatus
{
    int wanted = 0;   ///< How many it is to keep ready.
    int ready = 0;
    int starting = 0;
    int taken = 0;    ///< Given away and still in use.
    qint64 hits = 0;  ///< Since it was made: taken at once.
    qint64 misses = 0;
    qint64 memory = 0; ///< Bytes of those that are ready.
    bool isFilling = false; ///< Those that are missing are started.
    QString problem = {}; ///< Why it is not full, when that is no matter of time.

    bool operator==(const PoolStatus &) const = default;
};

} // namespace hermes
