// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What is fuzzed at the runner's end of the protocol. Each takes any bytes and must come back.
namespace hermes::tests {

/// The frame layer, with the stream cut in pieces by its own first byte.
void fuzzFrames(std::string_view data);
/// The decoder of every message.
void fuzzMessages(std::string_view data);
/// A whole worker in this process that reads these frames after a good Hello and then the end of the stream. Frames
/// that would touch files or run code are left out, and every Start has a harmless script.
void fuzzWorker(std::string_view data);

/// Good inputs to begin with.
[[nodiscard]] std::vector<std::string> frameSeeds();
[[nodiscard]] std::vector<std::string> messageSeeds();

} // namespace hermes::tests
