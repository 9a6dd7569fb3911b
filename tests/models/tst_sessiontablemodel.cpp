// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/sessions/sessionfiltermodel.h"
#include "models/sessions/sessionroles.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {
const QDateTime Now(QDate(2026, 3, 1), QTime(12, 0), QTimeZone::UTC);

SessionInfo sandbox(const QString &id, const QString &profile = {})
{
    return {.backend = u"local"_s, .profile = profile, .id = id, .created = Now.addSecs(-3700), .lastUsed = Now.addSecs(-90)};
}

SessionInfo staleSession(const QString &id)
{
    SessionInfo info = sandbox(id);
    info.kind = SessionKind::Session;
    info.stale = true;
    info.staleReason = u"its program has ended"_s;
    return info;
}
} // namespace

class SessionTableModelTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_table = std::make_unique<SessionTableModel>();
        m_shown = std::make_unique<SessionFilterModel>(m_table.get());
        m_tester = std::make_unique<QAbstractItemModelTester>(m_table.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_shownTester = std::make_unique<QAbstractItemModelTester>(m_shown.get(),
                                                                   QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_shownTester.reset();
        m_tester.reset();
        m_shown.reset();
        m_table.reset();
    }

    void rowsAreUpdatedInPlace()
    {
        m_table->setSessions({sandbox(u"a"_s), sandbox(u"b"_s), sandbox(u"c"_s), sandbox(u"d"_s)}, Now);
        const QPersistentModelIndex d = m_table->index(3, 0);
        const QSignalSpy resets(m_table.get(), &QAbstractItemModel::modelReset);
        const QSignalSpy removals(m_table.get(), &QAbstractItemModel::rowsRemoved);
        const QSignalSpy insertions(m_table.get(), &QAbstractItemModel::rowsInserted);
        SessionInfo changed = sandbox(u"d"_s);
        changed.owner = u"hermesctl (process 4)"_s;
        m_table->setSessions({sandbox(u"a"_s), changed, sandbox(u"e"_s), sandbox(u"f"_s)}, Now);
        QCOMPARE(resets.size(), 0);
        // b and c go at once, e and f come at once.
        QCOMPARE(removals.size(), 1);
        QCOMPARE(insertions.size(), 1);
        QCOMPARE(d.row(), 1);
        QCOMPARE(cell(1, SessionTableModel::Owner), u"hermesctl (process 4)"_s);
        QCOMPARE(ids(*m_table), (QStringList {u"a"_s, u"d"_s, u"e"_s, u"f"_s}));
        QCOMPARE(m_table->indexOf({.backend = u"local"_s, .id = u"f"_s}), 3);
        m_table->setSessions({}, Now);
        QCOMPARE(m_table->rowCount(), 0);
    }

    void sameIdOfTwoProfilesAreTwoRows()
    {
        m_table->setSessions({sandbox(u"a"_s), sandbox(u"a"_s, u"box"_s)}, Now);
        QCOMPARE(m_table->rowCount(), 2);
        m_table->setClosed({.backend = u"local"_s, .profile = u"box"_s, .id = u"a"_s});
        QCOMPARE(cell(0, SessionTableModel::State), u"open"_s);
        QCOMPARE(cell(1, SessionTableModel::State), u"closed"_s);
    }

    void unchangedRowsTellNothing()
    {
        m_table->setSessions({sandbox(u"a"_s)}, Now);
        QSignalSpy changes(m_table.get(), &QAbstractItemModel::dataChanged);
        m_table->setSessions({sandbox(u"a"_s)}, Now.addSecs(5));
        QCOMPARE(changes.size(), 0);
        // Only what is older now as it is shown.
        m_table->setNow(Now.addSecs(35));
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes.first().at(0).toModelIndex().column(), int(SessionTableModel::Age));
        QCOMPARE(cell(0, SessionTableModel::Idle), u"2 min"_s);
    }

    void agesAreCoarse_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("now") << 0 << u"< 1 min"_s;
        QTest::newRow("clock went back") << -50 << u"< 1 min"_s;
        QTest::newRow("minutes") << 3599 << u"59 min"_s;
        QTest::newRow("hours") << 3600 + 300 << u"1 h 05 min"_s;
        QTest::newRow("days") << 86400 * 3 + 7300 << u"3 d 2 h"_s;
    }

    void agesAreCoarse()
    {
        QFETCH(const int, seconds);
        QFETCH(const QString, text);
        SessionInfo info = sandbox(u"a"_s);
        info.lastUsed = Now;
        m_table->setSessions({info}, Now);
        m_table->setNow(Now.addSecs(seconds));
        QCOMPARE(cell(0, SessionTableModel::Idle), text);
    }

    void rowsStayInTheirOrderWhileTimePasses()
    {
        SessionInfo older = sandbox(u"older"_s);
        SessionInfo younger = sandbox(u"younger"_s);
        older.created = Now.addMSecs(-1500);
        younger.created = Now.addMSecs(-1200);
        m_table->setSessions({older, younger}, Now);
        m_shown->sort(SessionTableModel::Age);
        for (const int passed : {0, 400, 700}) {
            m_table->setSessions({older, younger}, Now.addMSecs(passed));
            QCOMPARE(m_shown->index(0, SessionTableModel::Id).data().toString(), u"younger"_s);
        }
    }

    void unknownSizeIsNotZero()
    {
        m_table->setSessions({sandbox(u"a"_s)}, Now);
        const SessionKey key = m_table->row(0).key();
        QCOMPARE(cell(0, SessionTableModel::Size), QString());
        m_table->setSize(key, fail(FaultKind::Denied, u"no"_s));
        QCOMPARE(cell(0, SessionTableModel::Size), u"unknown"_s);
        QVERIFY(!m_table->index(0, SessionTableModel::Size).data(SortRole).isValid());
        m_table->setSize(key, DiskUse {.bytes = 1536, .isComplete = false});
        QCOMPARE(cell(0, SessionTableModel::Size), u"over 1.5 KiB"_s);
        // It outlives a listing, but not the sandbox.
        m_table->setSessions({sandbox(u"a"_s)}, Now);
        QCOMPARE(cell(0, SessionTableModel::Size), u"over 1.5 KiB"_s);
        m_table->setClosed(key);
        QCOMPARE(cell(0, SessionTableModel::Size), QString());
    }

    void costColumnComesAndGoes()
    {
        m_table->setSessions({sandbox(u"a"_s), sandbox(u"b"_s)}, Now);
        const int without = m_table->columnCount();
        SessionInfo dear = sandbox(u"b"_s);
        dear.cost = 1.25;
        m_table->setSessions({sandbox(u"a"_s), dear}, Now);
        QCOMPARE(m_table->columnCount(), without + 1);
        QCOMPARE(optionalCell(0, SessionTableModel::Cost), u"unknown"_s);
        QVERIFY(optionalCell(1, SessionTableModel::Cost).contains(u"1.25"_s));
        m_table->setSessions({sandbox(u"a"_s)}, Now);
        QCOMPARE(m_table->columnCount(), without);
    }

    void columnsOfContainersComeAndGoOneByOne()
    {
        SessionInfo box = sandbox(u"b"_s);
        box.cost = 0.5;
        m_table->setSessions({sandbox(u"a"_s), box}, Now);
        const QSignalSpy resets(m_table.get(), &QAbstractItemModel::modelReset);
        box.image = u"python:3"_s;
        box.status = u"exited (137), out of memory"_s;
        box.cpu = 1.25;
        box.memory = 3 * 1024 * 1024;
        box.memoryLimit = 64 * 1024 * 1024;
        m_table->setSessions({sandbox(u"a"_s), box}, Now);
        using enum SessionTableModel::Column;
        QCOMPARE(optionalColumns(), (QList<SessionTableModel::Column> {Cpu, Memory, Image, Status, Cost}));
        QCOMPARE(optionalCell(1, Status), u"exited (137), out of memory"_s);
        QCOMPARE(optionalCell(1, Cpu), QLocale().toString(1.25, 'f', 2));
        QCOMPARE(optionalCell(0, Memory), QString());
        QVERIFY(m_table->index(1, sectionOf(Memory)).data(Qt::ToolTipRole).toString().contains(u"64.0 MiB"_s));
        m_shown->setFilter({.text = u"out of mem"_s});
        QCOMPARE(ids(*m_shown), QStringList {u"b"_s});
        m_shown->setFilter({});
        m_shown->sort(sectionOf(Cpu));
        box.cpu.reset();
        box.memory.reset();
        m_table->setSessions({sandbox(u"a"_s), box}, Now);
        QCOMPARE(optionalColumns(), (QList<SessionTableModel::Column> {Image, Status, Cost}));
        m_table->setSessions({sandbox(u"a"_s)}, Now);
        QCOMPARE(optionalColumns(), QList<SessionTableModel::Column>());
        QCOMPARE(resets.size(), 0);
    }

    void L6_rowsOfABackendThatDoesNotAnswerStay()
    {
        m_table->setSessions({sandbox(u"a"_s), sandbox(u"b"_s)}, Now);
        SessionInfo unreachable = sandbox(u"a"_s);
        unreachable.problem = u"no answer"_s;
        m_table->setSessions({unreachable, sandbox(u"b"_s)}, Now.addSecs(12));
        QCOMPARE(cell(0, SessionTableModel::Note), u"listed 12 s ago: no answer"_s);
        QVERIFY(m_table->index(0, 0).data(UnlistedRole).toBool());
        QVERIFY(!m_table->index(1, 0).data(UnlistedRole).toBool());
        m_table->setUnlisted(u"the journal is locked"_s);
        QCOMPARE(m_table->rowCount(), 2);
        QVERIFY(m_table->index(1, 0).data(UnlistedRole).toBool());
        QCOMPARE(m_table->index(1, 0).data(ProblemRole).toString(), u"the journal is locked"_s);
        m_table->setSessions({sandbox(u"a"_s), sandbox(u"b"_s)}, Now.addSecs(20));
        QVERIFY(!m_table->index(0, 0).data(UnlistedRole).toBool());
        QCOMPARE(cell(0, SessionTableModel::Note), QString());
    }

    void activityOutlivesListings()
    {
        m_table->setSessions({sandbox(u"a"_s), staleSession(u"s"_s)}, Now);
        const SessionKey a = m_table->row(0).key();
        QCOMPARE(cell(1, SessionTableModel::State), u"open, stale"_s);
        QCOMPARE(cell(1, SessionTableModel::Note), u"its program has ended"_s);
        m_table->setActivity(a, SessionActivity::WillClose);
        m_table->setUntilDone(8s);
        m_table->setSessions({sandbox(u"a"_s), staleSession(u"s"_s)}, Now);
        QCOMPARE(cell(0, SessionTableModel::State), u"closing in 8 s"_s);
        m_table->setActivity(a, SessionActivity::CloseFailed, u"in use"_s);
        m_table->setSessions({sandbox(u"a"_s)}, Now);
        QCOMPARE(cell(0, SessionTableModel::State), u"close failed"_s);
        QCOMPARE(cell(0, SessionTableModel::Note), u"in use"_s);
        QVERIFY(canClose(m_table->row(0)));
        // Somebody else has closed it meanwhile.
        SessionInfo closed = sandbox(u"a"_s);
        closed.state = SessionState::Closed;
        m_table->setSessions({closed}, Now);
        QCOMPARE(cell(0, SessionTableModel::State), u"closed"_s);
        QVERIFY(canDelete(m_table->row(0)));
    }

    void hostileNamesAreShownHarmless_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("O6 NUL") << QString(u"a\0b"_s);
        QTest::newRow("line ends") << u"a\nb"_s;
        QTest::newRow("W9 colon") << u"a:b:c"_s;
        QTest::newRow("W8 unicode") << u"~/测试/ação d'été $(x)"_s;
        QTest::newRow("turned around") << u"a\u202Eb"_s;
        QTest::newRow("markup") << u"<b>bold</b>"_s;
    }

    void hostileNamesAreShownHarmless()
    {
        QFETCH(const QString, id);
        m_table->setSessions({sandbox(id)}, Now);
        const QString shown = cell(0, SessionTableModel::Id);
        QVERIFY(!shown.contains(u'\n') && !shown.contains(QChar(0)) && !shown.contains(u'\u202E'));
        QCOMPARE(m_table->row(0).key().address().id, id);
        QVERIFY(!summaryText(m_table->row(0)).contains(u'\n'));
    }

    void filters_data()
    {
        QTest::addColumn<SessionFilter>("filter");
        QTest::addColumn<QStringList>("shown");
        using Ownership = SessionFilter::Ownership;
        const QStringList all {u"closed"_s, u"mine"_s, u"other"_s, u"stale"_s};
        QTest::newRow("nothing") << SessionFilter {} << all;
        QTest::newRow("text") << SessionFilter {.text = u"STA"_s} << QStringList {u"stale"_s};
        QTest::newRow("text in the owner") << SessionFilter {.text = u"hermesctl"_s} << QStringList {u"other"_s};
        QTest::newRow("text in the reason") << SessionFilter {.text = u"has ended"_s} << QStringList {u"stale"_s};
        QTest::newRow("state") << SessionFilter {.state = SessionState::Closed} << QStringList {u"closed"_s};
        QTest::newRow("kind") << SessionFilter {.kind = SessionKind::Session} << QStringList {u"stale"_s};
        QTest::newRow("backend") << SessionFilter {.backend = u"docker"_s} << QStringList {u"other"_s};
        QTest::newRow("stale") << SessionFilter {.isStaleOnly = true} << QStringList {u"stale"_s};
        QTest::newRow("mine") << SessionFilter {.owner = Ownership::Mine} << QStringList {u"mine"_s};
        QTest::newRow("others") << SessionFilter {.owner = Ownership::Others} << QStringList {u"other"_s};
        QTest::newRow("nobody's") << SessionFilter {.owner = Ownership::Nobody} << QStringList {u"closed"_s, u"stale"_s};
        QTest::newRow("both") << SessionFilter {.text = u"s"_s, .state = SessionState::Open, .isStaleOnly = true}
                              << QStringList {u"stale"_s};
    }

    void filters()
    {
        QFETCH(const SessionFilter, filter);
        QFETCH(const QStringList, shown);
        const QList<SessionInfo> all = fourKinds();
        m_table->setSessions(all, Now);
        m_shown->sort(SessionTableModel::Id);
        m_shown->setFilter(filter);
        QCOMPARE(ids(*m_shown), shown);
        // It holds for what comes later, too.
        m_table->setSessions({}, Now);
        m_table->setSessions(all, Now);
        QCOMPARE(ids(*m_shown), shown);
        m_shown->setFilter({});
        QCOMPARE(m_shown->rowCount(), 4);
    }

    void sortsByValue()
    {
        QList<SessionInfo> list;
        for (const int hours : {30, 2, 100}) {
            SessionInfo info = sandbox(QString::number(hours));
            info.created = Now.addSecs(-3600 * hours);
            list.append(info);
        }
        m_table->setSessions(list, Now);
        m_shown->sort(SessionTableModel::Age);
        QCOMPARE(ids(*m_shown), (QStringList {u"2"_s, u"30"_s, u"100"_s}));
        m_table->setSize(m_table->row(0).key(), DiskUse {.bytes = 5000});
        m_table->setSize(m_table->row(1).key(), DiskUse {.bytes = 20'000'000});
        // What is not known comes last in either order.
        m_shown->sort(SessionTableModel::Size, Qt::DescendingOrder);
        QCOMPARE(ids(*m_shown), (QStringList {u"2"_s, u"30"_s, u"100"_s}));
        m_shown->sort(SessionTableModel::Size);
        QCOMPARE(ids(*m_shown), (QStringList {u"30"_s, u"2"_s, u"100"_s}));
        for (int column = 0; column < m_shown->columnCount(); ++column)
            m_shown->sort(column, Qt::DescendingOrder);
    }

    void summaryNamesWhatIsLost()
    {
        m_table->setSessions(fourKinds(), Now);
        m_table->setSize(m_table->row(1).key(), DiskUse {.bytes = 2048});
        const QString text = summaryText(m_table->row(1));
        QVERIFY2(text.contains(u"other"_s) && text.contains(u"open"_s) && text.contains(u"docker"_s) && text.contains(u"2.0 KiB"_s)
                     && text.contains(u"hermesctl (process 4)"_s),
                 qUtf8Printable(text));
    }

