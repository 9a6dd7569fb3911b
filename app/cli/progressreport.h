// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"

#include <QDeadlineTimer>

namespace hermes {

/// How a sweep stands, on standard error: a bar on a terminal, a line every few seconds elsewhere. Main thread.
class ProgressReport final
{
public:
    ProgressReport();

    void update(const LaunchProgress &progress);
    /// The last state: always shown.
    void finish(const LaunchProgress &progress);

private:
    void showBar(const LaunchProgress &progress);
    void showLine(const LaunchProgress &progress);

    bool m_terminal;
    bool m_colour;
    QDeadlineTimer m_nextAt; ///< Expired: the next change may be shown.
};

/// "3/8 done, 1 failed, 2 running, 0:05, about 0:08 left".
[[nodiscard]] QString progressText(const LaunchProgress &progress);
/// "0:05", "12:00", "1:02:03"
[[nodiscard]] QString clockText(std::chrono::milliseconds time);

} // namespace hermes
