// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "backends/profiles/backendchoice.h"

#include <QDateTime>
#include <QHash>
#include <QObject>

#include <stop_token>

namespace hermes {

/// The last test of a connection, or the one that is under way.
struct ConnectionTest
{
    enum class State { Untested, Running, Stopping, Passed, Failed, Cancelled };

    State state = State::Untested;
    QList<CheckStep> steps = {};
    QDateTime when = {}; ///< When it began.
    Settings settings = {}; ///< What was tested.

    [[nodiscard]] bool isActive() const { return state == State::Running || state == State::Stopping; }
    /// The step that failed; null when none did.
    [[nodiscard]] const CheckStep *failed() const;
    /// Whether a backend of these settings is what was tested.
    [[nodiscard]] bool isOf(const Settings &other) const;
};

/// Tests connections, one at a time for each backend, and remembers how they ended. GUI thread only; nothing waits.
class ConnectionTests final : public QObject
{
    Q_OBJECT

public:
    /// The engine must outlive it.
    explicit ConnectionTests(Engine *engine, QObject *parent = nullptr);
    /// What is under way is asked to stop.
    ~ConnectionTests() override;

    /// Ignored while one of this name is under way.
    void start(const BackendName &name, const Settings &settings);
    void cancel(const BackendName &name);
    [[nodiscard]] ConnectionTest test(const BackendName &name) const { return m_tests.value(name).test; }
    /// A profile has another name now; what is known of it goes with it.
    void rename(const BackendName &from, const BackendName &to);

Q_SIGNALS:
    void changed(const hermes::BackendName &name);

private:
    struct Entry
    {
        ConnectionTest test = {};
        int request = 0;
        std::stop_source stop {std::nostopstate};
    };
    void take(int request, const CheckStep &step);
    void finish(int request, bool passed);
    [[nodiscard]] QHash<BackendName, Entry>::iterator find(int request);

    Engine *m_engine;
    QHash<BackendName, Entry> m_tests;
    int m_lastRequest = 0;
};

} // namespace hermes
