// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/interrupts.h"
#include "app/cli/launchwait.h"
#include "backends/core/imagestore.h"

#include <stop_token>

namespace hermes {

/// One piece of work on images that the command waits for: its reports go to standard error as they come, the first Ctrl-C
/// stops it, the next one ends the program. Main thread.
class ImageWork final : public QObject
{
    Q_OBJECT

public:
    ImageWork();
    ~ImageWork() override;

    [[nodiscard]] ImageReporter reporter();
    [[nodiscard]] std::stop_token stop() const { return m_stop.get_token(); }

    /// Waits for its end. A terminal has the last state off its line then.
    template<typename T>
    [[nodiscard]] T wait(QFuture<T> future)
    {
        T answer = await(std::move(future));
        clearState();
        return answer;
    }

private:
    void show(const ImageReport &report);
    void clearState();

    Interrupts m_interrupts;
    std::stop_source m_stop;
    bool m_terminal;
    bool m_hasState = false; ///< It stands in the current line of the terminal.
    bool m_hasLog = false;
    bool m_isMidLine = false; ///< The log has begun a line and not ended it.
    QString m_told;          ///< Of states elsewhere: without its numbers.
};

} // namespace hermes
