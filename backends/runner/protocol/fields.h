// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

/// How the fields of a payload are written and read, for the sources of message.h alone.

#include "backends/runner/protocol/frame.h"
#include "backends/runner/protocol/message.h"

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace hermes::protocol {

inline constexpr size_t FieldHeaderBytes = 6;

class FieldWriter
{
public:
    void bytes(Field field, std::string_view value)
    {
        const auto tag = static_cast<uint16_t>(field);
        m_payload += static_cast<char>(tag & 0xff);
        m_payload += static_cast<char>(tag >> 8);
        appendU32(m_payload, static_cast<uint32_t>(value.size()));
        m_payload += value;
    }

    void number(Field field, uint64_t value)
    {
        std::string encoded;
        appendU64(encoded, value);
        bytes(field, encoded);
    }

    void number(Field field, std::optional<uint64_t> value)
    {
        if (value)
            number(field, *value);
    }

    template<typename Rep, typename Period>
    void duration(Field field, std::chrono::duration<Rep, Period> value)
    {
        number(field, static_cast<uint64_t>(value.count()));
    }

    void flag(Field field, bool value)
    {
        if (value)
            number(field, uint64_t {1});
    }

    [[nodiscard]] std::string take() { return std::move(m_payload); }

private:
    std::string m_payload;
};

/// One field of a payload. The readers return false for a value of a wrong size or outside its range.
struct FieldView
{
    Field field = Field::Text;
    std::string_view value = {};

    bool read(std::string &to) const
    {
        to = value;
        return true;
    }

    bool read(std::vector<std::string> &to) const
    {
        to.emplace_back(value);
        return true;
    }

    bool read(uint64_t &to) const
    {
        const auto number = value.size() == sizeof(uint64_t) ? readU64(std::as_bytes(std::span(value))) : std::nullopt;
        to = number.value_or(0);
        return number.has_value();
    }

    bool read(std::optional<uint64_t> &to) const { return read(to.emplace()); }

    bool read(uint32_t &to) const
    {
        uint64_t number = 0;
        if (!read(number) || number > std::numeric_limits<uint32_t>::max())
            return false;
        to = static_cast<uint32_t>(number);
        return true;
    }

    bool read(bool &to) const
    {
        uint64_t number = 0;
        if (!read(number) || number > 1)
            return false;
        to = number == 1;
        return true;
    }

    template<typename Period>
    bool read(std::chrono::duration<int64_t, Period> &to) const
    {
        uint64_t number = 0;
        if (!read(number) || number > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
            return false;
        to = std::chrono::duration<int64_t, Period>(static_cast<int64_t>(number));
        return true;
    }

    template<typename Enum>
    bool read(Enum &to, Enum last) const
    {
        uint64_t number = 0;
        if (!read(number) || number > static_cast<uint64_t>(last))
            return false;
        to = static_cast<Enum>(number);
        return true;
    }
};

/// Calls `take` for each field in turn until one returns false; true when the whole payload was read.
template<typename Take>
bool forEachField(std::string_view payload, Take take)
{
    while (!payload.empty()) {
        if (payload.size() < FieldHeaderBytes)
            return false;
        const auto tag = static_cast<uint16_t>(static_cast<uint8_t>(payload[0]) | (static_cast<uint8_t>(payload[1]) << 8));
        const uint32_t length = readU32(std::as_bytes(std::span(payload.substr(2)))).value_or(0);
        payload.remove_prefix(FieldHeaderBytes);
        if (length > payload.size() || !take(FieldView {static_cast<Field>(tag), payload.substr(0, length)}))
            return false;
        payload.remove_prefix(length);
    }
    return true;
}

} // namespace hermes::protocol
