// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <array>

class QSocketNotifier;

namespace hermes {

/// Turns Ctrl-C, SIGTERM and SIGHUP into a signal of the event loop, once; a second one ends the program at once, and
/// with it, since the runner's input closes, everything that it started.
///
/// One at a time, on the main thread. Destroying it gives the signals their default action back.
class Interrupts final : public QObject
{
    Q_OBJECT

public:
    Interrupts();
    ~Interrupts() override;

    [[nodiscard]] bool happened() const { return m_happened; }

Q_SIGNALS:
    void interrupted();

private:
    std::array<int, 2> m_pipe {-1, -1};
    QSocketNotifier *m_notifier = nullptr;
    bool m_happened = false;
};

/// A write to a pipe that nobody reads shall be an error of the write. The default action is kept for programs that
/// are started from here, which an ignored SIGPIPE would not be.
void surviveBrokenPipes();

} // namespace hermes
