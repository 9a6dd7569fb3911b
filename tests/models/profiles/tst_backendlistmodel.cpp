// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/profiles/backendlistmodel.h"
#include "models/profiles/checkstepsmodel.h"
#include "tests/models/profiles/profilefolder.h"
#include "tests/support/fakebackend.h"
#include "tests/support/richkind.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;

namespace {

const BackendName Rich {.backend = u"rich"_s};
const BackendName Box {.backend = u"rich"_s, .profile = u"box"_s};

const QByteArray Sample = "[profile.box]\nbackend = \"wealthy\"\nhost = \"a\"\n"
                          "[profile.odd]\nbackend = \"future\"\n"
                          "[profile.bad]\nbackend = \"rich\"\nworkers = 100\n"
                          "[profile.f]\nbackend = \"fake\"\n";

} // namespace

class BackendListModelTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_folder = std::make_unique<ProfileFolder>();
        m_world = std::make_shared<RichWorld>();
        auto engine = Engine::open({.stateFolder = m_folder->folder() + u"/state"_s, .program = u"test"_s});
        QVERIFY(engine);
        m_engine = std::move(*engine);
        m_engine->addKind(fakeKind(std::make_shared<FakeWorld>()));
        m_engine->addKind(richKind(m_world));
    }

    void cleanup()
    {
        m_list.reset();
        m_tests.reset();
        m_store.reset();
        m_engine.reset();
    }

    void listsKindsAndTheirProfiles()
    {
        open(Sample);
        QCOMPARE_EQ(titles(), (QStringList {u"Fake"_s, u"f"_s, u"Rich backend"_s, u"box"_s, u"bad"_s, u"odd"_s}));
        QCOMPARE_EQ(m_list->nameOf(3), Box);
        QCOMPARE_EQ(m_list->rowOf({.backend = u"rich"_s, .profile = u"f"_s}), -1);
        QCOMPARE_EQ(text(3, BackendListModel::KindTitleRole), u"Rich backend"_s);
        QCOMPARE_EQ(text(3, BackendListModel::IsolationRole), u"container"_s);
        QCOMPARE_EQ(text(3, BackendListModel::ProblemRole), QString());
        QCOMPARE_EQ(text(3, BackendListModel::TestTextRole), u"not tested yet"_s);
        QVERIFY(text(4, BackendListModel::ProblemRole).contains("from 1 to 64"_L1));
        QVERIFY(text(4, BackendListModel::ProblemRole).startsWith("profiles.toml, line 8"_L1, Qt::CaseInsensitive));
        QVERIFY(text(5, BackendListModel::ProblemRole).contains("Unknown backend \"future\""_L1));
        QCOMPARE_EQ(text(5, BackendListModel::KindTitleRole), u"future"_s);
    }

    void changesStayInPlace()
    {
        open(Sample);
        const QSignalSpy resets(m_list.get(), &QAbstractItemModel::modelReset);
        const QSignalSpy changes(m_list.get(), &QAbstractItemModel::dataChanged);
        const QPersistentModelIndex box = m_list->index(3);
        QVERIFY(m_folder->write("[profile.new]\nbackend = \"fake\"\n[profile.bad]\nbackend = \"rich\"\nworkers = 10\n"
                                + Sample.first(Sample.indexOf("[profile.odd]"))));
        QTRY_COMPARE_EQ(titles(), (QStringList {u"Fake"_s, u"new"_s, u"Rich backend"_s, u"bad"_s, u"box"_s}));
        QVERIFY(box.isValid());
        QCOMPARE_EQ(box.row(), 4);
        QCOMPARE_EQ(changes.size(), 1); // the bad one is good now
        QCOMPARE_EQ(resets.size(), 0);
    }

    void hidesAndKeeps()
    {
        open(Sample);
        m_list->setHidden({u"box"_s});
        QCOMPARE_EQ(m_list->rowOf(Box), -1);
        m_list->setHidden({});
        m_list->setUnsaved({Box});
        QVERIFY(m_list->index(m_list->rowOf(Box)).data(BackendListModel::UnsavedRole).toBool());
        QVERIFY(m_folder->write("# nothing\n"));
        QTRY_COMPARE_EQ(titles(), (QStringList {u"Fake"_s, u"Rich backend"_s, u"box"_s}));
        QVERIFY(text(2, BackendListModel::ProblemRole).contains("not in the profile file any more"_L1));
        m_list->setUnsaved({});
        QCOMPARE_EQ(titles(), (QStringList {u"Fake"_s, u"Rich backend"_s}));
    }

    void remembersTests()
    {
        open(Sample);
        const Settings settings = *settingsInForce(richKind().schema, m_store->profiles(), u"box"_s);
        m_tests->start(Box, settings);
        QCOMPARE_EQ(text(3, BackendListModel::TestTextRole), u"testing…"_s);
        QTRY_COMPARE_EQ(m_tests->test(Box).state, ConnectionTest::State::Passed);
        QVERIFY(text(3, BackendListModel::TestTextRole).startsWith("passed at "_L1));
        QVERIFY(!text(3, BackendListModel::TestTextRole).contains("other settings"_L1));
        QCOMPARE_EQ(m_tests->test(Rich).state, ConnectionTest::State::Untested);
        QVERIFY(m_folder->write(QByteArray(Sample).replace("\"a\"", "\"nowhere\"")));
        QTRY_VERIFY(text(3, BackendListModel::TestTextRole).contains("other settings"_L1));
        m_tests->start(Box, *settingsInForce(richKind().schema, m_store->profiles(), u"box"_s));
        QTRY_COMPARE_EQ(m_tests->test(Box).state, ConnectionTest::State::Failed);
        QVERIFY(text(3, BackendListModel::TestTextRole).startsWith("failed: log in (at "_L1));
        m_tests->rename(Box, Rich);
        QCOMPARE_EQ(m_tests->test(Rich).state, ConnectionTest::State::Failed);
        QCOMPARE_EQ(m_tests->test(Box).state, ConnectionTest::State::Untested);
    }

    void showsStepsAsTheyCome()
    {
        open(Sample);
        CheckStepsModel steps;
        const QAbstractItemModelTester tester(&steps, QAbstractItemModelTester::FailureReportingMode::QtTest);
        connect(m_tests.get(), &ConnectionTests::changed, &steps, [&] { steps.show(m_tests->test(Box)); });
        const QSignalSpy resets(&steps, &QAbstractItemModel::modelReset);
        m_world->hold();
        m_tests->start(Box, Settings(u"rich"_s));
        QCOMPARE_EQ(steps.rowCount(), 1);
        QTRY_COMPARE_EQ(steps.rowCount(), 2);
        QCOMPARE_EQ(stateOf(steps, 0), CheckStepsModel::StepState::Passed);
        QCOMPARE_EQ(stateOf(steps, 1), CheckStepsModel::StepState::Running);
        QCOMPARE_EQ(steps.index(0, CheckStepsModel::StepColumn).data().toString(), u"reach"_s);
        QCOMPARE_EQ(steps.index(0, CheckStepsModel::TimeColumn).data().toString(), u"0.012 s"_s);
        // A second one of the same backend waits for nobody, it is not begun.
        m_tests->start(Box, Settings(u"rich"_s));
        m_tests->cancel(Box);
        QCOMPARE_EQ(m_tests->test(Box).state, ConnectionTest::State::Stopping);
        QTRY_COMPARE_EQ(m_tests->test(Box).state, ConnectionTest::State::Cancelled);
        QCOMPARE_EQ(steps.rowCount(), 2);
        QCOMPARE_EQ(stateOf(steps, 1), CheckStepsModel::StepState::Cancelled);
        m_world->letGo();
        m_tests->start(Box, Settings(u"rich"_s));
        QCOMPARE_EQ(steps.rowCount(), 1);
        QTRY_COMPARE_EQ(m_tests->test(Box).state, ConnectionTest::State::Passed);
        QCOMPARE_EQ(steps.index(1, CheckStepsModel::FoundColumn).data().toString(), u"as me"_s);
        QCOMPARE_EQ(resets.size(), 0);
    }

    void aTestDoesNotOutliveItsListener()
    {
        open(Sample);
        m_world->hold();
        m_tests->start(Box, Settings(u"rich"_s));
        m_list.reset();
        m_tests.reset();
        // The engine's end waits for what it runs: it was told to stop.
        QVERIFY(m_engine->shutdown());
    }

