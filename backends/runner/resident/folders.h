// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/resident/ownfolder.h"

#include <sys/types.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hermes::resident {

/// The temporary folders of a connection, below one private base that is made when it is first needed.
///
/// A folder that is empty when it is to be removed only loses its name and gets another one later: file systems are
/// slow at making and removing folders at a high rate (ext4 passes over every inode that was freed in the last minutes).
class TemporaryFolders final
{
public:
    struct Removal
    {
        enum State : uint8_t { Gone, Failed, Continues } state = Gone;
        std::string problem = {}; ///< For Failed.
        pid_t helper = -1;        ///< For Continues.
    };

    /// A removal that went on in a process of its own is over.
    struct Finished
    {
        uint32_t owner = 0;
        bool gone = false;
    };

    /// Where the base is made.
    void setPlace(std::string place) { m_place = std::move(place); }
    /// Empty until it was needed.
    [[nodiscard]] const std::string &base() const { return m_base.path(); }
    [[nodiscard]] Outcome<> makeBase();

    [[nodiscard]] Outcome<std::string> make(const std::string &name);
    [[nodiscard]] bool isOurs(const std::string &path) const { return m_made.contains(path); }
    /// Removes a folder that make() returned. Takes a few milliseconds at most; a larger tree is removed by a helper
    /// process, whose end reaped() tells.
    [[nodiscard]] Removal remove(uint32_t owner, const std::string &path);
    [[nodiscard]] std::vector<pid_t> helpers() const;
    [[nodiscard]] std::optional<Finished> reaped(pid_t pid, bool succeeded);

private:
    [[nodiscard]] bool setAside(const std::string &path);

    std::string m_place;
    OwnFolder m_base;
    std::set<std::string> m_made;
    std::vector<std::string> m_spare; ///< Empty folders without an owner.
    uint32_t m_spareCount = 0;
    std::map<pid_t, uint32_t> m_helpers;
};

} // namespace hermes::resident
