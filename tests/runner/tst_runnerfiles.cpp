// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/protocol/listing.h"
#include "tests/support/rawrunner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace hermes::tests;
using namespace hermes::protocol;
using namespace std::chrono_literals;

class RunnerFilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_runner = std::make_unique<RawRunner>();
    }

    void cleanup()
    {
        m_runner.reset();
        m_dir.reset();
    }

    void putAndGet_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("empty") << 0;
        QTest::newRow("one byte") << 1;
        QTest::newRow("one frame") << int(MaxPayload);
        QTest::newRow("beyond the credit") << 3'000'001;
    }

    void putAndGet()
    {
        QFETCH(int, size);
        std::string content(size_t(size), '\0');
        for (size_t i = 0; i < content.size(); ++i)
            content[i] = char(i * 7);
        const std::string path = file("f");
        const uint32_t put = putFile(path, content, 0640);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(put).done; }));
        QVERIFY(readFile(path) == content);
        struct stat info;
        QVERIFY(::stat(path.c_str(), &info) == 0);
        QCOMPARE(info.st_mode & 07777U, 0640U);

        const uint32_t get = request(FrameType::Get, encodeField(Field::Path, path));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(get).fileEnd; }));
        QVERIFY(m_runner->seen(get).file == content);
        QCOMPARE(m_runner->seen(get).info->size, uint64_t(size));
        QCOMPARE(m_runner->seen(get).info->mode, 0640U);
        QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files), QStringList {QStringLiteral("f")});
    }

    void overwriting()
    {
        for (const char *content : {"first", "second"}) {
            const uint32_t put = putFile(file("f"), content, 0600);
            QVERIFY(m_runner->waitFor([&] { return m_runner->seen(put).done; }));
            QVERIFY(readFile(file("f")) == content);
        }
    }

    void filesWithoutSize()
    {
        const uint32_t get = request(FrameType::Get, encodeField(Field::Path, "/proc/self/stat"));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(get).fileEnd; }));
        QVERIFY(!m_runner->seen(get).file.empty());
    }

    void refusedGets_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::newRow("folder") << QByteArray("/tmp");
        QTest::newRow("missing") << QByteArray("/nonexistent/x");
        QTest::newRow("device") << QByteArray("/dev/zero");
        QTest::newRow("relative") << QByteArray("etc/passwd");
        QTest::newRow("NUL") << QByteArray("/etc\0/passwd", 12);
    }

    void refusedGets()
    {
        QFETCH(QByteArray, path);
        const uint32_t get = request(FrameType::Get, encodeField(Field::Path, path.toStdString()));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(get).error.has_value(); }));
        QVERIFY(!m_runner->seen(get).info);
    }

    void fifo()
    {
        const std::string path = file("fifo");
        QVERIFY(::mkfifo(path.c_str(), 0600) == 0);
        const uint32_t get = request(FrameType::Get, encodeField(Field::Path, path));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(get).error.has_value(); }));
        // Nor does a file take its place.
        const uint32_t put = putFile(path, "x", 0600);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(put).error.has_value(); }));
        QVERIFY(!QFileInfo(QString::fromStdString(path)).isFile());
    }

    void refusedPuts_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::newRow("no parent") << QByteArray("/nonexistent/x");
        QTest::newRow("a folder") << QByteArray("/tmp");
        QTest::newRow("relative") << QByteArray("x");
    }

    void refusedPuts()
    {
        QFETCH(QByteArray, path);
        const uint32_t put = putFile(path.toStdString(), std::string(500'000, 'x'), 0600);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(put).error.has_value(); }));
        // The data of the failed one is swallowed and its credit given back.
        QCOMPARE(m_runner->run(RawRunner::shell("exit 2")).code, 2U);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(put).fileCredit == InitialCredit; }));
        QVERIFY(!m_runner->seen(put).done);
    }

    void fullDisk()
    {
        if (::access("/dev/full", W_OK) != 0)
            QSKIP("there is no /dev/full");
        // A limit on the size of files stands for the full disk: the worker keeps its signals blocked.
        StartMessage message = RawRunner::shell("head -c 100000 /dev/zero > /dev/full");
        QVERIFY(m_runner->run(message).code != 0);
        QVERIFY(m_runner->last().err.contains("No space left"));
    }

    void listsAFolder()
    {
        QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("folder")));
        QVERIFY(QFile::link(QStringLiteral("folder"), m_dir->filePath(QStringLiteral("link"))));
        const uint32_t put = putFile(file("line\nbreak"), "12345", 0600);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(put).done; }));
        const uint32_t list = request(FrameType::List, encodeField(Field::Path, m_dir->path().toStdString()));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(list).fileEnd; }));
        std::vector<ListedEntry> entries = entriesIn(m_runner->seen(list).file);
        std::ranges::sort(entries, {}, &ListedEntry::name);
        QCOMPARE(entries.size(), size_t(3));
        QCOMPARE(entries[0].name, std::string("folder"));
        QVERIFY(entries[0].kind == EntryKind::Folder);
        QCOMPARE(entries[1].name, std::string("line\nbreak"));
        QVERIFY(entries[1].kind == EntryKind::File);
        QCOMPARE(entries[1].size, uint64_t(5));
        QVERIFY(entries[1].modified > 1'000'000'000);
        QVERIFY(entries[2].kind == EntryKind::Link);
    }

    void listsNoFurtherThanThereIsCredit()
    {
        QVERIFY(m_runner->run(RawRunner::shell("cd '" + m_dir->path().toStdString() + "' && seq 20000 | xargs touch")).code == 0);
        const uint32_t list = m_runner->nextId();
        m_runner->holdCredit(list);
        m_runner->send(FrameType::List, list, encodeField(Field::Path, m_dir->path().toStdString()));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(list).file.size() == InitialCredit; }));
        // Others are served meanwhile.
        QCOMPARE(m_runner->run(RawRunner::shell("exit 4")).code, 4U);
        QCOMPARE(m_runner->seen(list).file.size(), size_t(InitialCredit));
        m_runner->giveCredit(list, StreamId::File, 10'000'000);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(list).fileEnd; }));
        QCOMPARE(entriesIn(m_runner->seen(list).file).size(), size_t(20'000));
    }

    void refusedLists_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::newRow("missing") << QByteArray("/nonexistent");
        QTest::newRow("file") << QByteArray("/etc/passwd");
        QTest::newRow("relative") << QByteArray("etc");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("NUL") << QByteArray("/etc\0", 5);
    }

    void refusedLists()
    {
        QFETCH(QByteArray, path);
        const uint32_t list = request(FrameType::List, encodeField(Field::Path, path.toStdString()));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(list).error.has_value(); }));
        QVERIFY(!m_runner->seen(list).fileEnd);
    }

    void aborts()
    {
        const uint32_t put = request(FrameType::Put, encode(PutMessage {.path = file("f")}));
        m_runner->send(FrameType::FileData, put, "half", StreamId::File);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(put).fileCredit > InitialCredit; }));
        QVERIFY(!QDir(m_dir->path()).isEmpty());
        m_runner->send(FrameType::Abort, put);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(put).done; }));
        QVERIFY(QDir(m_dir->path()).isEmpty());

        const uint32_t get = m_runner->nextId();
        m_runner->holdCredit(get);
        QFile large(m_dir->filePath(QStringLiteral("large")));
        QVERIFY(large.open(QIODevice::WriteOnly));
        QVERIFY(large.resize(10'000'000));
        m_runner->send(FrameType::Get, get, encodeField(Field::Path, file("large")));
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(get).file.size() == InitialCredit; }));
        m_runner->send(FrameType::Abort, get);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(get).done; }));
        QVERIFY(!m_runner->seen(get).fileEnd);
    }

    void partsGoWithTheConnection()
    {
        const uint32_t put = request(FrameType::Put, encode(PutMessage {.path = file("f")}));
        m_runner->send(FrameType::FileData, put, "half", StreamId::File);
        QVERIFY(m_runner->waitFor([&] { return m_runner->seen(put).fileCredit > InitialCredit; }));
        m_runner->closeInput();
        QVERIFY(m_runner->waitForEnd() == 0);
        QVERIFY(QDir(m_dir->path()).isEmpty());
    }

