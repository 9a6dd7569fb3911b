// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/exchange.h"
#include "backends/runner/framereader.h"

#include <memory>
#include <unordered_map>

namespace hermes::runner {

/// The exchanges of one connection that are under way. I/O thread only. Frames of an unknown one are ignored.
class ExchangeTable final
{
public:
    void add(uint32_t id, std::shared_ptr<Exchange> exchange) { m_exchanges.emplace(id, std::move(exchange)); }
    void onCredit(const Frame &frame);
    void onFileData(const Frame &frame);
    void onFileInfo(uint32_t id, const protocol::FileInfoMessage &info);
    /// The last answer of an exchange.
    void onEnd(uint32_t id, Exchange::Answer answer);
    void loseAll(const Fault &fault);

private:
    [[nodiscard]] Exchange *find(uint32_t id) const;

    std::unordered_map<uint32_t, std::shared_ptr<Exchange>> m_exchanges;
};

} // namespace hermes::runner
