// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "liveoutputs.h"

namespace hermes {

void LiveOutputs::insert(LaunchId launch, int index, std::shared_ptr<OutputRecorder> recorder)
{
    const std::scoped_lock lock(m_mutex);
    m_recorders.insert({launch, index}, std::move(recorder));
}

void LiveOutputs::remove(LaunchId launch, int index)
{
    const std::scoped_lock lock(m_mutex);
    m_recorders.remove({launch, index});
}

std::optional<std::pair<StreamCapture, StreamCapture>> LiveOutputs::snapshot(LaunchId launch, int index) const
{
    std::shared_ptr<OutputRecorder> recorder;
    {
        const std::scoped_lock lock(m_mutex);
        recorder = m_recorders.value({launch, index});
    }
    if (!recorder)
        return std::nullopt;
    RecordedOutput output = recorder->snapshot();
    return std::pair(std::move(output.out), std::move(output.err));
}

} // namespace hermes
