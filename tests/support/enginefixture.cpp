// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "enginefixture.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

void EngineFixture::open()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_engine.reset();
    m_state = std::make_unique<QTemporaryDir>();
    m_world = std::make_shared<test::FakeWorld>();
    reopen();
}

void EngineFixture::close()
{
    m_engine.reset();
    m_state.reset();
}

void EngineFixture::reopen(bool journalled)
{
    m_engine.reset();
    m_finished.clear();
    m_results.clear();
    auto engine = Engine::open(
        {.stateFolder = m_state->path(), .program = u"test"_s, .journalled = journalled, .secrets = m_secrets});
    QVERIFY2(engine, engine ? "" : qPrintable(toText(engine.error())));
    m_engine = std::move(*engine);
    m_engine->addKind(test::fakeKind(m_world));
    connect(m_engine.get(), &Engine::launchFinished, this,
            [this](LaunchId id, const LaunchProgress &progress) { m_finished[id] = progress; });
    connect(m_engine.get(), &Engine::candidatesChanged, this, [this](LaunchId id, const QList<CandidateSummary> &changed) {
        for (const CandidateSummary &candidate : changed) {
            if (candidate.state == CandidateState::Finished)
                m_results[id].append(candidate);
        }
    });
}

LaunchSpec EngineFixture::spec(LaunchKind kind, QList<QByteArray> codes)
{
    LaunchSpec what;
    what.kind = kind;
    what.settings = Settings(u"fake"_s);
    what.language = Language::Shell;
    what.codes = std::move(codes);
    return what;
}

LaunchSpec EngineFixture::sweep(const QString &values, std::optional<int> concurrency)
{
    LaunchSpec what = spec(LaunchKind::Sweep, {"echo {{n}}"});
    what.sweep.groups = {parseParameter(u"n"_s, values).value()};
    what.concurrency = concurrency;
    return what;
}

LaunchTicket EngineFixture::accepted(QFuture<Result<LaunchTicket>> launching)
{
    const Result<LaunchTicket> ticket = answerOf(std::move(launching));
    if (!ticket)
        QTest::qFail(qPrintable(toText(ticket.error())), __FILE__, __LINE__);
    return ticket.value_or(LaunchTicket());
}

LaunchProgress EngineFixture::waitForEnd(LaunchId id)
{
    if (!QTest::qWaitFor([&] { return m_finished.contains(id); }, 10s))
        QTest::qFail("the launch did not end", __FILE__, __LINE__);
    return m_finished[id];
}

} // namespace hermes
