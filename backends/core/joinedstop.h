// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <stop_token>

namespace hermes {

/// A stop that is requested as soon as one of two is.
class JoinedStop final
{
public:
    JoinedStop(std::stop_token one, std::stop_token other) : m_onOne(std::move(one), relay()), m_onOther(std::move(other), relay())
    { }
    JoinedStop(const JoinedStop &) = delete;
    JoinedStop &operator=(const JoinedStop &) = delete;

    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    [[nodiscard]] std::function<void()> relay()
    {
        return [this] { m_stop.request_stop(); };
    }

    std::stop_source m_stop;
    std::stop_callback<std::function<void()>> m_onOne;
    std::stop_callback<std::function<void()>> m_onOther;
};

} // namespace hermes
