// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalfixture.h"

#include "backends/engine/journal/schema.h"
#include "backends/engine/journal/spoolfolder.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include <sys/stat.h>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;

/// The file itself: made, brought up to date, refused, moved aside.
class TestJournalFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void everythingIsPrivate();
    void openFoldersBecomePrivate();
    void emptyFileIsFilled();
    void emptiedFileIsSaid();
    void databaseWithoutTablesIsFilled();
    void reopenedJournalHasItsRows();
    void olderVersionIsMigrated_data();
    void olderVersionIsMigrated();
    void newerSchemaIsRefusedAndLeft_data();
    void newerSchemaIsRefusedAndLeft();
    void damagedIsMovedAside_data();
    void damagedIsMovedAside();
    void damageFoundLaterIsLookedAtOnOpening();
    void markWithoutDamageIsHarmless();
    void idsOfLostJournalAreNotUsedAgain();
    void damagedTwiceInASecond();
    void networkFileSystemIsRollbackMode();
    void localAgainIsWal();
    void folderThatCannotBeMade_data();
    void folderThatCannotBeMade();
    void readerWithoutJournal();
    void openedByManyAtOnce();

private:
    QTemporaryDir m_dir;
    int m_number = 0;
    QString newFolder() { return m_dir.filePath(u"state-%1"_s.arg(++m_number)); }
};

namespace {

int modeOf(const QString &path)
{
    struct stat status {};
    return stat(QFile::encodeName(path).constData(), &status) == 0 ? int(status.st_mode & 07777) : -1;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString &path, const QByteArray &content)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).absolutePath()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

void runSql(const QString &folder, const QString &sql)
{
    const auto connection = SqlConnection::open(journalPath(folder), SqlConnection::Access::ReadWrite);
    QVERIFY(connection);
    QVERIFY((*connection)->run(sql));
}

QString valueOf(const QString &folder, const QString &sql)
{
    const auto connection = SqlConnection::open(journalPath(folder), SqlConnection::Access::ReadWrite);
    return (*connection)->value(sql)->toString();
}

QStringList damagedFiles(const QString &folder)
{
    return QDir(folder).entryList({u"journal.sqlite.damaged-*"_s}, QDir::Files);
}

/// A journal with one launch of many results, closed.
LaunchId makeJournal(const QString &folder, qint64 results = 1)
{
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, results);
    const auto stored = storeResults(*journal, launch, {0, results - 1});
    return stored ? launch : 0;
}

} // namespace

void TestJournalFile::everythingIsPrivate()
{
    const QString folder = newFolder() + u"/deeper/hermes-panel"_s;
    const auto journal = openJournal(folder);
    (void)createLaunch(*journal, 1);
    QCOMPARE(modeOf(folder), 0700);
    QCOMPARE(modeOf(journal->spoolFolder()), 0700);
    for (const QString &ending : {QString(), u"-wal"_s, u"-shm"_s})
        QCOMPARE(modeOf(journalPath(folder) + ending), 0600);
    QVERIFY(journal->notices().isEmpty());
    QCOMPARE(valueOf(folder, u"PRAGMA journal_mode"_s), u"wal"_s);
}

void TestJournalFile::openFoldersBecomePrivate()
{
    const QString folder = newFolder();
    QCOMPARE(mkdir(QFile::encodeName(folder).constData(), 0755), 0);
    const auto journal = openJournal(folder);
    QCOMPARE(modeOf(folder), 0700);
}

void TestJournalFile::emptyFileIsFilled()
{
    const QString folder = newFolder();
    writeFile(journalPath(folder), {});
    QVERIFY(makeJournal(folder) > 0);
    QCOMPARE(valueOf(folder, u"PRAGMA user_version"_s), QString::number(schemaVersion()));
    QVERIFY(damagedFiles(folder).isEmpty());
}

void TestJournalFile::emptiedFileIsSaid()
{
    const QString folder = newFolder();
    QVERIFY(makeJournal(folder) > 0);
    for (const QString &ending : {u"-wal"_s, u"-shm"_s})
        QFile::remove(journalPath(folder) + ending);
    writeFile(journalPath(folder), {});
    const auto journal = openJournal(folder);
    QCOMPARE(journal->notices().size(), 1);
    QVERIFY(journal->notices().first().contains(u"empty"_s));
    QVERIFY(createLaunch(*journal, 1) > 0);
}

