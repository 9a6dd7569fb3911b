// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runresult.h"

namespace hermes {

/// What few ends of runs have, their notes and fault, as JSON. Empty when there is none of it.
[[nodiscard]] QByteArray toExtra(const RunEnd &end);
/// Sets notes and fault of an end from it.
void applyExtra(const QByteArray &extra, RunEnd &end);

} // namespace hermes
