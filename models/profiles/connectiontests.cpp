// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "connectiontests.h"

#include <QFuture>
#include <QPointer>

#include <algorithm>

namespace hermes {

const CheckStep *ConnectionTest::failed() const
{
    const auto found = std::ranges::find_if(steps, [](const CheckStep &step) { return !step.outcome; });
    return found == steps.end() ? nullptr : &*found;
}

bool ConnectionTest::isOf(const Settings &other) const
{
    if (settings.backend() != other.backend() || settings.values().size() != other.values().size())
        return false;
    return std::ranges::all_of(settings.values().asKeyValueRange(),
                               [&](const auto &entry) { return other.text(entry.first) == entry.second.text; });
}

ConnectionTests::ConnectionTests(Engine *engine, QObject *parent) : QObject(parent), m_engine(engine) { }

ConnectionTests::~ConnectionTests()
{
    for (Entry &entry : m_tests)
        entry.stop.request_stop();
}

void ConnectionTests::start(const BackendName &name, const Settings &settings)
{
    if (m_tests.value(name).test.isActive())
        return;
    const int request = ++m_lastRequest;
    const std::stop_source stop;
    m_tests.insert(name,
                   {.test = {.state = ConnectionTest::State::Running, .when = QDateTime::currentDateTime(), .settings = settings},
                    .request = request,
                    .stop = stop});
    // The engine reports in its own name, whether anybody is still there to hear it or not.
    const auto report = [self = QPointer(this), request](const CheckStep &step) {
        if (self)
            self->take(request, step);
    };
    m_engine->check(settings, report, stop.get_token()).then(this, [this, request](bool passed) { finish(request, passed); });
    Q_EMIT changed(name);
}

void ConnectionTests::cancel(const BackendName &name)
{
    const auto entry = m_tests.find(name);
    if (entry == m_tests.end() || entry->test.state != ConnectionTest::State::Running)
        return;
    entry->test.state = ConnectionTest::State::Stopping;
    entry->stop.request_stop();
    Q_EMIT changed(name);
}

void ConnectionTests::rename(const BackendName &from, const BackendName &to)
{
    const auto entry = m_tests.find(from);
    if (entry == m_tests.end())
        return;
    m_tests.insert(to, *entry);
    m_tests.remove(from);
    Q_EMIT changed(to);
}

QHash<BackendName, ConnectionTests::Entry>::iterator ConnectionTests::find(int request)
{
    return std::ranges::find(m_tests, request, &Entry::request);
}

void ConnectionTests::take(int request, const CheckStep &step)
{
    const auto entry = find(request);
    if (entry == m_tests.end())
        return;
    entry->test.steps.append(step);
    Q_EMIT changed(entry.key());
}

void ConnectionTests::finish(int request, bool passed)
{
    const auto entry = find(request);
    if (entry == m_tests.end())
        return;
    using enum ConnectionTest::State;
    // A stop that came too late to end anything has cancelled nothing.
    const bool stopped = entry->test.state == Stopping && !passed;
    entry->test.state = passed ? Passed : stopped ? Cancelled : Failed;
    Q_EMIT changed(entry.key());
}

} // namespace hermes