void TestJournalFile::databaseWithoutTablesIsFilled()
{
    const QString folder = newFolder();
    QVERIFY(QDir().mkpath(folder));
    runSql(folder, u"CREATE TABLE other(x)"_s);
    QVERIFY(makeJournal(folder) > 0);
    QCOMPARE(valueOf(folder, u"SELECT count(*) FROM other"_s), u"0"_s);
}

void TestJournalFile::reopenedJournalHasItsRows()
{
    const QString folder = newFolder();
    const LaunchId launch = makeJournal(folder, 10);
    const auto journal = openJournal(folder);
    QVERIFY(createLaunch(*journal, 1) > launch);
    QCOMPARE((*journal->reader())->missing(launch)->count, 0);
}

namespace {

/// Turns the tables into those that an earlier version made, with what is in them.
void makeOld(const QString &folder, int version)
{
    runSql(folder, u"DROP TABLE spent_ids"_s);
    if (version == 4) {
        runSql(folder, u"PRAGMA user_version = 4"_s);
        return;
    }
    QString columns =
        u"id, kind, state, name, backend, profile, language, templated, count, executor, created_at, finished_at, "
        u"owner, succeeded, failed, signalled, timed_out, cancelled, infrastructure, settings, parameters, spec, code"_s;
    QString types = columns;
    types.replace(u"id,"_s, u"id INTEGER PRIMARY KEY AUTOINCREMENT,"_s, Qt::CaseSensitive).replace(u"kind,"_s, u"kind TEXT,"_s);
    if (version > 1) {
        columns += u", lost, reach"_s;
        types += u", lost INTEGER DEFAULT 0, reach INTEGER DEFAULT 0"_s;
    }
    if (version == 3) {
        runSql(folder, u"ALTER TABLE launches DROP COLUMN order_seed"_s);
        runSql(folder, u"PRAGMA user_version = 3"_s);
        return;
    }
    for (const QString &sql : {
             u"DROP TABLE removals"_s,
             u"CREATE TABLE old (%1)"_s.arg(types),
             u"INSERT INTO old(%1) SELECT %1 FROM launches"_s.arg(columns),
             u"UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'launches') WHERE name = 'old'"_s,
             u"DROP TABLE launches"_s,
             u"ALTER TABLE old RENAME TO launches"_s,
             u"CREATE INDEX launches_running ON launches(state) WHERE state = 'running'"_s,
             u"PRAGMA user_version = %1"_s.arg(version),
         })
        runSql(folder, sql);
}

} // namespace

void TestJournalFile::olderVersionIsMigrated_data()
{
    QTest::addColumn<int>("version");
    QTest::newRow("first") << 1; // It did not count what was started and lost.
    QTest::newRow("second") << 2;
    QTest::newRow("third") << 3;
    QTest::newRow("fourth") << 4;
}

void TestJournalFile::olderVersionIsMigrated()
{
    QFETCH(int, version);
    const QString folder = newFolder();
    LaunchId launch = 0;
    LaunchId removed = 0;
    LaunchRecord given = sweepRecord(5);
    given.parameters = R"({"groups":[{"names":["discount"],"values":["0","0.125"]}],"repeat":1})";
    {
        const auto journal = openJournal(folder);
        launch = *journal->createLaunch(given);
        QVERIFY(storeResults(*journal, launch, {0, 1}));
        journal->append(CandidateStarted {.launch = launch, .index = 3});
        journal->finishLaunch(launch, LaunchState::Failed);
        removed = createLaunch(*journal, 1);
        journal->finishLaunch(removed, LaunchState::Done);
        QVERIFY(journal->removeLaunch(removed));
    }
    makeOld(folder, version);
    const auto journal = openJournal(folder);
    QVERIFY(journal->notices().isEmpty());
    QCOMPARE(valueOf(folder, u"PRAGMA user_version"_s), QString::number(schemaVersion()));
    const auto reader = openReader(folder);
    const auto record = reader->launch(launch);
    QVERIFY(record);
    QCOMPARE(record->counts.succeeded, 2);
    QCOMPARE(record->counts.lost, 1);
    QCOMPARE(record->code, given.code);
    QCOMPARE(record->settings, given.settings);
    QCOMPARE(record->parameters, given.parameters);
    QCOMPARE(record->spec, given.spec);
    QVERIFY(!record->rerunOf);
    QVERIFY(!record->orderSeed);
    QCOMPARE(reader->launches({})->first().code, given.code);
    // What was written before is found by words, too.
    QCOMPARE(reader->launches({.text = u"DISCOUNT 0.125"_s})->size(), 1);
    QCOMPARE(reader->launches({.text = u"groups"_s})->size(), 0);
    // Ids that were given out stay so.
    QVERIFY(createLaunch(*journal, 1) > removed);
}

