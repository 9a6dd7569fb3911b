// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"
#include "backends/engine/outputrecorder.h"

#include <QHash>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace hermes {

/// The recorders of the runs that are under way, for whoever wants to watch one. Any thread.
class LiveOutputs final
{
public:
    void insert(LaunchId launch, int index, std::shared_ptr<OutputRecorder> recorder);
    void remove(LaunchId launch, int index);
    [[nodiscard]] std::optional<std::pair<StreamCapture, StreamCapture>> snapshot(LaunchId launch, int index) const;
    /// Reads one of its streams from its beginning while it grows; null when it is not under way. The same one as before
    /// as long as it is the same run: a candidate may be tried again.
    [[nodiscard]] std::shared_ptr<const OutputReader> reader(LaunchId launch, int index, Stream stream);

private:
    struct Run
    {
        std::shared_ptr<OutputRecorder> recorder = {};
        std::shared_ptr<const OutputReader> out = {}; ///< Made when they are first asked for, as the next one.
        std::shared_ptr<const OutputReader> err = {};
    };

    mutable std::mutex m_mutex;
    QHash<std::pair<LaunchId, int>, Run> m_runs;
};

} // namespace hermes
