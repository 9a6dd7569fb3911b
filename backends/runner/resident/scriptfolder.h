// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/message.h"
#include "backends/core/descriptor.h"
#include "backends/runner/resident/ownfolder.h"

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace hermes::resident {

/// `code` as it goes into its file. Shell code whose every line ends in CR LF gets plain line ends, since a shell
/// takes the CR for a part of the words; everything else passes unchanged, and so does Python.
[[nodiscard]] std::string_view scriptText(protocol::ScriptLanguage language, std::string_view code, std::string &buffer);

/// A private folder with the script files of the runs in progress, in memory where the system has such a place.
///
/// The files of shell scripts are emptied and used again: making and removing one costs ten times as much.
class ScriptFolder final
{
public:
    /// The script of one run.
    struct Script
    {
        std::string path = {};
        std::string name = {}; ///< Relative to the folder.
        Descriptor file = {};  ///< Open when the file may be used again.
        ino_t inode = 0;
    };

    /// Makes a new folder in the first of `places` that allows it.
    [[nodiscard]] Outcome<> open(const std::vector<std::string> &places);
    [[nodiscard]] bool isOpen() const { return m_folder.isOpen(); }
    [[nodiscard]] const std::string &path() const { return m_folder.path(); }

    /// Writes a script. Python has a folder to itself, since it looks for modules beside the script. Nothing is left
    /// after a failure.
    [[nodiscard]] Outcome<Script> write(protocol::ScriptLanguage language, std::string_view code);
    /// `stillRead`: a process may go on reading it, so that it must not get another content.
    void remove(Script script, bool stillRead);

private:
    [[nodiscard]] bool isIntact(const Script &script) const;
    [[nodiscard]] Outcome<Script> makeShell();
    [[nodiscard]] Outcome<Script> makePython();
    void erase(const Script &script);

    OwnFolder m_folder;
    uint32_t m_count = 0;
    std::vector<Script> m_spare;
};

} // namespace hermes::resident
