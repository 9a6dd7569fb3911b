// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/protocol/listing.h"
#include "tests/client/fakerunner.h"
#include "tests/client/startedcall.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::tests;
using protocol::FrameType;
using protocol::StreamId;

class TestConnectionFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void makeAndRemoveFolder();
    void putSendsTheFile();
    void putStopsAtAnError();
    void putCancelled();
    void putOfAPipeIsRefused();
    void getWritesTheFile();
    void getOfAMissingFile();
    void getWhenTheConnectionIsLost();
    void listPutsEntriesTogether();
    void listOfRubbish_data();
    void listOfRubbish();
    void listStopsAtTheLimit();
    void listNeedsANewRunner();

private:
    [[nodiscard]] QString fileWith(const QByteArray &bytes) const;

    std::unique_ptr<FakeRunner> m_fake;
    std::shared_ptr<runner::Connection> m_connection;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestConnectionFiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_fake = std::make_unique<FakeRunner>();
    auto opening = std::async(std::launch::async,
                              [host = m_fake->host()] { return runner::Connection::open(host, {.closeLimit = 100ms}, {}); });
    m_fake->shakeHands();
    m_connection = opening.get().value_or(nullptr);
    QVERIFY(m_connection);
}

void TestConnectionFiles::cleanup()
{
    m_connection.reset();
    m_fake.reset();
}

QString TestConnectionFiles::fileWith(const QByteArray &bytes) const
{
    QFile file(m_folder->filePath(u"source"_s));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
}

void TestConnectionFiles::makeAndRemoveFolder()
{
    auto making = std::async(std::launch::async, [this] { return m_connection->makeFolder({}); });
    const auto request = m_fake->receive(FrameType::MakeFolder);
    QVERIFY(request);
    m_fake->send(FrameType::Folder, request->header.id, protocol::encodeField(protocol::Field::Path, "/tmp/made"));
    QCOMPARE(making.get().value_or(QByteArray()), QByteArray("/tmp/made"));
    std::promise<Result<>> removed;
    m_connection->removeFolder("/tmp/made", [&removed](Result<> outcome) { removed.set_value(std::move(outcome)); });
    const auto removal = m_fake->receive(FrameType::RemoveFolder);
    QVERIFY(removal);
    QCOMPARE(protocol::decodeField(protocol::Field::Path, removal->payload), std::string("/tmp/made"));
    m_fake->send(FrameType::Done, removal->header.id);
    QVERIFY(removed.get_future().get());
}

