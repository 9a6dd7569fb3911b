// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/message.h"

#include <QByteArray>
#include <QStringList>

/// The shell scripts by which runs go on in a container where the runner cannot be executed. For every sh (dash, busybox, bash);
/// pure functions, any thread.

namespace hermes::docker {

/// What the scripts below exit with where a failure has a name.
enum class PlainExit {
    Missing = 80,
    Denied = 81,
    IsFolder = 82,
    NoFolder = 83,
    NotRegular = 84,
    NotWritten = 85,
    NoProgram = 86, ///< An interpreter, or a tool that the script needs.
};

/// A folder in a container that belongs to one connection; another one each time.
[[nodiscard]] QString newPlainFolder();

/// Keeps a container going that does nothing by itself.
[[nodiscard]] QStringList stayCommand();

/// The process that a connection has in its container for as long as it is open. It makes the folder and writes a first line
/// "ready MACHINE USER PID"; then it reads lines "VERB ID" and answers each with "VERB ID NUMBER":
///
///     term, kill  signals the processes of the run; how many there were, after kill: how many are left
///     folder      makes the folder of that id; 0, or what mkdir exited with
///     remove      removes it likewise
///     ping        0
///
/// When its stdin ends (the connection was closed, or its program is gone), it ends what is left of all runs.
[[nodiscard]] QStringList guardCommand(const QString &folder);

/// Of a run, for the two execs that it takes.
struct PlainStart
{
    QByteArray folder = {}; ///< Of the run itself: that of the connection, a slash and the id.
    protocol::StartMessage message = {};
    std::vector<std::string> environment = {}; ///< The base of every run's.
};

/// What `sh` gets on its stdin first: it writes the snippet and the script that starts it, and makes the run's folder. Writes "made"
/// where FolderMode::Made had something to make.
[[nodiscard]] QByteArray prepareScript(const PlainStart &start);
/// Then it is started by this.
[[nodiscard]] QStringList startCommand(const PlainStart &start);
/// What of the message this way cannot keep, a sentence each.
[[nodiscard]] std::vector<std::string> notesOn(const PlainStart &start);
/// For a prepareScript() that exited with this code and these last words.
[[nodiscard]] protocol::ErrorMessage prepareError(int code, const QByteArray &words, const PlainStart &start);

/// Writes a line "SIZE MODE" (the mode octal), then the content.
[[nodiscard]] QStringList readCommand(const std::string &path);
/// Copies its stdin to `part`, a file beside `path`.
[[nodiscard]] QStringList writeCommand(const protocol::PutMessage &message, const std::string &part);
[[nodiscard]] QStringList renameCommand(const std::string &part, const std::string &path);
[[nodiscard]] QStringList removeCommand(const std::string &part);
/// Writes the entries of a folder, for listingFrom().
[[nodiscard]] QStringList listCommand(const std::string &path);
/// As they go into a listing of the protocol.
[[nodiscard]] std::string listingFrom(const QByteArray &output);
/// For one of these that exited with this code; `stage` as ErrorMessage has it: "read /x".
[[nodiscard]] protocol::ErrorMessage fileError(int code, const QByteArray &words, const std::string &stage,
                                               const std::string &path);

} // namespace hermes::docker
