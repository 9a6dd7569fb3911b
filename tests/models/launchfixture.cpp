// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchfixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

void LaunchFixture::open()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_state = std::make_unique<QTemporaryDir>();
    m_world = std::make_shared<test::FakeWorld>();
    auto engine = Engine::open({.stateFolder = m_state->path(), .program = u"test"_s});
    QVERIFY2(engine, engine ? "" : qPrintable(toText(engine.error())));
    m_engine = std::move(*engine);
    m_engine->addKind(test::fakeKind(m_world));
    m_ended.clear();
    connect(m_engine.get(), &Engine::launchFinished, this, [this](LaunchId id) { m_ended.insert(id); });
}

void LaunchFixture::close()
{
    m_engine.reset();
    m_state.reset();
}

LaunchSpec LaunchFixture::sweep(const QString &name, const QString &values) const
{
    LaunchSpec spec;
    spec.kind = LaunchKind::Sweep;
    spec.name = name;
    spec.settings = Settings(u"fake"_s);
    spec.language = Language::Shell;
    spec.codes = {"echo {{n}}"};
    spec.sweep.groups = {parseParameter(u"n"_s, values).value()};
    return spec;
}

LaunchId LaunchFixture::begin(LaunchSpec spec)
{
    QFuture<Result<LaunchTicket>> ticket = m_engine->launch(std::move(spec));
    if (!QTest::qWaitFor([&] { return ticket.isFinished(); }, 30s) || !ticket.result())
        return 0;
    return ticket.result()->id;
}

bool LaunchFixture::waitForEnd(LaunchId id)
{
    return QTest::qWaitFor(
        [&] {
            if (!m_ended.contains(id))
                return false;
            QFuture<Result<LaunchRecord>> record = m_engine->record(id);
            record.waitForFinished();
            return record.result() && record.result()->state != LaunchState::Running;
        },
        30s);
}

LaunchId LaunchFixture::run(LaunchSpec spec)
{
    const LaunchId id = begin(std::move(spec));
    if (!waitForEnd(id))
        QTest::qFail("the launch did not end", __FILE__, __LINE__);
    return id;
}

} // namespace hermes
