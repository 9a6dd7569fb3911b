// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/outputrecorder.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace hermes {

/// What an executor gets as the sink of a run: the output goes to the recorder, the rest to the scheduler.
class RunSink final : public OutputSink
{
public:
    /// Nothing: the run has begun. Else: what it waits for. Any thread.
    using Tell = std::function<void(std::optional<QString>)>;

    /// `tellStart`: of every start; else only of one that was waited for.
    RunSink(std::shared_ptr<OutputRecorder> recorder, bool tellStart, Tell tell)
        : m_recorder(std::move(recorder)), m_tell(std::move(tell)), m_tellStart(tellStart)
    { }

    void waiting(const QString &why) override
    {
        m_tellStart = true;
        m_tell(why);
    }
    void started() override
    {
        m_recorder->started();
        if (m_tellStart)
            m_tell(std::nullopt);
    }
    void output(Stream stream, QByteArrayView bytes, Credit credit) override
    {
        m_recorder->output(stream, bytes, std::move(credit));
    }

private:
    std::shared_ptr<OutputRecorder> m_recorder;
    Tell m_tell;
    std::atomic<bool> m_tellStart;
};

} // namespace hermes
