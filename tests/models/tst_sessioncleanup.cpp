// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/sessions/sessioncleanup.h"
#include "models/sessions/sessionsource.h"
#include "tests/models/sessionengine.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QSemaphore>
#include <QSignalSpy>

#include <atomic>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

using Verb = SessionCleanup::Verb;

class SessionCleanupTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_host = std::make_unique<test::SessionEngine>();
        m_table = std::make_unique<SessionTableModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_table.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_source = std::make_unique<SessionSource>(m_host->engine(), m_table.get());
        m_cleanup = std::make_unique<SessionCleanup>(m_host->engine(), m_table.get(), m_source.get());
    }

    void cleanup()
    {
        m_cleanup.reset();
        m_source.reset();
        m_tester.reset();
        m_table.reset();
        m_host.reset();
    }

    void listsWhenWatchedAndOnChanges()
    {
        QVERIFY(m_host->makeSandboxes({u"a"_s}));
        QVERIFY(!m_source->hasAnswer());
        m_source->setWatched(true);
        QVERIFY(m_source->isListing());
        QTRY_COMPARE(m_table->rowCount(), 1);
        QVERIFY(m_source->hasAnswer() && !m_source->fault());
        // The journal tells of the next one, long before the table would be asked for by itself.
        QVERIFY(m_host->makeSandboxes({u"b"_s}));
        QTRY_COMPARE_WITH_TIMEOUT(m_table->rowCount(), 2, 4s);
        m_source->setWatched(false);
        QVERIFY(m_host->makeSandboxes({u"c"_s}));
        QCOMPARE(m_table->rowCount(), 2);
    }

    void neverAsksTwiceAtOnce()
    {
        QVERIFY(m_host->makeSandboxes({u"a"_s}));
        std::atomic<int> asking = 0;
        std::atomic<int> most = 0;
        std::atomic<int> asked = 0;
        QSemaphore go;
        m_host->world().list = [&]() -> Result<QList<SessionInfo>> {
            most = std::max(most.load(), ++asking);
            ++asked;
            go.acquire();
            --asking;
            return QList<SessionInfo> {{.backend = u"fake"_s, .id = u"a"_s}};
        };
        m_source->setWatched(true);
        for (int i = 0; i < 20; ++i)
            m_source->refresh();
        go.release(2);
        QTRY_VERIFY(!m_source->isListing());
        QCOMPARE(most.load(), 1);
        // What was wanted meanwhile was one more question.
        QCOMPARE(asked.load(), 2);
        go.release(10);
    }

    void L6_failedListingKeepsRowsAndSaysSo()
    {
        QVERIFY(m_host->makeSandboxes({u"a"_s}));
        m_source->setWatched(true);
        QTRY_COMPARE(m_table->rowCount(), 1);
        m_host->world().list = []() -> Result<QList<SessionInfo>> { return fail(FaultKind::Unreachable, u"daemon stopped"_s); };
        m_source->refresh();
        QTRY_VERIFY(!m_table->row(0).unlisted.isEmpty());
        QCOMPARE(m_table->rowCount(), 1);
        // Removed from outside: no ghost.
        m_host->world().list = [] { return QList<SessionInfo>(); };
        m_source->refresh();
        QTRY_COMPARE(m_table->row(0).info.state, SessionState::Lost);
        QVERIFY(m_table->row(0).unlisted.isEmpty());
    }

    void measuresEachFolderOnce()
    {
        QVERIFY(m_host->makeSandboxes({u"a"_s, u"b"_s}));
        std::atomic<int> measured = 0;
        m_host->world().use = [&]() -> Result<DiskUse> {
            if (++measured == 1)
                return fail(FaultKind::Denied, u"no"_s);
            return DiskUse {.bytes = 4096};
        };
        m_source->setWatched(true);
        QTRY_VERIFY(m_table->rowCount() == 2 && m_table->row(0).size && m_table->row(1).size);
        QVERIFY(!m_table->row(0).size->has_value());
        QCOMPARE(m_table->row(1).size->value().bytes, 4096);
        const QSignalSpy answers(m_source.get(), &SessionSource::changed);
        m_source->setWatched(false);
        m_source->setWatched(true);
        QTRY_VERIFY(answers.size() >= 2);
        QCOMPARE(measured.load(), 2);
        m_source->refresh();
        QTRY_COMPARE(measured.load(), 4);
    }

    void closesAfterItsTimeOnly()
    {
        begin({u"a"_s, u"b"_s, u"c"_s}, {u"a"_s, u"b"_s});
        QCOMPARE(activity(u"a"_s), SessionActivity::WillClose);
        QVERIFY(m_cleanup->delay()->isWaiting());
        QCOMPARE(m_cleanup->waiting(), 2);
        m_cleanup->delay()->actNow();
        QTRY_COMPARE(m_cleanup->underWay(), 0);
        QTRY_COMPARE(state(u"a"_s), SessionState::Closed);
        QCOMPARE(state(u"b"_s), SessionState::Closed);
        QCOMPARE(state(u"c"_s), SessionState::Open);
    }

    void undoOfOneOfTwo()
    {
        begin({u"a"_s, u"b"_s}, {u"a"_s, u"b"_s});
        const QString text = m_cleanup->delay()->text();
        m_cleanup->keep({key(u"a"_s)});
        QCOMPARE(activity(u"a"_s), SessionActivity::None);
        QCOMPARE(activity(u"b"_s), SessionActivity::WillClose);
        QVERIFY(m_cleanup->delay()->text() != text);
        m_cleanup->delay()->actNow();
        QTRY_COMPARE(state(u"b"_s), SessionState::Closed);
        QTRY_COMPARE(m_cleanup->underWay(), 0);
        QCOMPARE(state(u"a"_s), SessionState::Open);
    }

    void undoOfAll()
    {
        begin({u"a"_s, u"b"_s}, {u"a"_s, u"b"_s});
        m_cleanup->delay()->undo();
        QCOMPARE(m_cleanup->waiting(), 0);
        QCOMPARE(activity(u"a"_s), SessionActivity::None);
        begin({}, {u"a"_s});
        m_cleanup->keep({key(u"a"_s)});
        QVERIFY(!m_cleanup->delay()->isWaiting());
        m_cleanup->delay()->actNow();
        QCOMPARE(m_cleanup->underWay(), 0);
        QCOMPARE(state(u"a"_s), SessionState::Open);
    }

    void destroyingDropsWhatWaits()
    {
        begin({u"a"_s}, {u"a"_s});
        std::atomic<int> closed = 0;
        m_host->world().close = [&](const ProfiledId &) {
            ++closed;
            return Result<>();
        };
        m_cleanup.reset();
        QCOMPARE(closed.load(), 0);
        QCOMPARE(state(u"a"_s), SessionState::Open);
    }

    void failedOnesSayWhyAndCanBeRetried()
    {
        m_host->world().close = [](const ProfiledId &name) -> Result<> {
            if (name.id == "b"_L1)
                return fail(FaultKind::Conflict, u"Sandbox b is in use"_s, u"End it there."_s);
            return {};
        };
        begin({u"a"_s, u"b"_s, u"c"_s}, {u"a"_s, u"b"_s, u"c"_s});
        QList<SessionCleanup::Outcome> outcomes;
        connect(m_cleanup.get(), &SessionCleanup::settled, this, [&](const auto &outcome) { outcomes.append(outcome); });
        m_cleanup->delay()->actNow();
        QTRY_COMPARE(outcomes.size(), 1);
        QCOMPARE(outcomes.first().closed, 2);
        QCOMPARE(outcomes.first().failed, 1);
        QCOMPARE(activity(u"b"_s), SessionActivity::CloseFailed);
        QVERIFY(m_table->find(key(u"b"_s))->outcome.contains(u"Sandbox b is in use"_s));
        // A listing takes nothing of it away.
        QTRY_VERIFY(!m_source->isListing());
        QCOMPARE(activity(u"b"_s), SessionActivity::CloseFailed);
        m_host->world().close = [](const ProfiledId &) { return Result<>(); };
        m_cleanup->retry({key(u"a"_s), key(u"b"_s)});
        QTRY_COMPARE(outcomes.size(), 2);
        QCOMPARE(outcomes.last().closed, 1);
        QCOMPARE(state(u"b"_s), SessionState::Closed);
    }

    void goneAlreadyIsSuccess()
    {
        begin({u"a"_s}, {u"a"_s});
        m_host->world().close = [](const ProfiledId &) -> Result<> { return fail(FaultKind::NotFound, u"no such thing"_s); };
        m_cleanup->delay()->actNow();
        QTRY_COMPARE(m_cleanup->underWay(), 0);
        QVERIFY(activity(u"a"_s) != SessionActivity::CloseFailed);
    }

    void deletesRecordsOfClosedOnesOnly()
    {
        begin({u"a"_s, u"b"_s}, {u"a"_s});
        m_cleanup->delay()->actNow();
        QTRY_COMPARE(state(u"a"_s), SessionState::Closed);
        QTRY_COMPARE(m_cleanup->underWay(), 0);
        m_cleanup->begin(Verb::Delete, {key(u"a"_s), key(u"b"_s)});
        QCOMPARE(m_cleanup->waiting(), 1);
        QCOMPARE(activity(u"b"_s), SessionActivity::None);
        m_cleanup->delay()->actNow();
        QTRY_COMPARE(m_table->rowCount(), 1);
        QTRY_VERIFY(!m_source->isListing());
        QCOMPARE(m_table->row(0).info.id, u"b"_s);
    }

    void fewAtOnce()
    {
        QStringList ids;
        for (int i = 0; i < 12; ++i)
            ids.append(u"s%1"_s.arg(i));
        std::atomic<int> running = 0;
        std::atomic<int> most = 0;
        QSemaphore go;
        m_host->world().close = [&](const ProfiledId &) -> Result<> {
            most = std::max(most.load(), ++running);
            go.acquire();
            --running;
            return {};
        };
        begin(ids, ids);
        m_cleanup->delay()->actNow();
        QCOMPARE(m_cleanup->underWay(), 12);
        QTRY_COMPARE(running.load(), 4);
        go.release(12);
        QTRY_COMPARE(m_cleanup->underWay(), 0);
        QCOMPARE(most.load(), 4);
    }

private:
    [[nodiscard]] static SessionKey key(const QString &id) { return {.backend = u"fake"_s, .id = id}; }
    [[nodiscard]] SessionActivity activity(const QString &id) const { return m_table->find(key(id))->activity; }
    [[nodiscard]] SessionState state(const QString &id) const { return m_table->find(key(id))->info.state; }

    /// Makes sandboxes, lists them, and asks for some of them to be closed.
    void begin(const QStringList &made, const QStringList &closed)
    {
        QVERIFY(m_host->makeSandboxes(made));
        m_source->setWatched(true);
        m_source->refresh();
        QTRY_VERIFY(m_table->rowCount() >= made.size() && !m_source->isListing());
        QList<SessionKey> keys;
        for (const QString &id : closed)
            keys.append(key(id));
        m_cleanup->begin(Verb::Close, keys);
    }

    std::unique_ptr<test::SessionEngine> m_host;
    std::unique_ptr<SessionTableModel> m_table;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    std::unique_ptr<SessionSource> m_source;
    std::unique_ptr<SessionCleanup> m_cleanup;
};

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::SessionCleanupTest)
#include "tst_sessioncleanup.moc"