void TestJournalFile::newerSchemaIsRefusedAndLeft_data()
{
    QTest::addColumn<int>("version");
    QTest::newRow("next") << schemaVersion() + 1;
    QTest::newRow("far") << 4711;
}

void TestJournalFile::newerSchemaIsRefusedAndLeft()
{
    QFETCH(int, version);
    const QString folder = newFolder();
    QVERIFY(makeJournal(folder) > 0);
    runSql(folder, u"PRAGMA user_version = %1"_s.arg(version));
    const QByteArray before = contentOf(journalPath(folder));
    const auto refused = Journal::open(folder);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, FaultKind::Storage);
    QVERIFY(refused.error().what.contains(u"newer"_s));
    QVERIFY(refused.error().what.contains(QString::number(version)));
    QVERIFY(!refused.error().advice.isEmpty());
    QCOMPARE(contentOf(journalPath(folder)), before);
    QVERIFY(damagedFiles(folder).isEmpty());
}

void TestJournalFile::damagedIsMovedAside_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("no database") << 0;
    QTest::newRow("half of it") << 1;
    QTest::newRow("zeros at the beginning") << 2;
    QTest::newRow("schema overwritten") << 3;
    QTest::newRow("a few bytes") << 4;
}

void TestJournalFile::damagedIsMovedAside()
{
    QFETCH(int, kind);
    const QString folder = newFolder();
    QVERIFY(makeJournal(folder, 2000) > 0);
    QByteArray content = contentOf(journalPath(folder));
    QVERIFY(content.size() > 16384);
    switch (kind) {
    case 0: content = QByteArray("This is no database. ").repeated(1000); break;
    case 1: content.truncate(content.size() / 2 / 4096 * 4096); break;
    case 2: content.replace(0, 4096, QByteArray(4096, '\0')); break;
    case 3: content.replace(100, 3900, QByteArray(3900, '\x55')); break;
    case 4: content = "SQLite format 3"; break;
    default: QFAIL("unknown kind");
    }
    writeFile(journalPath(folder), content);

    const auto journal = openJournal(folder);
    QCOMPARE(journal->notices().size(), 1);
    const QStringList aside = damagedFiles(folder);
    QCOMPARE(aside.size(), 1);
    QVERIFY(journal->notices().first().contains(aside.first()));
    QCOMPARE(contentOf(folder + u'/' + aside.first()), content);
    const LaunchId launch = createLaunch(*journal, 1);
    QVERIFY(storeResults(*journal, launch, {0, 0}));
    QVERIFY(!QFile::exists(damageMark(journalPath(folder))));
}

void TestJournalFile::damageFoundLaterIsLookedAtOnOpening()
{
    const QString folder = newFolder();
    const LaunchId launch = makeJournal(folder, 2000);
    QByteArray content = contentOf(journalPath(folder));
    const qsizetype last = content.size() / 4096 - 8;
    content.replace(last * 4096, 8 * 4096, QByteArray(8 * 4096, '\x55'));
    writeFile(journalPath(folder), content);
    {
        const auto journal = openJournal(folder); // What is needed to open it is sound.
        QVERIFY(journal->notices().isEmpty());
        const auto read = openReader(folder)->results(launch, {0, 1999}, {});
        QVERIFY(!read);
        QCOMPARE(read.error().kind, FaultKind::Storage);
        QVERIFY(read.error().what.contains(u"damaged"_s));
    }
    const auto journal = openJournal(folder);
    QCOMPARE(journal->notices().size(), 1);
    QCOMPARE(damagedFiles(folder).size(), 1);
    QVERIFY(openReader(folder)->launches({})->isEmpty());
}