private:
    void open(const QByteArray &text)
    {
        QVERIFY(m_folder->write(text));
        m_store = std::make_unique<ProfileStore>(m_folder->path());
        m_tests = std::make_unique<ConnectionTests>(m_engine.get());
        m_list = std::make_unique<BackendListModel>(m_engine.get(), m_store.get(), m_tests.get());
        new QAbstractItemModelTester(m_list.get(), QAbstractItemModelTester::FailureReportingMode::QtTest, m_list.get());
        QCOMPARE_EQ(titles(), (QStringList {u"Fake"_s, u"Rich backend"_s}));
        QTRY_VERIFY(m_store->isLoaded());
    }

    [[nodiscard]] QStringList titles() const
    {
        QStringList titles;
        for (int row = 0; row < m_list->rowCount(); ++row)
            titles.append(m_list->index(row).data().toString());
        return titles;
    }

    [[nodiscard]] QString text(int row, int role) const { return m_list->index(row).data(role).toString(); }

    [[nodiscard]] static CheckStepsModel::StepState stateOf(const CheckStepsModel &steps, int row)
    {
        return CheckStepsModel::StepState(steps.index(row, 0).data(CheckStepsModel::StepStateRole).toInt());
    }

    std::unique_ptr<ProfileFolder> m_folder;
    std::shared_ptr<RichWorld> m_world;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<ProfileStore> m_store;
    std::unique_ptr<ConnectionTests> m_tests;
    std::unique_ptr<BackendListModel> m_list;
};

QTEST_MAIN(BackendListModelTest)
#include "tst_backendlistmodel.moc"
