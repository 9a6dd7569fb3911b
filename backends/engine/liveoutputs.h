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

private:
    mutable std::mutex m_mutex;
    QHash<std::pair<LaunchId, int>, std::shared_ptr<OutputRecorder>> m_recorders;
};

} // namespace hermes
