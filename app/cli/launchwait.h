// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"

#include <QEventLoop>

#include <functional>
#include <memory>

namespace hermes {

class Interrupts;

/// How a launch of this program went.
struct LaunchOutcome
{
    LaunchTicket ticket = {};
    LaunchProgress progress = {};
    QHash<int, RunResult> underWay = {}; ///< Of a wait that was cut short: what ran then, with the output so far.
};

/// Starts launches and waits for their end in an event loop. Ctrl-C cancels the launch, another one cuts the wait short. One
/// launch each. Main thread.
class LaunchWait final : public QObject
{
    Q_OBJECT

public:
    explicit LaunchWait(Engine &engine);
    ~LaunchWait() override;

    /// Called once, as soon as the launch is accepted.
    void onTicket(std::function<void(const LaunchTicket &)> callback) { m_onTicket = std::move(callback); }
    /// Called whenever something changed, between ticket and end.
    void onProgress(std::function<void(const LaunchProgress &)> callback) { m_onProgress = std::move(callback); }
    /// Called once when the user begins to cancel.
    void onInterrupt(std::function<void()> callback) { m_onInterrupt = std::move(callback); }

    /// Ends when the launch has ended, or with the fault for which it was not accepted, or when it is cut short: then with
    /// what is known, as that of a cancelled launch.
    [[nodiscard]] Result<LaunchOutcome> wait(QFuture<Result<LaunchTicket>> launching);
    /// Asks for the launch's end; may come before its ticket. Main thread.
    void cancel();
    /// Whether the launch was still being ended when the user wanted the program's own end.
    [[nodiscard]] bool isCutShort() const { return m_cutShort; }

private:
    void interrupt();
    void cutShort();
    [[nodiscard]] Result<LaunchOutcome> outcomeSoFar() const;
    void takeTicket(Result<LaunchTicket> ticket);
    void takeProgress(const LaunchProgress &progress);
    void takeEnd(const LaunchProgress &progress);
    [[nodiscard]] bool isOver() const;

    Engine &m_engine;
    std::unique_ptr<Interrupts> m_interrupts;
    QEventLoop m_loop;
    std::function<void(const LaunchTicket &)> m_onTicket;
    std::function<void(const LaunchProgress &)> m_onProgress;
    std::function<void()> m_onInterrupt;
    std::optional<Result<LaunchTicket>> m_ticket;
    LaunchProgress m_latest;
    std::optional<LaunchProgress> m_end;
    bool m_cancelled = false;
    bool m_cutShort = false;
};

/// Waits for an answer of the engine in an event loop. Main thread.
template<typename T>
[[nodiscard]] T await(QFuture<T> future)
{
    QEventLoop loop;
    std::optional<T> value;
    bool answered = false;
    future
        .then(&loop,
              [&](T answer) {
                  value.emplace(std::move(answer));
                  answered = true;
                  loop.quit();
              })
        .onCanceled(&loop, [&] {
            answered = true;
            loop.quit();
        });
    // A future that is finished already has been answered here and now.
    if (!answered)
        loop.exec();
    if constexpr (std::is_same_v<T, bool>)
        return value.value_or(false);
    else
        return value ? *std::move(value) : T(fail(FaultKind::Internal, QStringLiteral("The engine gave no answer")));
}

} // namespace hermes
