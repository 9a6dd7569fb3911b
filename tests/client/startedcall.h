// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/runner/connection.h"
#include "tests/support/recordingsink.h"

#include <future>

namespace hermes::tests {

/// A run on a connection, to be waited for.
class StartedCall final
{
public:
    explicit StartedCall(runner::Connection &connection, runner::RunCall call = {}, std::shared_ptr<OutputSink> sink = {})
        : m_sink(std::make_shared<RecordingSink>())
    {
        auto promise = std::make_shared<std::promise<RunEnd>>();
        m_end = promise->get_future().share();
        call.sink = sink ? std::move(sink) : m_sink;
        call.stop = m_stop.get_token();
        call.done = [promise](RunEnd end) { promise->set_value(std::move(end)); };
        connection.start(std::move(call));
    }

    [[nodiscard]] const RunEnd &end()
    {
        if (m_end.wait_for(std::chrono::seconds(30)) != std::future_status::ready)
            qFatal("a run did not end");
        return m_end.get();
    }
    [[nodiscard]] bool hasEnded() const { return m_end.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }
    void requestStop() { m_stop.request_stop(); }
    [[nodiscard]] RecordingSink &sink() { return *m_sink; }

private:
    std::shared_ptr<RecordingSink> m_sink;
    std::stop_source m_stop;
    std::shared_future<RunEnd> m_end;
};

} // namespace hermes::tests
