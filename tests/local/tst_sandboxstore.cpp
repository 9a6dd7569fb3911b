// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/sandboxstore.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::local;

class TestSandboxStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void names_data();
    void names();
    void openMakesAPrivateFolder();
    void openJoins();
    void foreignFolderIsLeftAlone();
    void lockTakesTurns();
    void lockIsGoneAfterClose();
    void sameIdInTwoWorkFolders();
    void sameIdOfTwoProfiles();
    void listTellsStates();
    void damagedRecordsAreSkipped();
    void closeEndsProcesses();
    void closeEndsOtherThreads();
    void closeWhileInUse();
    void removalFollowsNoLinks();
    void removalOfADeepTree();
    void removalOfClosedFolders();
    void removalCanBeStopped();
    void sizeCountsEachFileOnce();
    void sizeFollowsNoLinks();
    void sizeOfADeepTreeIsAtLeast();
    void sizeFaults();

private:
    [[nodiscard]] SandboxStore store(const QString &workFolder = u"work"_s) const;
    /// As a process of the sandbox has it.
    [[nodiscard]] QProcessEnvironment environmentOf(const QString &id) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSandboxStore::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkpath(u"locks"_s));
}

SandboxStore TestSandboxStore::store(const QString &workFolder) const
{
    return SandboxStore({.sandboxes = m_folder->filePath(workFolder), .locks = m_folder->filePath(u"locks"_s)});
}

QProcessEnvironment TestSandboxStore::environmentOf(const QString &id) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(SandboxVariable), store().folderOf({id}));
    return environment;
}

void TestSandboxStore::names_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("name");
    QTest::newRow("default") << u"hermes-sandbox-0123456789ab"_s << u"hermes-sandbox-0123456789ab"_s;
    QTest::newRow("colons") << u"a:b:c"_s << u"a%3ab%3ac"_s;
    QTest::newRow("slash") << u"../up"_s << u"%2e.%2fup"_s;
    QTest::newRow("dots") << u".."_s << u"%2e."_s;
    QTest::newRow("unicode") << u"测试 été"_s << u"测试 été"_s;
    QTest::newRow("percent") << u"a%3ab"_s << u"a%253ab"_s;
    QTest::newRow("symbol") << u"a🙂"_s << u"a%f0%9f%99%82"_s;
    QTest::newRow("newline") << u"a\nb"_s << u"a%0ab"_s;
}

void TestSandboxStore::names()
{
    QFETCH(QString, id);
    QTEST(runner::sandboxFileName({id}), "name");
    const QString longId(4000, u'é');
    QVERIFY(runner::sandboxFileName({longId}).toUtf8().size() < 200);
    QVERIFY(runner::sandboxFileName({longId}) != runner::sandboxFileName({longId + u'x'}));
    QCOMPARE(runner::sandboxFileName({u"box"_s, u"gpu"_s}), u"gpu@box"_s);
    QCOMPARE(runner::sandboxFileName({u"gpu@box"_s}), u"gpu%40box"_s);
    QVERIFY(runner::sandboxFileName({u"box"_s, longId}) != runner::sandboxFileName({u"bax"_s, longId}));
}

void TestSandboxStore::openMakesAPrivateFolder()
{
    QVERIFY(store().open({u"box"_s}));
    struct stat status {};
    QCOMPARE(::stat(QFile::encodeName(store().folderOf({u"box"_s})).constData(), &status), 0);
    QCOMPARE(status.st_mode & 0777U, 0700U);
    QVERIFY(!store().open({}));
}

