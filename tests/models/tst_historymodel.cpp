// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/history/historymodel.h"
#include "models/history/launchtext.h"
#include "models/roles.h"
#include "tests/models/launchfixture.h"

#include "backends/engine/journal/journalfile.h"
#include "backends/engine/journal/sqlconnection.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace hermes {

class HistoryModelTest final : public LaunchFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        open();
        m_world->answer = [](const RunRequest &request) {
            return test::FakeAnswer::exited(request.snippet.code == "echo 3" ? 1 : 0);
        };
        m_model = std::make_unique<HistoryModel>(m_engine.get());
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
        close();
    }

    void timesOfThisYearGoWithoutIt()
    {
        const QDateTime now = QDateTime::currentDateTime();
        const QDateTime before = now.addYears(-1);
        const QString year = QString::number(now.date().year());
        QVERIFY(launchTimeText(now).contains(year));
        const QString narrow = launchTimeText(now, TimeLength::Column);
        QVERIFY2(!narrow.contains(year) && narrow.contains(QLocale().toString(now.date(), u"d MMM"_s)), qPrintable(narrow));
        QCOMPARE_EQ(launchTimeText(before, TimeLength::Column), launchTimeText(before));
    }

    void showsNewestFirst()
    {
        QVERIFY(!m_model->isLoaded());
        m_model->refresh();
        QTRY_VERIFY(m_model->isLoaded());
        QCOMPARE_EQ(m_model->rowCount(), 0);
        run(sweep(u"first"_s, u"1:4"_s));
        const LaunchId second = run(sweep({}, u"1,2"_s));
        m_model->refresh();
        QTRY_COMPARE(m_model->rowCount(), 2);
        QCOMPARE_EQ(texts(0), (QStringList {u"echo {{n}}"_s, u"sweep"_s, u"fake"_s, u"done"_s, u"2"_s, u"2"_s, {}, {}, {}}));
        QCOMPARE_EQ(texts(1),
                    (QStringList {u"first"_s, u"sweep"_s, u"fake"_s, u"done, failures"_s, u"4"_s, u"3"_s, u"1"_s, {}, {}}));
        QCOMPARE_EQ(m_model->rowOf(second), 0);
        QCOMPARE_EQ(m_model->rowOf(4711), -1);
        QCOMPARE_EQ(m_model->index(0, 0).data(IndexRole).toLongLong(), second);
        QCOMPARE_EQ(m_model->index(1, 0).data(StateRole).toInt(), int(RunState::Failed));
        QCOMPARE_EQ(m_model->index(0, 0).data(StateRole).toInt(), int(RunState::Ok));
    }

    void staysInPlaceWhenSomethingNewComes()
    {
        const LaunchId first = run(sweep(u"a"_s, u"1"_s));
        m_model->refresh();
        QTRY_COMPARE(m_model->rowCount(), 1);
        const QPersistentModelIndex kept = m_model->index(0, 0);
        QSignalSpy resets(m_model.get(), &QAbstractItemModel::modelReset);
        QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
        run(sweep(u"b"_s, u"1"_s));
        run(sweep(u"c"_s, u"1"_s));
        m_model->refresh();
        QTRY_COMPARE(m_model->rowCount(), 3);
        QCOMPARE_EQ(resets.size(), 0);
        QCOMPARE_EQ(inserted.size(), 1);
        QCOMPARE_EQ(kept.row(), 2);
        QCOMPARE_EQ(kept.data(IndexRole).toLongLong(), first);
        // Nothing new changes nothing.
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        QSignalSpy loading(m_model.get(), &HistoryModel::loadingChanged);
        m_model->refresh();
        QTRY_COMPARE(loading.size(), 2);
        QCOMPARE_EQ(changed.size(), 0);
    }

    void followsARunningLaunch()
    {
        m_world->answer = [](const RunRequest &) { return std::nullopt; };
        LaunchSpec spec = sweep(u"long"_s, u"1:3"_s);
        spec.concurrency = 3;
        const LaunchId id = launch(std::move(spec)).id;
        m_model->setWatching(true);
        QTRY_COMPARE(m_model->rowCount(), 1);
        QCOMPARE_EQ(m_model->index(0, HistoryModel::State).data().toString(), u"running"_s);
        QVERIFY(m_world->waitForRunning(3));
        QVERIFY(m_world->finish(test::FakeAnswer::exited(0)));
        QTRY_COMPARE(m_model->index(0, HistoryModel::Ok).data().toString(), u"1"_s);
        QVERIFY(m_world->finish(test::FakeAnswer::exited(0)) && m_world->finish(test::FakeAnswer::exited(4)));
        QVERIFY(waitForStoredEnd(id));
        // By the journal's own word, without anybody asking.
        QTRY_COMPARE(m_model->index(0, HistoryModel::State).data().toString(), u"done, failures"_s);
        QCOMPARE_EQ(m_model->index(0, HistoryModel::Missing).data().toString(), QString());
        QCOMPARE_EQ(m_model->index(0, HistoryModel::Failed).data().toString(), u"1"_s);
        QVERIFY(!m_model->index(0, HistoryModel::Duration).data().toString().isEmpty());
        m_model->setWatching(false);
    }

    void hidesWhatIsDeleted()
    {
        const LaunchId first = run(sweep(u"a"_s, u"1"_s));
        const LaunchId second = run(sweep(u"b"_s, u"1"_s));
        m_model->refresh();
        QTRY_COMPARE(m_model->rowCount(), 2);
        m_model->hide({second});
        QCOMPARE_EQ(m_model->rowCount(), 1);
        m_model->refresh();
        QTRY_VERIFY(!m_model->isLoading());
        QCOMPARE_EQ(m_model->rowCount(), 1);
        m_model->unhide({second});
        QTRY_COMPARE(m_model->rowCount(), 2);
        QFuture<Result<>> deleted = m_engine->deleteLaunch(first);
        QTRY_VERIFY(deleted.isFinished());
        m_model->refresh();
        QTRY_COMPARE(m_model->rowCount(), 1);
        QCOMPARE_EQ(m_model->record(0).id, second);
    }

    void filters()
    {
        run(sweep(u"alpha"_s, u"1"_s));
        run(sweep(u"beta"_s, u"0.25,0.5"_s));
        m_model->refresh();
        QTRY_COMPARE(m_model->rowCount(), 2);
        QSignalSpy loading(m_model.get(), &HistoryModel::loadingChanged);
        // As fast as somebody types: only the last one counts.
        m_model->setFilter({.text = u"a"_s});
        m_model->setFilter({.text = u"nothing"_s});
        m_model->setFilter({.text = u"0.25"_s});
        QVERIFY(m_model->isLoading());
        QTRY_COMPARE(m_model->rowCount(), 1);
        QTRY_VERIFY(!m_model->isLoading());
        QCOMPARE_EQ(m_model->record(0).name, u"beta"_s);
        m_model->setFilter({.text = u"nothing"_s});
        QTRY_COMPARE(m_model->rowCount(), 0);
        QVERIFY(m_model->isLoaded());
        m_model->setFilter({});
        QTRY_COMPARE(m_model->rowCount(), 2);
    }

    void dropsTheAnswerToAnEarlierQuestion()
    {
        run(sweep(u"alpha"_s, u"1"_s));
        m_model->refresh();
        m_model->setFilter({.text = u"nothing"_s});
        m_model->refresh();
        QTRY_VERIFY(m_model->isLoaded() && !m_model->isLoading());
        QCOMPARE_EQ(m_model->rowCount(), 0);
    }

    void fetchesMore()
    {
        run(sweep(u"a"_s, u"1"_s));
        const auto connection = SqlConnection::open(journalPath(m_state->path()), SqlConnection::Access::ReadWrite);
        QVERIFY((*connection)->run(uR"(WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
            INSERT INTO launches(id, kind, state, name, backend, language, count, created_at, beginning, code)
            SELECT i, 'run', 'done', 'n' || i, 'fake', 'shell', 1, created_at, 'x', 'x' FROM n, launches WHERE id = 1)"_s));
        m_model->refresh();
        QTRY_COMPARE(m_model->rowCount(), 200);
        QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
        QVERIFY(m_model->canFetchMore({}));
        m_model->fetchMore({});
        QTRY_COMPARE(m_model->rowCount(), 400);
        m_model->fetchMore({});
        QTRY_COMPARE(m_model->rowCount(), 450);
        QCOMPARE_EQ(inserted.size(), 2);
        QVERIFY(!m_model->canFetchMore({}));
        QCOMPARE_EQ(m_model->record(449).name, u"a"_s);
        // What was loaded stays loaded.
        m_model->refresh();
        QTRY_VERIFY(!m_model->isLoading());
        QCOMPARE_EQ(m_model->rowCount(), 450);
    }

    void sayWhatALaunchIs()
    {
        LaunchRecord record {
            .kind = LaunchKind::Sweep, .backend = u"docker"_s, .code = "# about\n\n  import x\x1b[31m\n", .count = 9};
        QCOMPARE_EQ(launchTitle(record), u"import x␛[31m"_s);
        QCOMPARE_EQ(launchPlaceText(record), u"docker"_s);
        record.profile = u"gpu"_s;
        QCOMPARE_EQ(launchPlaceText(record), u"docker · gpu"_s);
        record.code = "# only this";
        QCOMPARE_EQ(launchTitle(record), u"# only this"_s);
        record.counts = {.succeeded = 2, .failed = 1, .signalled = 1, .cancelled = 1, .infrastructure = 1, .lost = 1};
        record.state = LaunchState::Interrupted;
        QCOMPARE_EQ(resumableCount(record), 5);
        QCOMPARE_EQ(launchCountsText(record),
                    u"5 of 9 finished · 2 ok · 1 failed · 1 signalled · 1 infrastructure · 1 cancelled · "
                    u"3 not run · 1 of them lost"_s);
        QVERIFY(!launchDuration(record));
        record.kind = LaunchKind::Session;
        QCOMPARE_EQ(resumableCount(record), 0);
        for (const LaunchState state : {LaunchState::Running, LaunchState::Done, LaunchState::Cancelled, LaunchState::Stopped,
                                        LaunchState::Failed, LaunchState::Interrupted})
            QVERIFY(!launchStateWord(state).isEmpty());
    }

private:
    /// Without times, which are never the same.
    [[nodiscard]] QStringList texts(int row) const
    {
        QStringList cells;
        for (const int column :
             {HistoryModel::Name, HistoryModel::Kind, HistoryModel::Backend, HistoryModel::State, HistoryModel::Candidates,
              HistoryModel::Ok, HistoryModel::Failed, HistoryModel::Infrastructure, HistoryModel::RerunOf})
            cells += m_model->index(row, column).data().toString();
        return cells;
    }

    std::unique_ptr<HistoryModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace hermes

QTEST_MAIN(hermes::HistoryModelTest)
#include "tst_historymodel.moc"
