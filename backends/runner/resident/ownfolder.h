// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"
#include "backends/runner/resident/outcome.h"

#include <string>

namespace hermes::resident {

/// A folder of this runner in a place that others use too (/tmp, /dev/shm, a work folder): `hermes-XXXXXX`, mode 0700.
///
/// It is locked, and marked as a runner's by an empty file, for as long as it is open: a later runner can tell that its
/// owner was killed, and removes it.
class OwnFolder final
{
public:
    /// Makes a new one in `place`, and removes there what killed runners of this user have left.
    [[nodiscard]] Outcome<> make(const std::string &place);
    [[nodiscard]] bool isOpen() const { return m_folder.isOpen(); }
    /// Empty until it was made.
    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] int descriptor() const { return m_folder.get(); }

    static constexpr auto Mark = ".hermes-runner";

private:
    [[nodiscard]] bool claim();

    Descriptor m_folder;
    std::string m_path;
};

} // namespace hermes::resident