private:
    [[nodiscard]] static QList<SessionInfo> fourKinds()
    {
        SessionInfo mine = sandbox(u"mine"_s);
        mine.owner = u"hermes-panel (process 3)"_s;
        mine.isOwn = true;
        SessionInfo other = sandbox(u"other"_s);
        other.backend = u"docker"_s;
        other.owner = u"hermesctl (process 4)"_s;
        SessionInfo closed = sandbox(u"closed"_s);
        closed.state = SessionState::Closed;
        return {mine, other, closed, staleSession(u"stale"_s)};
    }

    [[nodiscard]] QString cell(int row, int column) const { return m_table->index(row, column).data().toString(); }

    [[nodiscard]] QList<SessionTableModel::Column> optionalColumns() const
    {
        QList<SessionTableModel::Column> list;
        for (int section = SessionTableModel::Note + 1; section < m_table->columnCount(); ++section)
            list.append(m_table->columnAt(section));
        return list;
    }

    [[nodiscard]] int sectionOf(SessionTableModel::Column column) const
    {
        return SessionTableModel::Note + 1 + int(optionalColumns().indexOf(column));
    }

    [[nodiscard]] QString optionalCell(int row, SessionTableModel::Column column) const { return cell(row, sectionOf(column)); }

    [[nodiscard]] static QStringList ids(const QAbstractItemModel &model)
    {
        QStringList texts;
        for (int row = 0; row < model.rowCount(); ++row)
            texts.append(model.index(row, SessionTableModel::Id).data().toString());
        return texts;
    }

    std::unique_ptr<SessionTableModel> m_table;
    std::unique_ptr<SessionFilterModel> m_shown;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    std::unique_ptr<QAbstractItemModelTester> m_shownTester;
};

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::SessionTableModelTest)
#include "tst_sessiontablemodel.moc"