void TestSandboxStore::openJoins()
{
    QVERIFY(store().open({u"box"_s}));
    const QDateTime created = store().list()->first().created;
    QFile file(store().folderOf({u"box"_s}) + u"/file"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(store().open({u"box"_s}));
    QCOMPARE(store().list()->size(), 1);
    QCOMPARE(store().list()->first().created, created);
    QVERIFY(file.exists());
}

void TestSandboxStore::foreignFolderIsLeftAlone()
{
    const QString folder = m_folder->filePath(u"work/thesis"_s);
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder + u"/.chapter"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto opened = store().open({u"thesis"_s});
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, FaultKind::Conflict);
    QVERIFY(store().close({u"thesis"_s}, {}));
    QVERIFY(file.exists());
    QVERIFY(store().list()->isEmpty());
}

void TestSandboxStore::lockTakesTurns()
{
    auto first = store().open({u"box"_s});
    auto second = store().open({u"box"_s});
    QVERIFY(first && second);
    QCOMPARE(first->tryTake(), runner::SandboxLock::Attempt::Taken);
    QCOMPARE(second->tryTake(), runner::SandboxLock::Attempt::Busy);
    QCOMPARE(second->holder(), u"tst_sandboxstore (process %1)"_s.arg(QCoreApplication::applicationPid()));
    first->release();
    QCOMPARE(second->tryTake(), runner::SandboxLock::Attempt::Taken);
    QCOMPARE(first->tryTake(), runner::SandboxLock::Attempt::Busy);
}

void TestSandboxStore::lockIsGoneAfterClose()
{
    auto lock = store().open({u"box"_s});
    QVERIFY(lock);
    QVERIFY(store().close({u"box"_s}, {}));
    QCOMPARE(lock->tryTake(), runner::SandboxLock::Attempt::Gone);
    QVERIFY(store().open({u"box"_s}));
    QCOMPARE(lock->tryTake(), runner::SandboxLock::Attempt::Gone);
}

void TestSandboxStore::sameIdInTwoWorkFolders()
{
    auto first = store(u"one"_s).open({u"box"_s});
    auto second = store(u"two"_s).open({u"box"_s});
    QVERIFY(first && second);
    QCOMPARE(first->tryTake(), runner::SandboxLock::Attempt::Taken);
    QCOMPARE(second->tryTake(), runner::SandboxLock::Attempt::Taken);
    QCOMPARE(store(u"one"_s).list()->size(), 1);
}

void TestSandboxStore::sameIdOfTwoProfiles()
{
    auto plain = store().open({u"box"_s});
    auto quick = store().open({u"box"_s, u"quick"_s});
    QVERIFY(plain && quick);
    QCOMPARE(plain->tryTake(), runner::SandboxLock::Attempt::Taken);
    QCOMPARE(quick->tryTake(), runner::SandboxLock::Attempt::Taken);
    quick->release();
    QVERIFY(store().close({u"box"_s, u"quick"_s}, {}));
    const auto left = store().list();
    QCOMPARE(left->size(), 1);
    QCOMPARE(left->first().profile, QString());
}

void TestSandboxStore::listTellsStates()
{
    auto lock = store().open({u"busy"_s});
    QVERIFY(lock && store().open({u"idle"_s}) && store().open({u"lost"_s}));
    QCOMPARE(lock->tryTake(), runner::SandboxLock::Attempt::Taken);
    QVERIFY(QDir(store().folderOf({u"lost"_s})).removeRecursively());
    const auto found = store().list();
    QVERIFY(found);
    QHash<QString, SessionInfo> byId;
    for (const SessionInfo &info : *found)
        byId.insert(info.id, info);
    QCOMPARE(byId.size(), 3);
    QCOMPARE(byId[u"busy"_s].state, SessionState::Running);
    QVERIFY(byId[u"busy"_s].owner.contains(u"tst_sandboxstore"_s));
    QCOMPARE(byId[u"idle"_s].state, SessionState::Open);
    QVERIFY(byId[u"idle"_s].owner.isEmpty());
    QCOMPARE(byId[u"lost"_s].state, SessionState::Lost);
    QVERIFY(byId[u"idle"_s].created.isValid() && byId[u"idle"_s].lastUsed.isValid());
}

