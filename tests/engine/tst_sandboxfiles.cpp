// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/engine.h"
#include "tests/support/fakebackend.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

using test::FakeWorld;

namespace {
template<typename T>
T answerOf(QFuture<T> future)
{
    return QTest::qWaitFor([&] { return future.isFinished(); }, 10s) ? future.result()
                                                                     : T(fail(FaultKind::TimedOut, u"no answer"_s));
}
} // namespace

/// Files of sandboxes by their ids, on a backend whose world the test decides.
class SandboxFilesTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_state = std::make_unique<QTemporaryDir>();
        m_world = std::make_shared<FakeWorld>();
        m_there = {{.backend = u"fake"_s, .id = u"box"_s}};
        m_world->list = [this] { return m_there; };
        m_world->files = [](const QByteArray &folder) -> Result<FolderContent> {
            return FolderContent {.entries = {{.name = "in " + folder}}};
        };
        m_engine = reopened();
    }

    void cleanup() { m_engine.reset(); }

    void unknownSandboxIsNotMade()
    {
        for (const auto &kind : {u"list"_s, u"put"_s, u"get"_s, u"size"_s}) {
            const auto fault = ask(kind, u"never was"_s);
            QVERIFY(fault);
            QCOMPARE(fault->kind, FaultKind::NotFound);
        }
        QCOMPARE(m_world->opened(), 0);
        QVERIFY(answerOf(m_engine->sessions())->isEmpty());
    }

    void listsWithoutUsingTheSandbox()
    {
        makeSandbox();
        // In another program it is neither open nor ours.
        m_engine = reopened();
        const int before = m_world->opened();
        const auto content = answerOf(m_engine->listFiles({.id = u"box"_s}, "sub", {}));
        QVERIFY(content);
        QCOMPARE(content->entries.value(0).name, QByteArray("in sub"));
        QVERIFY(answerOf(m_engine->listFiles({.id = u"box"_s}, {}, {})));
        // It stays open for the next question.
        QCOMPARE(m_world->opened(), before + 1);
        const SessionInfo box = answerOf(m_engine->sessions())->value(0);
        QCOMPARE(box.lastUsed, m_lastUsed);
        QVERIFY(answerOf(m_engine->putFile({.id = u"box"_s}, u"/etc/hostname"_s, "x", {})));
        QTRY_VERIFY(answerOf(m_engine->sessions())->value(0).lastUsed > m_lastUsed);
    }

    void lostSandboxIsNotMadeAgain()
    {
        makeSandbox();
        m_engine = reopened();
        const int before = m_world->opened();
        m_there.first().state = SessionState::Lost;
        QCOMPARE(ask(u"list"_s, u"box"_s)->kind, FaultKind::NotFound);
        m_there.clear();
        QCOMPARE(ask(u"list"_s, u"box"_s)->kind, FaultKind::NotFound);
        m_world->list = []() -> Result<QList<SessionInfo>> { return fail(FaultKind::Unreachable, u"no answer"_s); };
        QCOMPARE(ask(u"list"_s, u"box"_s)->kind, FaultKind::Unreachable);
        QCOMPARE(m_world->opened(), before);
    }

    void closedSandboxHasNoFiles()
    {
        makeSandbox();
        QVERIFY(answerOf(m_engine->closeSession({.id = u"box"_s})));
        for (const auto &kind : {u"list"_s, u"size"_s})
            QCOMPARE(ask(kind, u"box"_s)->kind, FaultKind::NotFound);
    }

    void sizeIsKnownOrAFault()
    {
        makeSandbox();
        m_world->use = []() -> Result<DiskUse> { return DiskUse {.bytes = 4096, .isComplete = false}; };
        QCOMPARE(answerOf(m_engine->sessionSize({.id = u"box"_s}, {})), (DiskUse {.bytes = 4096, .isComplete = false}));
        m_world->use = []() -> Result<DiskUse> { return fail(FaultKind::Denied, u"no"_s); };
        QVERIFY(!answerOf(m_engine->sessionSize({.id = u"box"_s}, {})));
    }

    void ownSandboxIsKnown()
    {
        makeSandbox();
        QVERIFY(answerOf(m_engine->sessions())->value(0).isOwn);
        m_there.first().state = SessionState::Running;
        QCOMPARE(answerOf(m_engine->sessions())->value(0).state, SessionState::Running);
    }

private:
    [[nodiscard]] std::unique_ptr<Engine> reopened()
    {
        m_engine.reset();
        auto engine = Engine::open({.stateFolder = m_state->path(), .program = u"tst_sandboxfiles"_s});
        if (!engine)
            qFatal("no engine: %s", qUtf8Printable(toText(engine.error())));
        (*engine)->addKind(test::fakeKind(m_world));
        return std::move(*engine);
    }

    void makeSandbox()
    {
        LaunchSpec spec {.kind = LaunchKind::Sandbox,
                         .backend = u"fake"_s,
                         .settings = Settings(u"fake"_s),
                         .language = Language::Shell,
                         .codes = {"true"},
                         .executorId = u"box"_s};
        QVERIFY(answerOf(m_engine->launch(std::move(spec))));
        QTRY_VERIFY(m_engine->active().isEmpty());
        m_lastUsed = answerOf(m_engine->sessions())->value(0).lastUsed;
    }

    /// The fault of one question about a sandbox.
    [[nodiscard]] std::optional<Fault> ask(const QString &kind, const QString &id)
    {
        const auto faultOf = [](const auto &answer) { return answer ? std::nullopt : std::optional(answer.error()); };
        if (kind == "list"_L1)
            return faultOf(answerOf(m_engine->listFiles({.id = id}, {}, {})));
        if (kind == "put"_L1)
            return faultOf(answerOf(m_engine->putFile({.id = id}, u"/etc/hostname"_s, "x", {})));
        if (kind == "get"_L1)
            return faultOf(answerOf(m_engine->getFile({.id = id}, "x", m_state->filePath(u"x"_s), {})));
        return faultOf(answerOf(m_engine->sessionSize({.id = id}, {})));
    }

    std::unique_ptr<QTemporaryDir> m_state;
    std::shared_ptr<FakeWorld> m_world;
    QList<SessionInfo> m_there;
    QDateTime m_lastUsed;
    std::unique_ptr<Engine> m_engine;
};

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::SandboxFilesTest)
#include "tst_sandboxfiles.moc"
