// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "tests/support/fakebackend.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>

namespace hermes {

/// An engine on a fake backend, on a state folder that stays while the engine is opened again, and what a test does with it.
class EngineFixture : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

protected:
    /// A new engine on a new folder, in a new world. Any warning from here on fails the test.
    void open();
    void close();
    /// Another engine on the same folder, as when the program is started again.
    void reopen(bool journalled = true);

    /// The answer, or a fault (TimedOut) once it has been waited for long enough.
    template<typename T>
    [[nodiscard]] static T answerOf(QFuture<T> future)
    {
        return QTest::qWaitFor([&] { return future.isFinished(); }, std::chrono::seconds(10))
            ? future.result()
            : T(fail(FaultKind::TimedOut, QStringLiteral("no answer")));
    }

    [[nodiscard]] static LaunchSpec spec(LaunchKind kind, QList<QByteArray> codes = {"true"});
    /// Of one parameter, n, that the snippet prints.
    [[nodiscard]] static LaunchSpec sweep(const QString &values, std::optional<int> concurrency = {});
    /// Fails the test where it is refused.
    LaunchTicket accepted(QFuture<Result<LaunchTicket>> launching);
    LaunchTicket launch(LaunchSpec what) { return accepted(m_engine->launch(std::move(what))); }
    LaunchProgress waitForEnd(LaunchId id);
    [[nodiscard]] LaunchRecord recordOf(LaunchId id) { return answerOf(m_engine->record(id)).value_or(LaunchRecord()); }

    std::unique_ptr<QTemporaryDir> m_state;
    std::shared_ptr<test::FakeWorld> m_world;
    std::shared_ptr<const SecretSource> m_secrets; ///< Of the engines that are opened from then on.
    std::unique_ptr<Engine> m_engine;
    std::map<LaunchId, LaunchProgress> m_finished; ///< Launches that have ended in the engine that is open.
    std::map<LaunchId, QList<CandidateSummary>> m_results; ///< Every end of a candidate that it reported.
};

} // namespace hermes
