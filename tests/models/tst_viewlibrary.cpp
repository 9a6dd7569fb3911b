// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/views/viewlibrary.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Views of results by name, as they are kept in a file.
class ViewLibraryTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        m_library = open();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_library.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        m_library.reset();
        m_folder.reset();
    }

    void savedIsThereAgain()
    {
        m_library->load();
        QTRY_VERIFY(m_library->isLoaded());
        QCOMPARE_EQ(m_library->rowCount(), 0);
        const ResultView view = full(u"Losses & more"_s);
        m_library->save(view);
        m_library->save({.name = u"Another"_s});
        QTRY_COMPARE(m_library->names(), (QStringList {u"Another"_s, u"Losses & more"_s}));
        QCOMPARE_EQ(*m_library->find(u"Losses & more"_s), view);
        QCOMPARE_EQ(m_library->index(1).data().toString(), u"Losses & more"_s);
        const auto again = open();
        again->load();
        QTRY_COMPARE(again->rowCount(), 2);
        QCOMPARE_EQ(*again->find(view.name), view);
        QCOMPARE_EQ(*again->find(u"Another"_s), ResultView {.name = u"Another"_s});
        QCOMPARE_EQ(QFile::permissions(path()) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    void oneOfTheSameNameIsReplaced()
    {
        m_library->save({.name = u"a"_s});
        QTRY_COMPARE(m_library->rowCount(), 1);
        const QSignalSpy changes(m_library.get(), &QAbstractItemModel::dataChanged);
        const QSignalSpy resets(m_library.get(), &QAbstractItemModel::modelReset);
        m_library->save({.name = u"a"_s, .shape = ResultShape::Plot});
        QTRY_COMPARE(changes.size(), 1);
        QCOMPARE_EQ(m_library->rowCount(), 1);
        QCOMPARE_EQ(m_library->find(u"a"_s)->shape, ResultShape::Plot);
        QCOMPARE_EQ(resets.size(), 0);
    }

    void renamedAndRemoved()
    {
        for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
            m_library->save(full(name));
        QTRY_COMPARE(m_library->rowCount(), 3);
        m_library->rename(u"a"_s, u"z"_s);
        QTRY_COMPARE(m_library->names(), (QStringList {u"b"_s, u"c"_s, u"z"_s}));
        QVERIFY(m_library->find(u"z"_s)->looksLike(full(u"any"_s)));
        m_library->rename(u"b"_s, u"c"_s);
        QTRY_COMPARE(m_library->names(), (QStringList {u"c"_s, u"z"_s}));
        const QSignalSpy answers(m_library.get(), &ViewLibrary::changed);
        m_library->rename(u"nobody"_s, u"x"_s);
        m_library->rename(u"c"_s, u"c"_s);
        m_library->remove(u"nobody"_s);
        QTRY_COMPARE(answers.size(), 3);
        QCOMPARE_EQ(m_library->names(), (QStringList {u"c"_s, u"z"_s}));
        m_library->remove(u"c"_s);
        QTRY_COMPARE(m_library->names(), QStringList {u"z"_s});
        QVERIFY(!m_library->find(u"c"_s));
    }

    /// What one window saves another does not undo.
    void windowsShareTheFile()
    {
        const auto other = open();
        other->load();
        QTRY_VERIFY(other->isLoaded());
        m_library->save({.name = u"here"_s});
        QTRY_COMPARE(m_library->rowCount(), 1);
        other->save({.name = u"there"_s});
        QTRY_COMPARE(other->names(), (QStringList {u"here"_s, u"there"_s}));
        m_library->load();
        QTRY_COMPARE(m_library->names(), (QStringList {u"here"_s, u"there"_s}));
    }

    void aFileOfAnotherSortIsLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no JSON") << "views!"_ba;
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut off") << R"({"version": 1, "views": [{"name": "a")"_ba;
        QTest::newRow("newer") << R"({"version": 2, "views": []})"_ba;
        QTest::newRow("a list") << R"([{"name": "a"}])"_ba;
    }

    void aFileOfAnotherSortIsLeftAlone()
    {
        QFETCH(const QByteArray, content);
        write(content);
        const QSignalSpy failures(m_library.get(), &ViewLibrary::failed);
        m_library->load();
        QTRY_COMPARE(failures.size(), 1);
        m_library->save({.name = u"a"_s});
        QTRY_COMPARE(failures.size(), 2);
        QVERIFY(failures.last().first().value<Fault>().what.contains(path()));
        QCOMPARE_EQ(m_library->rowCount(), 0);
        QFile file(path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE_EQ(file.readAll(), content);
    }

    /// Whatever a hand or another version has written into a view.
    void strangeEntriesAreAsUsual()
    {
        write(R"({"version": 1, "views": [7, {}, {"name": " "}, {"name": "a", "shape": "cube", "columns": [3, {"title": "n",
                  "place": -4}], "sort": "n", "filter": {"states": ["failed", "asleep"], "conditions": [{"title": "k"}]},
                  "plot": []}]})");
        m_library->load();
        QTRY_COMPARE(m_library->rowCount(), 1);
        const ResultView *view = m_library->find(u"a"_s);
        QCOMPARE_EQ(view->shape, ResultShape::Table);
        QCOMPARE_EQ(view->columns.last(), (ColumnLook {.title = u"n"_s}));
        QVERIFY(view->sort.isEmpty());
        QCOMPARE_EQ(view->filter.states, QSet {RunState::Failed});
        QVERIFY(view->filter.conditions.isEmpty());
        QCOMPARE_EQ(view->plot, PlotLook());
    }

private:
    [[nodiscard]] QString path() const { return m_folder->filePath(u"below/views.json"_s); }
    [[nodiscard]] std::unique_ptr<ViewLibrary> open() const { return std::make_unique<ViewLibrary>(path()); }

    void write(const QByteArray &content) const
    {
        QVERIFY(QDir().mkpath(m_folder->filePath(u"below"_s)));
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }

    [[nodiscard]] static ResultView full(const QString &name)
    {
        return {.name = name,
                .shape = ResultShape::Repeats,
                .columns = {{.title = u"Output"_s, .place = 2, .width = 120, .hidden = true}, {.title = u"n"_s, .place = 1}},
                .sort = {{.title = u"loss"_s, .order = Qt::DescendingOrder}, {.title = u"n"_s}},
                .filter = {.states = {RunState::Failed, RunState::TimedOut},
                           .text = u"é <b>"_s,
                           .conditions = {{u"loss"_s, {.text = u"> 0.5"_s}},
                                          {u"model"_s, {.values = QSet {u"small"_s, u""_s}}},
                                          {u"none"_s, {.values = QSet<QString> {}}}}},
                .plot = {.x = u"rate"_s,
                         .y = u"loss"_s,
                         .color = u"model"_s,
                         .scales = {.x = PlotScale::Logarithmic, .color = PlotScale::Logarithmic},
                         .lines = true,
                         .asTable = true}};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ViewLibrary> m_library;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(ViewLibraryTest)
#include "tst_viewlibrary.moc"
