// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/sessions/filetransfers.h"
#include "models/sessions/sandboxfilesmodel.h"
#include "models/sessions/sessionroles.h"
#include "tests/models/sessionengine.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QSemaphore>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

using Kind = FileEntry::Kind;
using Phase = SandboxFilesModel::Phase;

class SandboxFilesModelTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_host = std::make_unique<test::SessionEngine>();
        m_content = {{.name = "b.txt", .size = 20, .modified = std::chrono::sys_seconds(20s)},
                     {.name = "A.txt", .size = 30, .modified = std::chrono::sys_seconds(10s)},
                     {.name = "sub", .kind = Kind::Folder},
                     {.name = "link", .kind = Kind::Link, .size = 3}};
        m_host->world().files = [this](const QByteArray &folder) -> Result<FolderContent> {
            if (folder.isEmpty())
                return FolderContent {.entries = m_content};
            if (folder == "sub")
                return FolderContent {.entries = {{.name = "deeper", .kind = Kind::Folder}}, .isComplete = false};
            if (folder == "sub/deeper")
                return FolderContent {};
            return fail(FaultKind::NotFound, u"no folder "_s + QString::fromUtf8(folder));
        };
        QVERIFY(m_host->makeSandboxes({u"box"_s}));
        m_files = std::make_unique<SandboxFilesModel>(m_host->engine());
        m_tester = std::make_unique<QAbstractItemModelTester>(m_files.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        m_files.reset();
        m_host.reset();
    }

    void foldersComeFirst()
    {
        openBox();
        QCOMPARE(names(), (QStringList {u"sub"_s, u"A.txt"_s, u"b.txt"_s, u"link"_s}));
        QCOMPARE(m_files->index(0, SandboxFilesModel::Size).data().toString(), QString());
        QCOMPARE(m_files->index(1, SandboxFilesModel::Size).data().toString(), u"30 bytes"_s);
        QCOMPARE(m_files->index(0, 0).data(EntryKindRole).toInt(), int(Kind::Folder));
        m_files->sort(SandboxFilesModel::Size, Qt::DescendingOrder);
        QCOMPARE(names(), (QStringList {u"sub"_s, u"A.txt"_s, u"b.txt"_s, u"link"_s}));
        m_files->sort(SandboxFilesModel::Modified, Qt::DescendingOrder);
        QCOMPARE(names(), (QStringList {u"sub"_s, u"b.txt"_s, u"A.txt"_s, u"link"_s}));
        m_files->sort(SandboxFilesModel::Name, Qt::DescendingOrder);
        QCOMPARE(names(), (QStringList {u"sub"_s, u"link"_s, u"b.txt"_s, u"A.txt"_s}));
    }

    void namesOnThisMachineAreNotAlike()
    {
        QCOMPARE(localFileNames({"a\xff.tar.gz", "a\xfe.tar.gz", "a\uFFFD.tar (2).gz", ".\xff", ".\xfe", "x\ny", "x␊y", "plain"}),
                 (QStringList {u"a\uFFFD.tar.gz"_s, u"a\uFFFD.tar (2).gz"_s, u"a\uFFFD.tar (2) (2).gz"_s, u".\uFFFD"_s,
                               u".\uFFFD (2)"_s, u"x␊y"_s, u"x␊y (2)"_s, u"plain"_s}));
    }

    void walksThroughFolders()
    {
        openBox();
        m_files->enter(0);
        QTRY_COMPARE(m_files->folder(), QByteArrayList {"sub"});
        QVERIFY(m_files->isCut());
        QCOMPARE(m_files->pathOf("x"), QByteArray("sub/x"));
        m_files->enter(0);
        QTRY_COMPARE(m_files->folder(), (QByteArrayList {"sub", "deeper"}));
        QCOMPARE(m_files->rowCount(), 0);
        m_files->up();
        QTRY_COMPARE(m_files->folder(), QByteArrayList {"sub"});
        m_files->goTo({});
        QTRY_COMPARE(m_files->folder(), QByteArrayList());
        QCOMPARE(m_files->pathOf("x"), QByteArray("x"));
        m_files->up();
        QVERIFY(!m_files->isListing());
        // A file is no folder.
        m_files->enter(1);
        QVERIFY(!m_files->isListing());
    }

    void refreshKeepsRows()
    {
        openBox();
        const QPersistentModelIndex b = m_files->index(2, 0);
        const QPersistentModelIndex a = m_files->index(1, 0);
        const QSignalSpy resets(m_files.get(), &QAbstractItemModel::modelReset);
        m_content = {{.name = "b.txt", .size = 99}, {.name = "0 new"}, {.name = "zz"}};
        m_files->refresh();
        QTRY_COMPARE(names(), (QStringList {u"0 new"_s, u"b.txt"_s, u"zz"_s}));
        QCOMPARE(resets.size(), 0);
        QCOMPARE(b.row(), 1);
        QVERIFY(!a.isValid());
        QCOMPARE(m_files->entry(1).size, 99);
    }

    void folderThatCannotBeOpenedLeavesWhatIsShown()
    {
        openBox();
        m_files->goTo({"gone"});
        QTRY_VERIFY(m_files->fault());
        QCOMPARE(m_files->phase(), Phase::Shown);
        QCOMPARE(m_files->folder(), QByteArrayList());
        QCOMPARE(m_files->rowCount(), 4);
        m_files->refresh();
        QTRY_VERIFY(!m_files->fault());
        // What is shown is no longer true.
        m_host->world().files = [](const QByteArray &) -> Result<FolderContent> { return fail(FaultKind::Unreachable, u"no"_s); };
        m_files->refresh();
        QTRY_COMPARE(m_files->phase(), Phase::Failed);
        QCOMPARE(m_files->rowCount(), 0);
    }

    void unknownSandboxIsAFault()
    {
        m_files->open({.backend = u"fake"_s, .id = u"never was"_s});
        QTRY_COMPARE(m_files->phase(), Phase::Failed);
        QCOMPARE(m_files->fault()->kind, FaultKind::NotFound);
        m_files->clear();
        QCOMPARE(m_files->phase(), Phase::Nothing);
    }

    void onlyTheLastQuestionCounts()
    {
        openBox();
        m_files->goTo({"sub"});
        m_files->goTo({"gone"});
        m_files->goTo({"sub", "deeper"});
        QTRY_VERIFY(!m_files->isListing());
        QCOMPARE(m_files->folder(), (QByteArrayList {"sub", "deeper"}));
        QVERIFY(!m_files->fault());
        m_files->goTo({});
        m_files->clear();
        QTest::qWait(0);
        QCOMPARE(m_files->phase(), Phase::Nothing);
    }

    void hostileNamesAreShownHarmless()
    {
        m_content = {
            {.name = "two\nlines"}, {.name = "\xff\xfe"}, {.name = "\xe2\x80\xaertl"}, {.name = "tab\there"}, {.name = "<b>x</b>"}};
        openBox();
        QCOMPARE(m_files->rowCount(), 5);
        QByteArrayList raw;
        for (int row = 0; row < m_files->rowCount(); ++row) {
            const QString shown = m_files->index(row, 0).data().toString();
            QVERIFY(!shown.isEmpty());
            QVERIFY(!shown.contains(u'\n') && !shown.contains(u'\t') && !shown.contains(u'\u202E'));
            raw.append(m_files->pathOf(m_files->entry(row).name));
        }
        // What is used are the bytes.
        QVERIFY(raw.contains("two\nlines") && raw.contains("\xff\xfe"));
    }

    void manyEntries()
    {
        m_content.clear();
        for (int i = 0; i < 100'000; ++i)
            m_content.append({.name = "file " + QByteArray::number(i * 7919 % 100'000)});
        m_tester.reset();
        openBox();
        QCOMPARE(m_files->rowCount(), 100'000);
        QCOMPARE(m_files->entry(1).name, QByteArray("file 1"));
        m_content.removeFirst();
        m_files->refresh();
        QTRY_COMPARE_WITH_TIMEOUT(m_files->rowCount(), 99'999, 20s);
    }

    void transfersGoOnAfterAFailure()
    {
        FileTransfers transfers(m_host->engine());
        QList<FileTransfers::Report> reports;
        connect(&transfers, &FileTransfers::finished, this, [&](const auto &report) { reports.append(report); });
        QStringList texts;
        int most = 0;
        connect(&transfers, &FileTransfers::changed, this, [&] {
            texts.append(transfers.text());
            most = std::max(most, transfers.total());
        });
        const SessionKey box {.backend = u"fake"_s, .id = u"box"_s};
        const SessionKey unknown {.backend = u"fake"_s, .id = u"unknown"_s};
        using enum FileTransfers::Direction;
        transfers.start({{.direction = Upload, .sandbox = box, .localFile = u"/a"_s, .path = "a"},
                         {.direction = Upload, .sandbox = unknown, .localFile = u"/b"_s, .path = "b"},
                         {.direction = Download, .sandbox = box, .localFile = u"/c"_s, .path = "c"}});
        QTRY_COMPARE(reports.size(), 1);
        QCOMPARE(most, 3);
        QVERIFY(texts.contains(u"Uploading b"_s) && texts.contains(u"Downloading c"_s));
        QCOMPARE(reports.first().uploaded, 1);
        QCOMPARE(reports.first().downloaded, 1);
        QCOMPARE(reports.first().failures.size(), 1);
        QVERIFY(reports.first().failures.first().contains(u"unknown"_s));
        QVERIFY(!transfers.isActive());
    }

    void cancelledTransfersSayNothingElse()
    {
        FileTransfers transfers(m_host->engine());
        QList<FileTransfers::Report> reports;
        connect(&transfers, &FileTransfers::finished, this, [&](const auto &report) { reports.append(report); });
        const FileTransfers::Item item {.sandbox = {.backend = u"fake"_s, .id = u"box"_s}, .localFile = u"/a"_s, .path = "a"};
        m_host->world().copy = [](const std::stop_token &stop) -> Result<> {
            QSemaphore stopped;
            const std::stop_callback onStop(stop, [&] { stopped.release(); });
            stopped.acquire();
            return fail(FaultKind::Cancelled, u"Cancelled"_s);
        };
        transfers.start({item, item, item});
        QVERIFY(transfers.isActive());
        transfers.cancel();
        QTRY_COMPARE(reports.size(), 1);
        QVERIFY(reports.first().isCancelled);
        QVERIFY(reports.first().failures.isEmpty());
        QCOMPARE(reports.first().uploaded, 0);
        m_host->world().copy = [](const std::stop_token &) { return Result<>(); };
        // Later ones are not cancelled with it.
        transfers.start({item});
        QTRY_COMPARE(reports.size(), 2);
        QCOMPARE(reports.last().uploaded, 1);
    }

private:
    void openBox()
    {
        m_files->open({.backend = u"fake"_s, .id = u"box"_s});
        QTRY_COMPARE_WITH_TIMEOUT(m_files->phase(), Phase::Shown, 20s);
    }

    [[nodiscard]] QStringList names() const
    {
        QStringList texts;
        for (int row = 0; row < m_files->rowCount(); ++row)
            texts.append(m_files->index(row, 0).data().toString());
        return texts;
    }

    std::unique_ptr<test::SessionEngine> m_host;
    QList<FileEntry> m_content; ///< Of the sandbox's own folder; set while nothing is asked.
    std::unique_ptr<SandboxFilesModel> m_files;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::SandboxFilesModelTest)
#include "tst_sandboxfilesmodel.moc"
