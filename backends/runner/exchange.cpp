// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/exchange.h"

using namespace Qt::StringLiterals;

namespace hermes::runner {

void Exchange::addCredit(uint32_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_credit += std::min(bytes, std::numeric_limits<uint32_t>::max() - m_credit);
    m_changed.notify_all();
}

void Exchange::addData(QByteArray bytes)
{
    const std::lock_guard lock(m_mutex);
    m_data.push_back(std::move(bytes));
    m_changed.notify_all();
}

void Exchange::setInfo(const protocol::FileInfoMessage &info)
{
    const std::lock_guard lock(m_mutex);
    m_info = info;
}

void Exchange::end(Answer answer)
{
    if (auto onEnd = std::exchange(m_onEnd, nullptr)) {
        onEnd(std::move(answer));
        return;
    }
    const std::lock_guard lock(m_mutex);
    if (!m_answer)
        m_answer = std::move(answer);
    m_changed.notify_all();
}

template<typename Condition>
Result<> Exchange::waitFor(std::unique_lock<std::mutex> &lock, std::stop_token stop, std::chrono::milliseconds limit,
                           Condition condition)
{
    // A stop counts also while there is always something to do.
    if (!stop.stop_requested() && m_changed.wait_for(lock, stop, limit, condition))
        return {};
    if (stop.stop_requested())
        return fail(FaultKind::Cancelled, u"Cancelled"_s);
    return std::unexpected(Fault {.kind = FaultKind::TimedOut,
                                  .what = u"The runner did not answer within %1 s"_s.arg(limit.count() / 1000),
                                  .transient = true});
}

Exchange::Answer Exchange::waitForEnd(std::stop_token stop, std::chrono::milliseconds limit)
{
    std::unique_lock lock(m_mutex);
    return waitFor(lock, std::move(stop), limit, [this] { return m_answer.has_value(); }).and_then([this]() -> Answer {
        return *m_answer;
    });
}

Result<uint32_t> Exchange::takeCredit(uint32_t wanted, std::stop_token stop, std::chrono::milliseconds limit)
{
    std::unique_lock lock(m_mutex);
    const auto ready = waitFor(lock, std::move(stop), limit, [this] { return m_credit > 0 || m_answer; });
    if (!ready)
        return std::unexpected(ready.error());
    if (m_answer)
        return 0;
    const uint32_t taken = std::min(wanted, m_credit);
    m_credit -= taken;
    return taken;
}

Result<QByteArray> Exchange::takeData(std::stop_token stop, std::chrono::milliseconds limit)
{
    std::unique_lock lock(m_mutex);
    const auto ready = waitFor(lock, std::move(stop), limit, [this] { return !m_data.empty() || m_answer; });
    if (!ready)
        return std::unexpected(ready.error());
    if (m_data.empty())
        return m_answer ? m_answer->transform([](const std::string &) { return QByteArray(); }) : QByteArray();
    QByteArray block = std::move(m_data.front());
    m_data.pop_front();
    return block;
}

std::optional<protocol::FileInfoMessage> Exchange::info() const
{
    const std::lock_guard lock(m_mutex);
    return m_info;
}

bool Exchange::hasEnded() const
{
    const std::lock_guard lock(m_mutex);
    return m_answer.has_value();
}

} // namespace hermes::runner
