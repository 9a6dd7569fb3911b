// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hermes::resident {

/// Remembers between starts which program a version manager's shim stands for: asking it costs up to a second.
///
/// Only shims of pyenv are known well enough. An entry holds everything that pyenv decides by: PATH and its own
/// variables, and size, place and times of the shim, of pyenv, its hooks, the files that name a version, the folder of
/// versions and the program itself. When one of these differs, or when something else may take part in the decision
/// (a hook of somebody else's, a start-up file of bash), nothing is known. A file that is damaged or another user's
/// does not count. Never fails: what cannot be stored is asked for again.
class ShimCache final
{
public:
    /// `folder` may be empty: then nothing is remembered.
    ShimCache(std::string_view folder, const std::string &shim, const std::vector<std::string> &environment);

    /// The program behind the shim; empty when it has to be asked.
    [[nodiscard]] std::string find() const;
    /// To be called with what the shim answered since this object was made.
    void store(const std::string &program) const;

private:
    /// Everything that decides, as text; empty when that is not known.
    std::string m_key;
    std::string m_versions; ///< The folder below which a program must lie.
    std::string m_file;
};

} // namespace hermes::resident