private:
    static std::vector<ListedEntry> entriesIn(std::string_view bytes)
    {
        ListingReader reader;
        reader.feed(bytes);
        std::vector<ListedEntry> entries;
        while (auto entry = reader.next())
            entries.push_back(std::move(*entry));
        return reader.atEnd() && !reader.broken() ? entries : std::vector<ListedEntry>();
    }

    std::string file(const char *name) const { return m_dir->path().toStdString() + "/" + name; }

    uint32_t request(FrameType type, const std::string &payload)
    {
        const uint32_t id = m_runner->nextId();
        m_runner->send(type, id, payload);
        return id;
    }

    uint32_t putFile(const std::string &path, std::string_view content, uint32_t mode)
    {
        const uint32_t id = request(FrameType::Put, encode(PutMessage {.path = path, .mode = mode}));
        while (!content.empty()) {
            uint64_t &credit = m_runner->seen(id).fileCredit;
            if (!m_runner->waitFor([&] { return credit > 0; }))
                return id;
            const size_t part = std::min({content.size(), size_t(credit), MaxPayload});
            m_runner->send(FrameType::FileData, id, content.substr(0, part), StreamId::File);
            credit -= part;
            content.remove_prefix(part);
        }
        m_runner->send(FrameType::FileEnd, id);
        return id;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<RawRunner> m_runner;
};

QTEST_GUILESS_MAIN(RunnerFilesTest)
#include "tst_runnerfiles.moc"
