// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

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

QTEST_GUILESS_MAIN(TestConnectionFiles)
#include "tst_connectionfiles.moc"
