// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "tests/support/recordingsink.h"

#include <future>

namespace hermes::tests {

/// A run that was started on an executor, to be waited for.
class StartedRun final
{
public:
    StartedRun(Executor &executor, RunRequest request, qsizetype keptBytes = 64 * 1024 * 1024);

    /// Waits for the end, at most two minutes: then the test program is ended, since nothing can be trusted any more.
    [[nodiscard]] const RunEnd &end();
    void requestStop() { m_stop.request_stop(); }
    [[nodiscard]] bool hasEnded() const;
    [[nodiscard]] RecordingSink &sink() { return *m_sink; }
    [[nodiscard]] QByteArray out() const { return m_sink->out(); }
    [[nodiscard]] QByteArray err() const { return m_sink->err(); }

private:
    std::shared_ptr<RecordingSink> m_sink;
    std::stop_source m_stop;
    std::shared_future<RunEnd> m_end;
};

[[nodiscard]] RunRequest shell(const QByteArray &code);
[[nodiscard]] RunRequest python(const QByteArray &code);

} // namespace hermes::tests
