// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hermes::local {

/// The environment of snippets on this machine: the user's, without tokens. Pure; bytes stay as they are.
///
/// Left out are variables that hold credentials of this program's own services, of model providers, of messaging
/// services and of code forges, since a snippet runs without isolation and may be somebody else's. The general
/// credentials of AWS stay: they are what a researcher's own scripts use. VIRTUAL_ENV, CONDA_PREFIX and PYTHONHOME
/// stay as well: this program is no Python program, so they are the user's choice of an interpreter.
/// A PATH without /usr/bin (a start from a desktop or a service) gets the system's folders appended.
///
/// Entries without '=' are dropped; of several with one name the first counts, as for getenv().
[[nodiscard]] std::vector<std::string> childEnvironment(std::span<const std::string> environment);

/// Whether a variable of this name holds something that a snippet must not see.
[[nodiscard]] bool holdsToken(std::string_view name);

/// This process' environment as NAME=value. Not while another thread changes it.
[[nodiscard]] std::vector<std::string> currentEnvironment();

/// The little of an environment that hermes-runner itself needs.
[[nodiscard]] std::vector<std::string> runnerEnvironment(std::span<const std::string> environment);

} // namespace hermes::local