void TestSandboxStore::damagedRecordsAreSkipped()
{
    QVERIFY(store().open({u"box"_s}));
    QFile damaged(m_folder->filePath(u"locks/damaged.json"_s));
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write("{\"id\": ");
    damaged.close();
    QCOMPARE(store().list()->size(), 1);
}

void TestSandboxStore::closeEndsProcesses()
{
    QVERIFY(store().open({u"box"_s}));
    QProcess process;
    process.setProcessEnvironment(environmentOf(u"box"_s));
    process.start(u"sh"_s, {u"-c"_s, u"trap '' TERM; echo up; while :; do sleep 1; done"_s});
    QVERIFY(process.waitForReadyRead());
    QProcess other;
    other.setProcessEnvironment(environmentOf(u"box2"_s));
    other.start(u"sleep"_s, {u"300"_s});
    QVERIFY(other.waitForStarted());
    QVERIFY(store().close({u"box"_s}, {}));
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    QCOMPARE(other.state(), QProcess::Running);
    other.kill();
    QVERIFY(other.waitForFinished());
}

/// A process lives on when its first thread has ended, but only the others show its environment then.
void TestSandboxStore::closeEndsOtherThreads()
{
    QVERIFY(store().open({u"box"_s}));
    QProcess process;
    process.setProcessEnvironment(environmentOf(u"box"_s));
    const QString code = uR"(
import ctypes, os, threading, time
def rest():
    while ') Z ' not in open('/proc/self/stat').read(): pass
    os.write(1, b'up')
    time.sleep(600)
threading.Thread(target=rest).start()
ctypes.CDLL(None).syscall(%1, 0)
)"_s;
    process.start(u"python3"_s, {u"-c"_s, code.arg(SYS_exit)});
    QVERIFY(process.waitForReadyRead());
    QVERIFY(store().close({u"box"_s}, {}));
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
}

void TestSandboxStore::closeWhileInUse()
{
    auto lock = store().open({u"box"_s});
    QVERIFY(lock);
    QCOMPARE(lock->tryTake(), runner::SandboxLock::Attempt::Taken);
    std::stop_source stop;
    stop.request_stop();
    const auto closed = store().close({u"box"_s}, stop.get_token());
    QVERIFY(!closed);
    QCOMPARE(closed.error().kind, FaultKind::Cancelled);
    QVERIFY(QDir(store().folderOf({u"box"_s})).exists());
}

void TestSandboxStore::removalFollowsNoLinks()
{
    const QString outside = m_folder->filePath(u"outside"_s);
    const QString tree = m_folder->filePath(u"tree"_s);
    QVERIFY(QDir().mkpath(outside) && QDir().mkpath(tree + u"/sub"_s));
    QFile kept(outside + u"/kept"_s);
    QVERIFY(kept.open(QIODevice::WriteOnly));
    QVERIFY(QFile::link(outside, tree + u"/sub/link"_s));
    QVERIFY(QFile::link(u".."_s, tree + u"/up"_s));
    QCOMPARE(::mkfifo(QFile::encodeName(tree + u"/pipe"_s).constData(), 0600), 0);
    QVERIFY(removeTree(tree, {}));
    QVERIFY(!QFileInfo::exists(tree));
    QVERIFY(kept.exists());
    QVERIFY(QFile::link(outside, tree));
    QVERIFY(removeTree(tree, {}));
    QVERIFY(kept.exists());
    QVERIFY(removeTree(tree, {}));
}

