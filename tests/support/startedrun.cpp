// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/startedrun.h"

#include <QtLogging>

namespace hermes::tests {

StartedRun::StartedRun(Executor &executor, RunRequest request, qsizetype keptBytes)
    : m_sink(std::make_shared<RecordingSink>(keptBytes))
{
    auto promise = std::make_shared<std::promise<RunEnd>>();
    m_end = promise->get_future().share();
    executor.start(std::move(request), m_sink, m_stop.get_token(), [promise](RunEnd end) { promise->set_value(std::move(end)); });
}

const RunEnd &StartedRun::end()
{
    if (m_end.wait_for(std::chrono::minutes(2)) != std::future_status::ready)
        qFatal("a run did not end");
    return m_end.get();
}

bool StartedRun::hasEnded() const
{
    return m_end.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

RunRequest shell(const QByteArray &code)
{
    return {.snippet = {.language = Language::Shell, .code = code}};
}

RunRequest python(const QByteArray &code)
{
    return {.snippet = {.language = Language::Python, .code = code}};
}

} // namespace hermes::tests