void TestConnectionFiles::putSendsTheFile()
{
    const QByteArray bytes = QByteArray("0123456789").repeated(60'000);
    const QString source = fileWith(bytes);
    QFile::setPermissions(source, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    auto putting = std::async(std::launch::async, [&] { return m_connection->put(source, "/there/f", {}); });
    const auto request = m_fake->receive(FrameType::Put);
    QVERIFY(request);
    const auto message = protocol::decodePut(request->payload);
    QCOMPARE(message->path, std::string("/there/f"));
    QCOMPARE(message->mode, 0700U);
    QByteArray received;
    for (uint32_t owed = 0;;) {
        const auto frame = m_fake->receive();
        QVERIFY(frame && frame->header.id == request->header.id);
        if (frame->header.type == FrameType::FileEnd)
            break;
        received += QByteArray::fromStdString(frame->payload);
        owed += uint32_t(frame->payload.size());
        if (owed >= protocol::InitialCredit) {
            std::string amount;
            protocol::appendU32(amount, std::exchange(owed, 0));
            QVERIFY(m_fake->hearsNothing());
            m_fake->send(FrameType::Credit, request->header.id, amount, StreamId::File);
        }
    }
    QCOMPARE(received, bytes);
    m_fake->send(FrameType::Done, request->header.id);
    QVERIFY(putting.get());
}

void TestConnectionFiles::putStopsAtAnError()
{
    const QString source = fileWith(QByteArray(1'000'000, 'x'));
    auto putting = std::async(std::launch::async, [&] { return m_connection->put(source, "/there/f", {}); });
    const auto request = m_fake->receive(FrameType::Put);
    QVERIFY(request);
    m_fake->send(
        FrameType::Error, request->header.id,
        protocol::encode(protocol::ErrorMessage {.errorNumber = ENOSPC, .stage = "write /there/f", .text = "No space is left"}));
    const auto outcome = putting.get();
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, FaultKind::Exhausted);
    QVERIFY2(outcome.error().what.contains(u"/there/f: No space is left"_s), qUtf8Printable(outcome.error().what));
}

void TestConnectionFiles::putCancelled()
{
    const QString source = fileWith(QByteArray(1'000'000, 'x'));
    std::stop_source stop;
    auto putting = std::async(std::launch::async, [&] { return m_connection->put(source, "/there/f", stop.get_token()); });
    const auto request = m_fake->receive(FrameType::Put);
    QVERIFY(request);
    stop.request_stop();
    const auto abort = m_fake->receive(FrameType::Abort);
    QVERIFY(abort);
    QCOMPARE(abort->header.id, request->header.id);
    m_fake->send(FrameType::Done, request->header.id);
    QCOMPARE(putting.get().error().kind, FaultKind::Cancelled);
}

void TestConnectionFiles::putOfAPipeIsRefused()
{
    const QString pipe = m_folder->filePath(u"pipe"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    const auto outcome = m_connection->put(pipe, "/there/f", {});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, FaultKind::Usage);
    QVERIFY(m_fake->hearsNothing());
}

void TestConnectionFiles::getWritesTheFile()
{
    const QString target = m_folder->filePath(u"target"_s);
    auto getting = std::async(std::launch::async, [&] { return m_connection->get("/there/f", target, {}); });
    const auto request = m_fake->receive(FrameType::Get);
    QVERIFY(request);
    const uint32_t id = request->header.id;
    m_fake->send(FrameType::FileInfo, id, protocol::encode(protocol::FileInfoMessage {.size = 130'000, .mode = 0755}));
    for (int part = 0; part < 13; ++part)
        m_fake->send(FrameType::FileData, id, std::string(10'000, char('a' + part)), StreamId::File);
    const auto credit = m_fake->receive(FrameType::Credit);
    QVERIFY(credit);
    QCOMPARE(credit->header.stream, StreamId::File);
    m_fake->send(FrameType::FileEnd, id);
    QVERIFY(getting.get());
    QFile file(target);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.size(), 130'000);
    QVERIFY(file.readAll().startsWith("aaa"));
    QVERIFY(file.permissions() & QFile::ExeOwner);
}

void TestConnectionFiles::getOfAMissingFile()
{
    const QString target = m_folder->filePath(u"target"_s);
    auto getting = std::async(std::launch::async, [&] { return m_connection->get("/there/f", target, {}); });
    const auto request = m_fake->receive(FrameType::Get);
    QVERIFY(request);
    m_fake->send(
        FrameType::Error, request->header.id,
        protocol::encode(protocol::ErrorMessage {.errorNumber = ENOENT, .stage = "open /there/f", .text = "It is not there"}));
    const auto outcome = getting.get();
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, FaultKind::NotFound);
    QVERIFY(!QFile::exists(target));
}

void TestConnectionFiles::getWhenTheConnectionIsLost()
{
    const QString target = m_folder->filePath(u"target"_s);
    auto getting = std::async(std::launch::async, [&] { return m_connection->get("/there/f", target, {}); });
    const auto request = m_fake->receive(FrameType::Get);
    QVERIFY(request);
    m_fake->send(FrameType::FileData, request->header.id, "half of it", StreamId::File);
    m_fake->die();
    const auto outcome = getting.get();
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, FaultKind::Unreachable);
    QVERIFY(!QFile::exists(target));
}

void TestConnectionFiles::listPutsEntriesTogether()
{
    const protocol::ListedEntry first {.kind = protocol::EntryKind::Folder, .modified = -7, .name = "\xff\n"};
    const protocol::ListedEntry second {.kind = protocol::EntryKind::File, .size = ~uint64_t {0}, .modified = 9, .name = "b"};
    std::string bytes;
    protocol::appendEntry(bytes, first);
    protocol::appendEntry(bytes, second);
    auto listing = std::async(std::launch::async, [&] { return m_connection->list("/there", {}); });
    const auto request = m_fake->receive(FrameType::List);
    QVERIFY(request);
    QCOMPARE(protocol::decodeField(protocol::Field::Path, request->payload), std::string("/there"));
    for (const char byte : bytes)
        m_fake->send(FrameType::FileData, request->header.id, std::string_view(&byte, 1), StreamId::File);
    m_fake->send(FrameType::FileEnd, request->header.id);
    const auto content = listing.get();
    QVERIFY2(content, content ? "" : qUtf8Printable(toText(content.error())));
    QCOMPARE(content->entries.size(), 2);
    QCOMPARE(content->entries[0],
             (FileEntry {.name = "\xff\n", .kind = FileEntry::Kind::Folder, .modified = std::chrono::sys_seconds(-7s)}));
    QCOMPARE(content->entries[1].size, std::numeric_limits<qint64>::max());
}

void TestConnectionFiles::listOfRubbish_data()
{
    QTest::addColumn<QByteArray>("bytes");
    std::string entry;
    protocol::appendEntry(entry, {.name = "name"});
    const QByteArray good = QByteArray::fromStdString(entry);
    QTest::newRow("cut") << good.chopped(1);
    QTest::newRow("length too small") << QByteArray("\3\0\0\0abc", 7);
    QTest::newRow("length too large") << QByteArray("\xff\xff\xff\xff", 4);
    QTest::newRow("unknown kind") << QByteArray(good).replace(4, 1, "\x09");
    QTest::newRow("name with a slash") << QByteArray(good).replace("name", "n/me");
    QTest::newRow("name longer than the entry") << QByteArray(good).replace(good.size() - 6, 1, "\x7f");
}

void TestConnectionFiles::listOfRubbish()
{
    QFETCH(const QByteArray, bytes);
    auto listing = std::async(std::launch::async, [&] { return m_connection->list("/there", {}); });
    const auto request = m_fake->receive(FrameType::List);
    QVERIFY(request);
    m_fake->send(FrameType::FileData, request->header.id, bytes.toStdString(), StreamId::File);
    m_fake->send(FrameType::FileEnd, request->header.id);
    const auto content = listing.get();
    QVERIFY(!content);
    QCOMPARE(content.error().kind, FaultKind::Protocol);
    QVERIFY2(content.error().what.contains(u"/there"_s), qUtf8Printable(content.error().what));
}

void TestConnectionFiles::listStopsAtTheLimit()
{
    auto listing = std::async(std::launch::async, [&] { return m_connection->list("/there", {}); });
    const auto request = m_fake->receive(FrameType::List);
    QVERIFY(request);
    std::string bytes;
    for (int i = 0; i < 1000; ++i)
        protocol::appendEntry(bytes, {.name = "n"});
    for (qsizetype sent = 0; sent <= FolderContent::MostEntries; sent += 1000)
        m_fake->send(FrameType::FileData, request->header.id, bytes, StreamId::File);
    const auto abort = m_fake->receive(FrameType::Abort);
    QVERIFY(abort);
    m_fake->send(FrameType::Done, request->header.id);
    const auto content = listing.get();
    QVERIFY(content);
    QCOMPARE(content->entries.size(), FolderContent::MostEntries);
    QVERIFY(!content->isComplete);
}

void TestConnectionFiles::listNeedsANewRunner()
{
    FakeRunner old;
    auto opening = std::async(std::launch::async,
                              [host = old.host()] { return runner::Connection::open(host, {.closeLimit = 100ms}, {}); });
    old.shakeHands(1);
    const auto connection = opening.get().value_or(nullptr);
    QVERIFY(connection);
    const auto content = connection->list("/there", {});
    QVERIFY(!content);
    QVERIFY2(content.error().what.contains(u"too old"_s), qUtf8Printable(content.error().what));
    QVERIFY(!content.error().advice.isEmpty());
    // Nothing was sent that it would break off for.
    QVERIFY(old.hearsNothing());
    QVERIFY(connection->isUsable());
}

QTEST_GUILESS_MAIN(TestConnectionFiles)
#include "tst_connectionfiles.moc"
