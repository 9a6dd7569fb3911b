// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/message.h"

#include <expected>
#include <string>

namespace hermes::resident {

/// What a request came to: its value, or the Error frame that answers it.
template<typename T = void>
using Outcome = std::expected<T, protocol::ErrorMessage>;

/// The failure of a system call. `stage` says what was being done and names the file: "make folder /x".
/// A full process or file table is marked as worth another try.
[[nodiscard]] protocol::ErrorMessage systemError(int error, std::string stage);

/// A refusal by the runner itself: the same request will not succeed later.
[[nodiscard]] protocol::ErrorMessage refusal(std::string stage, std::string text);

} // namespace hermes::resident
