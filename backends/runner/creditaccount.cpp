// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/creditaccount.h"

#include "backends/runner/connectionloop.h"

namespace hermes::runner {

void CreditAccount::giveBack(Stream stream, uint32_t bytes)
{
    const uint32_t before = m_owed.at(indexOf(stream)).fetch_add(bytes, std::memory_order_relaxed);
    if (before >= Batch || before + bytes < Batch)
        return;
    if (m_mailbox->isOwnThread() && m_delivering)
        return;
    // A connection that is gone needs no credit.
    static_cast<void>(m_mailbox->post([run = m_run](ConnectionLoop &loop) { loop.runs().giveCredit(run); }));
}

} // namespace hermes::runner
