// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <array>

class QSocketNotifier;

namespace hermes {

/// Turns the first Ctrl-C, SIGTERM or SIGHUP into interrupted() and the next one into insisted(), which is to end the program
/// at once. Where the event loop does not come to that within a second, and at a third one, it ends right here, and with it,
/// since the runner's input closes, everything that it started.
///
/// One at a time, on the main thread. Destroying it gives the signals their default action back.
class Interrupts final : public QObject
{
    Q_OBJECT

public:
    Interrupts();
    ~Interrupts() override;

Q_SIGNALS:
    void interrupted();
    void insisted();

private:
    void takeRequests();

    std::array<int, 2> m_pipe {-1, -1};
    QSocketNotifier *m_notifier = nullptr;
    int m_taken = 0;
};

/// A write to a pipe that nobody reads shall be an error of the write. The default action is kept for programs that
/// are started from here, which an ignored SIGPIPE would not be.
void surviveBrokenPipes();

} // namespace hermes
