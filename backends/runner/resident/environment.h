// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hermes::resident {

/// The name of NAME=value; empty where there is none or where the entry holds a NUL, which no process can be given.
[[nodiscard]] std::string_view variableName(std::string_view entry);

/// The value of `name` among NAME=value entries, the last one winning; empty when it is not set.
[[nodiscard]] std::string_view variableValue(const std::vector<std::string> &entries, std::string_view name);

/// The environment of one child: a base with a few changes, as execve() takes it.
///
/// Keeps pointers into the vectors it was made from: they must outlive it and stay as they are.
class ChildEnvironment final
{
public:
    ChildEnvironment(const std::vector<std::string> &base, const std::vector<std::string> &changes);
    ChildEnvironment(const ChildEnvironment &) = delete;
    ChildEnvironment &operator=(const ChildEnvironment &) = delete;

    /// `entry` is NAME=value and must outlive this object.
    void set(const char *entry);
    [[nodiscard]] std::string_view value(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
    /// Ends with a null pointer; valid until the next set().
    [[nodiscard]] char *const *pointers();

private:
    [[nodiscard]] const char *find(std::string_view name) const;

    std::vector<const char *> m_entries;
};

} // namespace hermes::resident
