// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <array>
#include <optional>
#include <utility>

namespace hermes {

/// What the values of an enumeration are called in files and on the command line.
template<typename Value, size_t N>
using EnumNames = std::array<std::pair<Value, QLatin1StringView>, N>;

/// Empty for a value that has none.
template<typename Value, size_t N>
[[nodiscard]] QString nameOf(const EnumNames<Value, N> &names, Value value)
{
    for (const auto &[candidate, name] : names) {
        if (candidate == value)
            return name;
    }
    return {};
}

template<typename Value, size_t N>
[[nodiscard]] std::optional<Value> valueOf(const EnumNames<Value, N> &names, const QString &text)
{
    for (const auto &[value, name] : names) {
        if (text == name)
            return value;
    }
    return std::nullopt;
}

} // namespace hermes
