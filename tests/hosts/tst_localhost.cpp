// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/hosts/localhost.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace hermes;
using namespace hermes::hosts;

/// Files to and from this machine: whole and with their modes, or not at all.
class TestLocalHost final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void name();
    void copies_data();
    void copies();
    void modes_data();
    void modes();
    void names_data();
    void names();
    void replacesTarget();
    void sourceByLink();
    void targetThatIsLink();
    void missingSource();
    void sourceThatIsFolder();
    void unreadableSourceLeavesTarget();
    void unwritableTarget_data();
    void unwritableTarget();
    void fullTargetIsLeft();
    void cancelledBefore();
    void cancelledMeanwhile();
    void targetThatIsNoFile();

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }
    void write(const QString &name, const QByteArray &bytes) const;
    QByteArray read(const QString &name) const;
    /// What lies in the folder: nothing half-done may stay there.
    QStringList entries() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    LocalHost m_host;
};

void TestLocalHost::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestLocalHost::write(const QString &name, const QByteArray &bytes) const
{
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray TestLocalHost::read(const QString &name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : "cannot be read"_ba;
}

void TestLocalHost::name()
{
    QCOMPARE(m_host.name(), u"this machine"_s);
}

void TestLocalHost::copies_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("one byte") << "x"_ba;
    QTest::newRow("any bytes") << QByteArray("\0\xff\r\n\xfe", 5);
    QTest::newRow("just a block") << QByteArray(256 * 1024, 'b');
    QTest::newRow("a block and a byte") << QByteArray(256 * 1024 + 1, 'c');
    QTest::newRow("large") << QByteArray(20'000'003, 'l');
}

void TestLocalHost::copies()
{
    QFETCH(QByteArray, bytes);
    write(u"source"_s, bytes);
    QVERIFY(m_host.put(path(u"source"_s), path(u"there"_s), {}));
    QVERIFY(m_host.get(path(u"there"_s), path(u"back"_s), {}));
    QVERIFY(read(u"there"_s) == bytes);
    QVERIFY(read(u"back"_s) == bytes);
    QCOMPARE(entries(), QStringList({u"back"_s, u"source"_s, u"there"_s}));
}

void TestLocalHost::modes_data()
{
    QTest::addColumn<uint>("mode");
    for (const uint mode : {0600U, 0644U, 0755U, 0640U, 0500U, 0444U, 0777U})
        QTest::addRow("%o", mode) << mode;
}

void TestLocalHost::modes()
{
    QFETCH(uint, mode);
    write(u"source"_s, "x");
    QCOMPARE(::chmod(QFile::encodeName(path(u"source"_s)).constData(), mode), 0);
    QVERIFY(m_host.put(path(u"source"_s), path(u"target"_s), {}));
    struct stat info {};
    QCOMPARE(::stat(QFile::encodeName(path(u"target"_s)).constData(), &info), 0);
    QCOMPARE(info.st_mode & 07777U, mode);
}

void TestLocalHost::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("space") << u"a b"_s;
    QTest::newRow("quotes") << u"it's \"it\""_s;
    QTest::newRow("line") << u"two\nlines"_s;
    QTest::newRow("pattern") << u"*?[a]$HOME`id`"_s;
    QTest::newRow("option") << u"-rf"_s;
    QTest::newRow("other scripts") << u"测试 d'été 🚀"_s;
    // Of 255 bytes, which is all that a file system takes, the temporary name needs some.
    QTest::newRow("long") << QString(240, u'n');
}

void TestLocalHost::names()
{
    QFETCH(QString, name);
    write(name, "odd");
    QVERIFY(QDir(m_folder->path()).mkdir(u"other"_s));
    QVERIFY(m_host.put(path(name), path(u"other/"_s + name), {}));
    QCOMPARE(read(u"other/"_s + name), "odd"_ba);
}

void TestLocalHost::replacesTarget()
{
    write(u"source"_s, "new");
    write(u"target"_s, "old and longer");
    QVERIFY(m_host.put(path(u"source"_s), path(u"target"_s), {}));
    QCOMPARE(read(u"target"_s), "new"_ba);
    QCOMPARE(read(u"source"_s), "new"_ba);
}

void TestLocalHost::sourceByLink()
{
    write(u"file"_s, "behind");
    QVERIFY(QFile::link(u"file"_s, path(u"link"_s)));
    QVERIFY(m_host.get(path(u"link"_s), path(u"copy"_s), {}));
    QCOMPARE(read(u"copy"_s), "behind"_ba);
    QVERIFY(!QFileInfo(path(u"copy"_s)).isSymLink());
    QVERIFY(QFile::link(u"nowhere"_s, path(u"dangling"_s)));
    QCOMPARE(m_host.get(path(u"dangling"_s), path(u"copy"_s), {}).error().kind, FaultKind::NotFound);
    QCOMPARE(read(u"copy"_s), "behind"_ba);
}

/// As a shell's redirection does: the link stays, the file behind it is the new one.
void TestLocalHost::targetThatIsLink()
{
    write(u"source"_s, "new");
    write(u"file"_s, "old");
    QVERIFY(QFile::link(u"file"_s, path(u"link"_s)));
    QVERIFY(m_host.put(path(u"source"_s), path(u"link"_s), {}));
    QVERIFY(QFileInfo(path(u"link"_s)).isSymLink());
    QCOMPARE(read(u"file"_s), "new"_ba);
    QCOMPARE(entries(), QStringList({u"file"_s, u"link"_s, u"source"_s}));
}

