// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/message.h"
#include "backends/runner/resident/descriptor.h"
#include "backends/runner/resident/outcome.h"

#include <string>
#include <string_view>
#include <vector>

namespace hermes::resident {

/// `code` as it goes into its file. Shell code whose every line ends in CR LF gets plain line ends, since a shell
/// takes the CR for a part of the words; everything else passes unchanged, and so does Python.
[[nodiscard]] std::string_view scriptText(protocol::ScriptLanguage language, std::string_view code, std::string &buffer);

/// A private folder with the script files of the runs in progress, in memory where the system has such a place.
class ScriptFolder final
{
public:
    /// Makes a new folder in the first of `places` that allows it.
    [[nodiscard]] Outcome<> open(const std::vector<std::string> &places);
    [[nodiscard]] bool isOpen() const { return m_folder.isOpen(); }
    [[nodiscard]] const std::string &path() const { return m_path; }

    /// Writes the script of a run and returns its path. Python has a folder to itself, since it looks for modules
    /// beside the script. Nothing is left after a failure.
    [[nodiscard]] Outcome<std::string> write(uint32_t run, protocol::ScriptLanguage language, std::string_view code);
    void remove(uint32_t run, protocol::ScriptLanguage language);

private:
    Descriptor m_folder;
    std::string m_path;
};

} // namespace hermes::resident
