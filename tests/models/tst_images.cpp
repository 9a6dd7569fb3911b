// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/engine.h"
#include "models/images/findingtablemodel.h"
#include "models/images/imagejobs.h"
#include "models/roles.h"
#include "tests/support/imagekind.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
const ImageEntry Busybox {.id = u"sha256:aaaaaaaaaaaaaaaa"_s,
                          .names = {u"busybox:1"_s, u"localhost:5000/team/box"_s},
                          .bytes = 2'000'000,
                          .created = QDateTime::fromSecsSinceEpoch(1'767'225'600),
                          .usedBy = {u"one"_s, u"two"_s}};
const ImageEntry Python {.id = u"sha256:bb"_s, .names = {u"python@sha256:0123"_s}, .bytes = 50'000'000};
const ImageEntry Nameless {.id = u"sha256:cc"_s, .bytes = 7};
} // namespace

class ImagesTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_state = std::make_unique<QTemporaryDir>();
        auto engine = Engine::open({.stateFolder = m_state->path(), .program = u"test"_s});
        QVERIFY(engine);
        m_engine = std::move(*engine);
        m_world = std::make_shared<test::ImageWorld>();
        m_world->setImages({Busybox, Python, Nameless});
        m_engine->addKind(test::imageKind(m_world));
        m_jobs = std::make_unique<ImageJobs>(m_engine.get());
        m_tester = std::make_unique<QAbstractItemModelTester>(m_jobs->images(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    void cleanup()
    {
        m_tester.reset();
        m_jobs.reset();
        m_engine.reset();
    }

    void rows()
    {
        ImageTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setImages({Busybox, Python, Nameless});
        QCOMPARE(texts(model, ImageTableModel::Name),
                 (QStringList {u"(no name)"_s, u"busybox"_s, u"localhost:5000/team/box"_s, u"python"_s}));
        QCOMPARE(texts(model, ImageTableModel::Tag), (QStringList {QString(), u"1"_s, QString(), u"sha256:0123"_s}));
        QCOMPARE(texts(model, ImageTableModel::Id).at(1), u"aaaaaaaaaaaa"_s);
        QCOMPARE(texts(model, ImageTableModel::InUse).at(1), u"one, two"_s);
        QCOMPARE(model.row(0).reference, u"sha256:cc"_s);
        QStringList titles;
        for (int column = 0; column < model.columnCount(); ++column)
            titles.append(model.headerData(column, Qt::Horizontal).toString());
        QCOMPARE(titles, (QStringList {u"Name"_s, u"Tag"_s, u"Id"_s, u"Size"_s, u"Created"_s, u"In use"_s}));
    }

    void selectionStays()
    {
        ImageTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setImages({Busybox, Python});
        const QPersistentModelIndex python(model.index(model.rowOf(u"python@sha256:0123"_s), 0));
        model.sort(ImageTableModel::Size, Qt::DescendingOrder);
        QCOMPARE(python.row(), 0);
        ImageEntry grown = Python;
        grown.bytes = 1;
        model.setImages({Nameless, grown});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.row(python.row()).reference, u"python@sha256:0123"_s);
        model.setImages({});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!python.isValid());
    }

    void findings()
    {
        FindingTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show({.image = u"a"_s,
                    .imageId = u"b"_s,
                    .when = QDateTime::fromSecsSinceEpoch(1'767'225'600),
                    .findings = {{.id = u"CVE-1"_s, .package = u"p"_s, .installed = u"1"_s, .severity = Severity::Critical},
                                 {.id = u"CVE-2"_s, .severity = Severity::Low, .title = u"a\nb\x1b[31m"_s}}});
        QCOMPARE(texts(model, FindingTableModel::Severity), (QStringList {u"critical"_s, u"low"_s}));
        QCOMPARE(texts(model, FindingTableModel::FixedIn).at(0), u"not yet"_s);
        QVERIFY(!texts(model, FindingTableModel::Title).at(1).contains(u'\n'));
        QVERIFY(!texts(model, FindingTableModel::Title).at(1).contains(u'\x1b'));
        QCOMPARE(model.index(0, 0).data(SortRole).toInt(), int(Severity::Critical));
        QVERIFY(scanText(model.scan()).endsWith("1 critical, 1 low"_L1));
        QVERIFY(scanText({}).endsWith("nothing was found"_L1));
    }

    void lists()
    {
        QCOMPARE(m_jobs->phase(), ImageJobs::Phase::Nothing);
        m_jobs->show(Settings(u"imaged"_s));
        QCOMPARE(m_jobs->phase(), ImageJobs::Phase::Loading);
        QTRY_COMPARE(m_jobs->phase(), ImageJobs::Phase::Shown);
        QCOMPARE(m_jobs->images()->rowCount(), 4);
        m_world->outcome = [](const QString &, const QString &) { return fail(FaultKind::Unreachable, u"no daemon"_s); };
        m_jobs->refresh();
        QTRY_COMPARE(m_jobs->phase(), ImageJobs::Phase::Failed);
        QCOMPARE(m_jobs->fault()->what, u"no daemon"_s);
        QCOMPARE(m_jobs->images()->rowCount(), 0);
        m_jobs->showNothing();
        QCOMPARE(m_jobs->phase(), ImageJobs::Phase::Nothing);
    }

    void theBackendOfBeforeIsNoNews()
    {
        m_world->hold(u"list"_s);
        m_jobs->show(Settings(u"imaged"_s));
        m_jobs->showNothing();
        m_world->letGo();
        QSignalSpy changed(m_jobs.get(), &ImageJobs::listChanged);
        QVERIFY(!changed.wait(200));
        QCOMPARE(m_jobs->phase(), ImageJobs::Phase::Nothing);
    }

    void pullsAndCancels()
    {
        open();
        QSignalSpy finished(m_jobs.get(), &ImageJobs::finished);
        m_world->hold(u"pull"_s);
        m_jobs->pull(u"a:1"_s);
        QVERIFY(m_jobs->isActive() && !m_jobs->isBuilding());
        QTRY_COMPARE(m_jobs->text(), u"Pulling a:1: Downloading, 45 %"_s);
        m_jobs->pull(u"b:1"_s); // one after another
        m_jobs->cancel();
        QVERIFY(m_jobs->isStopping());
        QTRY_COMPARE(finished.size(), 1);
        QCOMPARE(report(finished).fault->kind, FaultKind::Cancelled);
        QVERIFY(!m_jobs->isActive());
        m_world->letGo();
        m_jobs->pull(u"b:1"_s);
        QTRY_COMPARE(finished.size(), 2);
        QCOMPARE(report(finished).done, u"b:1 was pulled."_s);
        QCOMPARE(m_world->calls(), (QStringList {u"pull a:1"_s, u"pull b:1"_s}));
    }

    void builds()
    {
        open();
        m_world->log = {u"Step 1/2\n"_s, u"hi\n"_s};
        QSignalSpy finished(m_jobs.get(), &ImageJobs::finished);
        QString log;
        connect(m_jobs.get(), &ImageJobs::logAdded, this, [&log](const QString &text) { log += text; });
        m_jobs->build({.tag = u"own:2"_s, .recipe = "FROM x"});
        QVERIFY(m_jobs->isBuilding());
        QTRY_COMPARE(finished.size(), 1);
        QCOMPARE(report(finished).done, u"own:2 was built."_s);
        QCOMPARE(log, u"Step 1/2\nhi\n"_s);
        QCOMPARE(m_world->lastBuild().recipe, "FROM x"_ba);
    }

    void doesEverythingElse()
    {
        open();
        QSignalSpy finished(m_jobs.get(), &ImageJobs::finished);
        const auto wait = [&](qsizetype count) {
            return QTest::qWaitFor([&] { return finished.size() == count; }, std::chrono::seconds(10));
        };
        m_jobs->tag(u"a:1"_s, u"b:1"_s);
        QVERIFY(wait(1));
        m_jobs->remove(u"a:1"_s);
        QVERIFY(wait(2));
        m_jobs->exportTo(u"a:1"_s, u"/f"_s);
        QVERIFY(wait(3));
        m_jobs->importFrom(u"/f"_s);
        QVERIFY(wait(4));
        QCOMPARE(report(finished).done, u"Imported: imported:1."_s);
        m_jobs->push(u"a:1"_s);
        QVERIFY(wait(5));
        m_world->findings = {{.id = u"CVE-1"_s, .severity = Severity::High}};
        QSignalSpy known(m_jobs.get(), &ImageJobs::scanKnown);
        m_jobs->scan(u"busybox:1"_s);
        QVERIFY(wait(6));
        QCOMPARE(known.size(), 1);
        QCOMPARE(known.first().first().toString(), Busybox.id);
        QCOMPARE(report(finished).done, u"busybox:1 was scanned: 1 high."_s);
        QCOMPARE(m_world->calls(),
                 (QStringList {u"tag a:1 b:1"_s, u"remove a:1"_s, u"export a:1 /f"_s, u"import /f"_s, u"push a:1"_s,
                               u"scan busybox:1"_s}));
        m_world->outcome = [](const QString &call, const QString &) {
            return call == "remove"_L1 ? Result<>(fail(FaultKind::Conflict, u"in use by one"_s)) : Result<>();
        };
        m_jobs->remove(u"a:1"_s);
        QVERIFY(wait(7));
        QCOMPARE(report(finished).fault->what, u"in use by one"_s);
    }

    void goesWhileSomethingIsUnderWay()
    {
        open();
        m_world->hold(u"build"_s);
        m_jobs->build({.tag = u"own:2"_s});
        QTRY_COMPARE(m_world->calls(), QStringList {u"build own:2"_s});
        m_tester.reset();
        m_jobs.reset();
        // Asked to stop, it does not hold up the end.
        m_engine.reset();
    }

private:
    void open()
    {
        m_jobs->show(Settings(u"imaged"_s));
        QTRY_COMPARE(m_jobs->phase(), ImageJobs::Phase::Shown);
    }
    static QStringList texts(const QAbstractItemModel &model, int column)
    {
        QStringList list;
        for (int row = 0; row < model.rowCount(); ++row)
            list.append(model.index(row, column).data().toString());
        return list;
    }
    static ImageJobs::Report report(const QSignalSpy &finished) { return finished.last().first().value<ImageJobs::Report>(); }

    std::unique_ptr<QTemporaryDir> m_state;
    std::shared_ptr<test::ImageWorld> m_world;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<ImageJobs> m_jobs;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::ImagesTest)
#include "tst_images.moc"