void TestLocalHost::missingSource()
{
    write(u"target"_s, "kept");
    const Result<> copied = m_host.put(path(u"missing"_s), path(u"target"_s), {});
    QVERIFY(!copied);
    QCOMPARE(copied.error().kind, FaultKind::NotFound);
    QVERIFY2(copied.error().what.contains(path(u"missing"_s)), qPrintable(copied.error().what));
    QCOMPARE(read(u"target"_s), "kept"_ba);
}

void TestLocalHost::sourceThatIsFolder()
{
    QVERIFY(QDir(m_folder->path()).mkdir(u"source"_s));
    const Result<> copied = m_host.put(path(u"source"_s), path(u"target"_s), {});
    QVERIFY(!copied);
    QVERIFY(copied.error().what.contains(path(u"source"_s)));
    QCOMPARE(entries(), QStringList {u"source"_s});
}

void TestLocalHost::unreadableSourceLeavesTarget()
{
    write(u"target"_s, "kept");
    // Opens, and fails when it is read: nothing lies at address 0.
    const Result<> copied = m_host.get(u"/proc/self/mem"_s, path(u"target"_s), {});
    QVERIFY(!copied);
    QCOMPARE(copied.error().kind, FaultKind::Storage);
    QVERIFY2(copied.error().what.contains("/proc/self/mem"_L1), qPrintable(copied.error().what));
    QCOMPARE(read(u"target"_s), "kept"_ba);
    QCOMPARE(entries(), QStringList {u"target"_s});
}

void TestLocalHost::unwritableTarget_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<FaultKind>("kind");
    QTest::newRow("no folder") << u"missing/target"_s << FaultKind::Denied;
    QTest::newRow("below a file") << u"source/target"_s << FaultKind::Denied;
    QTest::newRow("is a folder") << u"folder"_s << FaultKind::Usage;
    // Found out only when the copy gets its name.
    QTest::newRow("name too long") << QString(300, u'n') << FaultKind::Storage;
}

void TestLocalHost::unwritableTarget()
{
    QFETCH(QString, target);
    QFETCH(FaultKind, kind);
    write(u"source"_s, "x");
    QVERIFY(QDir(m_folder->path()).mkdir(u"folder"_s));
    const Result<> copied = m_host.put(path(u"source"_s), path(target), {});
    QVERIFY(!copied);
    QCOMPARE(copied.error().kind, kind);
    QVERIFY2(copied.error().what.contains(path(target)), qPrintable(copied.error().what));
    QCOMPARE(entries(), QStringList({u"folder"_s, u"source"_s}));
}

/// Stands for a disk that becomes full: the old file is whole, and nothing takes space beside it.
void TestLocalHost::fullTargetIsLeft()
{
    write(u"source"_s, QByteArray(2'000'000, 's'));
    write(u"target"_s, "kept");
    rlimit before {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small {.rlim_cur = 600'000, .rlim_max = before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const Result<> copied = m_host.put(path(u"source"_s), path(u"target"_s), {});
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!copied);
    QCOMPARE(copied.error().kind, FaultKind::Storage);
    QVERIFY2(copied.error().what.contains(path(u"target"_s)), qPrintable(copied.error().what));
    QCOMPARE(read(u"target"_s), "kept"_ba);
    QCOMPARE(entries(), QStringList({u"source"_s, u"target"_s}));
}

void TestLocalHost::cancelledBefore()
{
    write(u"source"_s, "new");
    write(u"target"_s, "kept");
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(m_host.put(path(u"source"_s), path(u"target"_s), stop.get_token()).error().kind, FaultKind::Cancelled);
    QCOMPARE(read(u"target"_s), "kept"_ba);
    QCOMPARE(entries(), QStringList({u"source"_s, u"target"_s}));
}

void TestLocalHost::targetThatIsNoFile()
{
    write(u"source"_s, "new");
    const QByteArray target = QFile::encodeName(path(u"pipe"_s));
    QCOMPARE(::mkfifo(target.constData(), 0600), 0);
    const Result<> copied = m_host.put(path(u"source"_s), path(u"pipe"_s), {});
    QVERIFY(!copied);
    QVERIFY2(copied.error().what.contains("not a regular file"_L1), qPrintable(copied.error().what));
    QVERIFY(!QFileInfo(path(u"pipe"_s)).isFile());
}

void TestLocalHost::cancelledMeanwhile()
{
    write(u"target"_s, "kept");
    const QByteArray source = QFile::encodeName(path(u"source"_s));
    QCOMPARE(::mkfifo(source.constData(), 0600), 0);
    // A source without end: only a cancel ends the copying. More than a pipe holds went through when it comes.
    constexpr qint64 Enough = 2'000'000;
    std::stop_source stop;
    std::jthread producer([&](std::stop_token ended) {
        const int fifo = ::open(source.constData(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        const QByteArray block(4096, 'e');
        for (qint64 written = 0; !ended.stop_requested();) {
            if (const auto count = ::write(fifo, block.constData(), size_t(block.size())); count > 0)
                written += count;
            else
                std::this_thread::yield();
            if (written > Enough)
                stop.request_stop();
        }
        ::close(fifo);
    });
    const Result<> copied = m_host.put(path(u"source"_s), path(u"target"_s), stop.get_token());
    QCOMPARE(copied.error().kind, FaultKind::Cancelled);
    QCOMPARE(read(u"target"_s), "kept"_ba);
    QCOMPARE(entries(), QStringList({u"source"_s, u"target"_s}));
}

QTEST_GUILESS_MAIN(TestLocalHost)
#include "tst_localhost.moc"
