// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "tests/support/fakebackend.h"

#include <QTemporaryDir>
#include <QTest>

namespace hermes::test {

/// An engine with sandboxes on a backend of which the test decides everything.
class SessionEngine final
{
public:
    SessionEngine()
    {
        m_world->list = [this] {
            const std::scoped_lock lock(m_mutex);
            return m_there;
        };
        auto opened = Engine::open({.stateFolder = m_state.path(), .program = QStringLiteral("tst_sessions")});
        if (!opened)
            qFatal("no engine: %s", qUtf8Printable(toText(opened.error())));
        m_engine = std::move(*opened);
        m_engine->addKind(fakeKind(m_world));
    }

    [[nodiscard]] Engine *engine() const { return m_engine.get(); }
    [[nodiscard]] FakeWorld &world() const { return *m_world; }
    [[nodiscard]] const QTemporaryDir &folder() const { return m_state; }

    /// Makes sandboxes that are there from now on.
    [[nodiscard]] bool makeSandboxes(const QStringList &ids)
    {
        for (const QString &id : ids) {
            {
                const std::scoped_lock lock(m_mutex);
                m_there.append({.backend = QStringLiteral("fake"), .id = id});
            }
            const auto launched = m_engine->launch({.kind = LaunchKind::Sandbox,
                                                    .backend = QStringLiteral("fake"),
                                                    .settings = Settings(QStringLiteral("fake")),
                                                    .language = Language::Shell,
                                                    .codes = {"true"},
                                                    .executorId = id});
            if (!QTest::qWaitFor([&] { return launched.isFinished(); }, std::chrono::seconds(20)) || !launched.result())
                return false;
        }
        return QTest::qWaitFor([&] { return m_engine->active().isEmpty(); }, std::chrono::seconds(20));
    }

private:
    QTemporaryDir m_state;
    std::mutex m_mutex;
    QList<SessionInfo> m_there;
    std::shared_ptr<FakeWorld> m_world = std::make_shared<FakeWorld>();
    std::unique_ptr<Engine> m_engine;
};

} // namespace hermes::test
