// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/exchangetable.h"

namespace hermes::runner {

Exchange *ExchangeTable::find(uint32_t id) const
{
    const auto at = m_exchanges.find(id);
    return at == m_exchanges.end() ? nullptr : at->second.get();
}

void ExchangeTable::onCredit(const Frame &frame)
{
    Exchange *exchange = find(frame.header.id);
    if (const auto bytes = protocol::readU32(frame.payload); exchange && bytes)
        exchange->addCredit(*bytes);
}

void ExchangeTable::onFileData(const Frame &frame)
{
    const std::string_view text = frame.text();
    if (Exchange *exchange = find(frame.header.id))
        exchange->addData(QByteArray(text.data(), qsizetype(text.size())));
}

void ExchangeTable::onFileInfo(uint32_t id, const protocol::FileInfoMessage &info)
{
    if (Exchange *exchange = find(id))
        exchange->setInfo(info);
}

void ExchangeTable::onEnd(uint32_t id, Exchange::Answer answer)
{
    const auto node = m_exchanges.extract(id);
    if (!node.empty())
        node.mapped()->end(std::move(answer));
}

void ExchangeTable::loseAll(const Fault &fault)
{
    for (const auto &[id, exchange] : std::exchange(m_exchanges, {}))
        exchange->end(std::unexpected(fault));
}

} // namespace hermes::runner
