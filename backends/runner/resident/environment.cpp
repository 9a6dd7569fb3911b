// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/environment.h"

#include <algorithm>
#include <ranges>

namespace hermes::resident {

namespace {

bool hasName(const char *entry, std::string_view name)
{
    const std::string_view text(entry);
    return text.size() > name.size() && text[name.size()] == '=' && text.starts_with(name);
}

} // namespace

std::string_view variableName(std::string_view entry)
{
    const size_t equals = entry.find('=');
    if (equals == std::string_view::npos || entry.contains('\0'))
        return {};
    return entry.substr(0, equals);
}

std::string_view variableValue(const std::vector<std::string> &entries, std::string_view name)
{
    for (const std::string &entry : entries | std::views::reverse) {
        if (hasName(entry.c_str(), name))
            return std::string_view(entry).substr(name.size() + 1);
    }
    return {};
}

ChildEnvironment::ChildEnvironment(const std::vector<std::string> &base, const std::vector<std::string> &changes)
{
    constexpr size_t RoomForOwn = 8;
    m_entries.reserve(base.size() + changes.size() + RoomForOwn);
    for (const std::string &entry : base)
        m_entries.push_back(entry.c_str());
    for (const std::string &entry : changes)
        set(entry.c_str());
}

void ChildEnvironment::set(const char *entry)
{
    const std::string_view name = variableName(entry);
    const auto same = [name](const char *other) { return hasName(other, name); };
    if (const auto found = std::ranges::find_if(m_entries, same); found != m_entries.end())
        *found = entry;
    else
        m_entries.push_back(entry);
}

std::string_view ChildEnvironment::value(std::string_view name) const
{
    const char *entry = find(name);
    return entry ? std::string_view(entry).substr(name.size() + 1) : std::string_view();
}

char *const *ChildEnvironment::pointers()
{
    m_entries.push_back(nullptr);
    char *const *entries = const_cast<char *const *>(m_entries.data());
    m_entries.pop_back();
    return entries;
}

const char *ChildEnvironment::find(std::string_view name) const
{
    const auto found = std::ranges::find_if(m_entries, [name](const char *entry) { return hasName(entry, name); });
    return found == m_entries.end() ? nullptr : *found;
}

} // namespace hermes::resident
