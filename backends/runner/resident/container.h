// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace hermes::resident {

/// What the runner does for a container beside carrying out snippets. Before it has any thread or child.

/// Connects to a Unix socket and makes it the standard input and output, once both have been given the same word. False, and
/// everything as it was, when nobody listens.
[[nodiscard]] bool speakOver(const char *socketPath);

/// Writes all of it, as far as that can be.
void say(int file, std::string_view text);

/// Keeps a container going: waits for dead processes that nobody else waits for, and returns when told to end (TERM, INT).
[[nodiscard]] int stay();

} // namespace hermes::resident
