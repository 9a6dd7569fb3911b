// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "tests/support/fakebackend.h"

#include <QObject>
#include <QTemporaryDir>

#include <memory>
#include <set>

namespace hermes {

/// An engine on a fake backend, with launches of a test in its journal.
class LaunchFixture : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

protected:
    /// A new engine on a state folder of its own. Any warning from here on fails the test.
    void open();
    void close();
    [[nodiscard]] LaunchSpec sweep(const QString &name, const QString &values) const;
    /// Launches and waits for the end, that it is stored as well.
    LaunchId run(LaunchSpec spec);
    /// Launches and comes back once it is accepted.
    LaunchId begin(LaunchSpec spec);
    [[nodiscard]] bool waitForEnd(LaunchId id);

    std::unique_ptr<QTemporaryDir> m_state;
    std::shared_ptr<test::FakeWorld> m_world;
    std::unique_ptr<Engine> m_engine;
    std::set<LaunchId> m_ended;
};

} // namespace hermes
