// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/arguments.h"
#include "backends/core/backend.h"
#include "backends/engine/launch.h"

namespace hermes {

/// How many snippets a command takes.
enum class SnippetCount { One, Several };

/// Code, language and what a run gets: the options that run, sandbox, session and sweep have in common.
[[nodiscard]] QList<OptionSpec> snippetOptions(SnippetCount count);
/// The argument `-`: code from standard input.
[[nodiscard]] QList<PositionalSpec> snippetPositionals();

/// A launch of the chosen backend with what the snippet options say. Reads the files and standard input that are
/// named there, so it may wait; everything that is wrong is a Usage fault that names the flag.
[[nodiscard]] Result<LaunchSpec> readLaunch(const Arguments &arguments, const QList<BackendKind> &kinds, LaunchKind kind);

/// What --id says; empty without it.
[[nodiscard]] Result<QString> executorIdFrom(const Arguments &arguments);

/// A path of this machine from /. Where the current folder is gone a relative one means nothing, and is Usage.
[[nodiscard]] Result<QString> absolutePath(const QString &name, const QString &path);

/// All of standard input; the fault names the flag that asks for it.
[[nodiscard]] Result<QByteArray> readStandardInput(const QString &flag);
/// A whole file; the fault names flag, file and cause.
[[nodiscard]] Result<QByteArray> readNamedFile(const QString &flag, const QString &fileName);

} // namespace hermes
