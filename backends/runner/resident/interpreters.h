// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/protocol/message.h"
#include "backends/runner/resident/outcome.h"

#include <optional>
#include <string>
#include <vector>

namespace hermes::resident {

/// Finds the programs that run snippets, once each.
class Interpreters final
{
public:
    /// Looks in the PATH of `environment` from now on.
    void setEnvironment(const std::vector<std::string> &environment);
    /// Where answers of shims are kept between starts (see ShimCache); nowhere when it is empty.
    void setCacheFolder(std::string folder) { m_cacheFolder = std::move(folder); }

    /// Absolute path of bash, or sh where there is no bash; of python3. A python3 that is a script (a version
    /// manager's shim) is asked once for the program behind it, since the detour costs more than python's start.
    [[nodiscard]] Outcome<std::string> find(protocol::ScriptLanguage language);

private:
    [[nodiscard]] Outcome<std::string> findShell() const;
    [[nodiscard]] Outcome<std::string> findPython() const;
    [[nodiscard]] std::vector<std::string> candidates(const std::string &name) const;
    [[nodiscard]] std::string behindShim(const std::string &shim) const;
    [[nodiscard]] std::string askShim(const std::string &shim) const;
    [[nodiscard]] protocol::ErrorMessage notFound(const std::string &what) const;

    const std::vector<std::string> *m_environment = nullptr;
    std::string m_cacheFolder;
    std::string m_path;
    std::string m_shell;
    std::string m_python;
};

} // namespace hermes::resident