void TestJournalFile::markWithoutDamageIsHarmless()
{
    const QString folder = newFolder();
    QVERIFY(makeJournal(folder, 10) > 0);
    writeFile(damageMark(journalPath(folder)), {});
    const auto journal = openJournal(folder);
    QVERIFY(journal->notices().isEmpty());
    QVERIFY(!QFile::exists(damageMark(journalPath(folder))));
    QCOMPARE(openReader(folder)->launches({})->size(), 1);
}

void TestJournalFile::idsOfLostJournalAreNotUsedAgain()
{
    const QString folder = newFolder();
    writeFile(spoolPath(folder) + u'/' + spoolName(41, 3, Stream::Stdout), "old");
    const auto journal = openJournal(folder);
    QCOMPARE(createLaunch(*journal, 1), 42);
}

void TestJournalFile::damagedTwiceInASecond()
{
    const QString folder = newFolder();
    for (int round = 0; round < 3; ++round) {
        writeFile(journalPath(folder), "This is no database, and long enough to be seen as such. " + QByteArray(600, 'x'));
        QCOMPARE(openJournal(folder)->notices().size(), 1);
    }
    QCOMPARE(damagedFiles(folder).size(), 3);
}

void TestJournalFile::networkFileSystemIsRollbackMode()
{
    const QString folder = newFolder();
    JournalOptions options;
    options.fileSystemType = [&](const QString &asked) { return asked == folder ? 0x6969u : 0u; };
    {
        const auto journal = openJournal(folder, options);
        QCOMPARE(journal->notices().size(), 1);
        QVERIFY(journal->notices().first().contains(u"NFS"_s));
        const LaunchId launch = createLaunch(*journal, 100);
        QVERIFY(storeResults(*journal, launch, {0, 99}));
        QCOMPARE(openReader(folder)->missing(launch)->count, 0);
        QVERIFY(!QFile::exists(journalPath(folder) + u"-wal"_s));
    }
    QCOMPARE(valueOf(folder, u"PRAGMA journal_mode"_s), u"delete"_s);
    QVERIFY(openJournal(folder, options)->notices().isEmpty()); // Said once.
}

void TestJournalFile::localAgainIsWal()
{
    const QString folder = newFolder();
    JournalOptions options;
    options.fileSystemType = [](const QString &) { return 0xFF534D42u; };
    QCOMPARE(openJournal(folder, options)->notices().size(), 1);
    const auto journal = openJournal(folder);
    QVERIFY(journal->notices().isEmpty());
    QCOMPARE(valueOf(folder, u"PRAGMA journal_mode"_s), u"wal"_s);
}

void TestJournalFile::folderThatCannotBeMade_data()
{
    QTest::addColumn<QString>("folder");
    QTest::newRow("no folders there") << u"/proc/hermes-panel"_s;
    QTest::newRow("nor below") << u"/proc/hermes-panel/state"_s;
    const QString file = m_dir.filePath(u"file"_s);
    writeFile(file, "x");
    QTest::newRow("a file") << file;
    QTest::newRow("below a file") << file + u"/state"_s;
}

void TestJournalFile::folderThatCannotBeMade()
{
    QFETCH(QString, folder);
    const auto refused = Journal::open(folder);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, FaultKind::Storage);
    QVERIFY(refused.error().what.contains(folder));
    QVERIFY(refused.error().advice.contains(u"XDG_STATE_HOME"_s));
}

void TestJournalFile::readerWithoutJournal()
{
    const QString folder = newFolder();
    const auto reader = JournalReader::open(folder);
    QVERIFY(!reader);
    QCOMPARE(reader.error().kind, FaultKind::Storage);
    QVERIFY(!QFile::exists(folder));
}

void TestJournalFile::openedByManyAtOnce()
{
    const QString folder = newFolder();
    std::atomic<int> opened = 0;
    {
        std::vector<std::jthread> threads;
        threads.reserve(6);
        for (int number = 0; number < 6; ++number) {
            threads.emplace_back([&] {
                const auto journal = Journal::open(folder);
                if (journal && (*journal)->createLaunch(sweepRecord(1)))
                    ++opened;
            });
        }
    }
    QCOMPARE(opened.load(), 6);
    QCOMPARE(openReader(folder)->launches({})->size(), 6);
}

QTEST_GUILESS_MAIN(TestJournalFile)
#include "tst_journalfile.moc"
