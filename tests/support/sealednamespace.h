// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QProcess>

#include <chrono>

namespace hermes::tests {

/// Namespaces of a test's own for mounts, network and processes, held by one first process. Whatever is started in them, what it
/// starts in turn, and every mount and network device that any of it makes is gone when end() returns or the test dies, however it
/// dies; nothing else on the machine sees them. Files and Unix sockets are shared with the test, paths are the same.
///
/// Needs root. Use it on the thread that starts the test: the processes die with the thread that started them.
class SealedNamespace final
{
public:
    SealedNamespace() = default;
    ~SealedNamespace() { end(); }
    SealedNamespace(const SealedNamespace &) = delete;
    SealedNamespace &operator=(const SealedNamespace &) = delete;

    /// Why there can be none here and what helps; empty where there can be.
    [[nodiscard]] static QString missing();

    /// Runs a shell script as the first process; its output goes to `logFile`. The loopback device is up when it starts.
    [[nodiscard]] bool start(const QString &script, const QString &logFile);
    [[nodiscard]] bool isRunning() const { return m_holder.state() != QProcess::NotRunning; }
    /// Ends everything in it by KILL and waits until it is gone.
    void end();

    /// Starts a program in them. Its output goes to `logFile`, appended; its end is the end of `process`.
    void startInside(QProcess &process, const QStringList &command, const QString &logFile) const;
    /// The process that startInside() has made, as this test sees it; 0 when it is not there yet or no more.
    [[nodiscard]] static qint64 pidOf(const QProcess &process);

private:
    QProcess m_holder;
};

/// Makes a process die with the thread that starts it, gives it a process group of its own and the environment of daemons: nothing
/// of the test's but a PATH with the administrator's folders.
void prepareDaemon(QProcess &process, const QString &logFile);

/// Asks `isThere` again and again until it says yes or the time is over; its last answer.
template<typename Condition>
[[nodiscard]] bool waitUntil(Condition isThere, std::chrono::milliseconds patience);

} // namespace hermes::tests

#include <QDeadlineTimer>

#include <thread>

template<typename Condition>
bool hermes::tests::waitUntil(Condition isThere, std::chrono::milliseconds patience)
{
    const QDeadlineTimer deadline(patience);
    while (!isThere()) {
        if (deadline.hasExpired())
            return isThere();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}