void TestSandboxStore::removalOfADeepTree()
{
    const QString tree = m_folder->filePath(u"tree"_s);
    QVERIFY(QDir().mkpath(tree));
    // Deeper than any path may be long.
    int at = ::open(QFile::encodeName(tree).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int level = 0; level < 2000; ++level) {
        if (at < 0)
            QFAIL("the folder cannot be opened");
        QCOMPARE(::mkdirat(at, "a-folder", 0700), 0);
        const int below = ::openat(at, "a-folder", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        ::close(at);
        at = below;
    }
    ::close(at);
    const auto removed = removeTree(tree, {});
    QVERIFY2(removed, removed ? "" : qUtf8Printable(removed.error().what));
    QVERIFY(!QFileInfo::exists(tree));
}

void TestSandboxStore::removalOfClosedFolders()
{
    const QString tree = m_folder->filePath(u"tree"_s);
    QVERIFY(QDir().mkpath(tree + u"/closed/below"_s));
    QCOMPARE(::chmod(QFile::encodeName(tree + u"/closed"_s).constData(), 0), 0);
    const auto removed = removeTree(tree, {});
    QVERIFY2(removed, removed ? "" : qUtf8Printable(removed.error().what));
    QVERIFY(!QFileInfo::exists(tree));
}

void TestSandboxStore::removalCanBeStopped()
{
    const QString tree = m_folder->filePath(u"tree"_s);
    QVERIFY(QDir().mkpath(tree + u"/sub"_s));
    std::stop_source stop;
    stop.request_stop();
    const auto removed = removeTree(tree, stop.get_token());
    QVERIFY(!removed);
    QCOMPARE(removed.error().kind, FaultKind::Cancelled);
}

void TestSandboxStore::sizeCountsEachFileOnce()
{
    const QString tree = m_folder->filePath(u"tree"_s);
    QVERIFY(QDir().mkpath(tree + u"/sub"_s));
    const qint64 empty = measureTree(tree, {})->bytes;
    QFile file(tree + u"/sub/file"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(QByteArray(1'000'000, 'x')), 1'000'000);
    file.close();
    const auto one = measureTree(tree, {});
    QVERIFY(one && one->isComplete);
    QCOMPARE_GE(one->bytes, empty + 1'000'000);
    QCOMPARE_LT(one->bytes, empty + 1'200'000);
    QCOMPARE(::link(QFile::encodeName(file.fileName()).constData(), QFile::encodeName(tree + u"/again"_s).constData()), 0);
    QCOMPARE(measureTree(tree, {})->bytes, one->bytes);
    // A hole takes up nothing.
    QFile sparse(tree + u"/sparse"_s);
    QVERIFY(sparse.open(QIODevice::WriteOnly) && sparse.resize(1'000'000'000));
    QCOMPARE_LT(measureTree(tree, {})->bytes, one->bytes + 1'000'000);
}

void TestSandboxStore::sizeFollowsNoLinks()
{
    const QString tree = m_folder->filePath(u"tree"_s);
    QVERIFY(QDir().mkpath(tree));
    QVERIFY(QFile::link(u"/usr"_s, tree + u"/usr"_s));
    QVERIFY(QFile::link(u".."_s, tree + u"/up"_s));
    const auto use = measureTree(tree, {});
    QVERIFY(use && use->isComplete);
    QCOMPARE_LT(use->bytes, 100'000);
    const QString link = m_folder->filePath(u"link"_s);
    QVERIFY(QFile::link(u"/usr"_s, link));
    QVERIFY(!measureTree(link, {}));
}

void TestSandboxStore::sizeOfADeepTreeIsAtLeast()
{
    const QString tree = m_folder->filePath(u"tree"_s);
    QVERIFY(QDir().mkpath(tree + u"/d"_s.repeated(200)));
    const auto use = measureTree(tree, {});
    QVERIFY(use);
    QVERIFY(!use->isComplete);
}

void TestSandboxStore::sizeFaults()
{
    const auto missing = measureTree(m_folder->filePath(u"missing"_s), {});
    QVERIFY(!missing);
    QCOMPARE(missing.error().kind, FaultKind::NotFound);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(QDir().mkpath(m_folder->filePath(u"tree/a/b"_s)));
    const auto cancelled = measureTree(m_folder->filePath(u"tree"_s), stop.get_token());
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().kind, FaultKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestSandboxStore)
#include "tst_sandboxstore.moc"
