// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/enginefixture.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

/// Files of sandboxes by their ids, on a backend whose world the test decides.
class SandboxFilesTest final : public EngineFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        open();
        m_there = {{.backend = u"fake"_s, .id = u"box"_s}};
        m_world->list = [this] { return m_there; };
        m_world->files = [](const QByteArray &folder) -> Result<FolderContent> {
            return FolderContent {.entries = {{.name = "in " + folder}}};
        };
    }

    void cleanup() { close(); }

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
        reopen();
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
        reopen();
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
    void makeSandbox()
    {
        LaunchSpec box = spec(LaunchKind::Sandbox);
        box.executorId = u"box"_s;
        launch(std::move(box));
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

    QList<SessionInfo> m_there;
    QDateTime m_lastUsed;
};

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::SandboxFilesTest)
#include "tst_sandboxfiles.moc"
