// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/client/fakerunner.h"
#include "tests/client/startedcall.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::tests;
using protocol::FrameType;
using protocol::StreamId;

namespace {
using Opened = Result<std::shared_ptr<runner::Connection>>;

/// A fake that is not told to die does not end by itself.
const runner::ConnectionOptions Patient {.closeLimit = 50ms};

std::future<Opened> openLater(FakeRunner &fake, runner::ConnectionOptions options = Patient, std::stop_token stop = {})
{
    return std::async(std::launch::async,
                      [host = fake.host(), options, stop] { return runner::Connection::open(host, options, stop); });
}

std::shared_ptr<runner::Connection> open(FakeRunner &fake, const runner::ConnectionOptions &options = Patient)
{
    auto opening = openLater(fake, options);
    fake.shakeHands();
    auto opened = opening.get();
    if (!opened)
        qFatal("not opened: %s", qUtf8Printable(opened.error().what));
    return *opened;
}

/// Keeps the credits of all output until it is told to let go.
class HoldingSink final : public OutputSink
{
public:
    void output(Stream, QByteArrayView, Credit credit) override
    {
        const std::lock_guard lock(m_mutex);
        m_held.push_back(std::move(credit));
    }
    size_t count() const
    {
        const std::lock_guard lock(m_mutex);
        return m_held.size();
    }
    void letGo()
    {
        const std::lock_guard lock(m_mutex);
        m_held.clear();
    }

private:
    mutable std::mutex m_mutex;
    std::vector<Credit> m_held;
};

uint32_t numberIn(const std::optional<ReceivedFrame> &frame)
{
    return frame ? protocol::readU32(std::as_bytes(std::span(frame->payload))).value_or(0) : 0;
}
} // namespace

class TestConnection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void handshake();
    void handshakeRefused();
    void handshakeWithGarbage();
    void handshakeOverTime();
    void handshakeCancelled();
    void runToItsEnd();
    void outputInOrderAndPieces();
    void sequenceGapIsAnError();
    void longMessagesAreJoined();
    void errorMeansNotStarted();
    void creditInBatches();
    void heldCreditIsGivenBackFromAnotherThread();
    void creditOutlivesTheConnection();
    void stdinWithCredit();
    void stopSendsEnd();
    void stopBeforeTheStartIsSent();
    void stopBeforeStart();
    void lostConnection();
    void lostBeforeTheStartWasSent();
    void startOnALostConnection();
    void lateEndIsNoticed();
    void lateEndAfterAStop();
    void theClockOfOneThatWaitsBeginsWithIt();
    void whatNeverBeganSaysSo();
    void placesAreSent();
    void lateWordOfTheStart();
    void endRunsOfOneOwner();
    void closeEndsRuns();
    void closeKillsAHangingRunner();
    void connectionDroppedInACallback();
    void silenceIsLoss();
    void pingsAreAnswered();
    void manyThreads();
};

void TestConnection::handshake()
{
    FakeRunner fake;
    auto opening = openLater(
        fake, {.environment = std::vector<std::string> {"A=1", "B=x\ny"}, .temporaryBase = "/tmp/base", .closeLimit = 50ms});
    const auto hello = fake.receive();
    QVERIFY(hello);
    QCOMPARE(hello->header.type, FrameType::Hello);
    QCOMPARE(protocol::decodeHello(hello->payload)->temporaryBase, std::string("/tmp/base"));
    fake.send(FrameType::Hello, 0, protocol::encode(protocol::HelloReply {.version = 1, .build = "b", .processId = 9}));
    const auto environment = fake.receive();
    QVERIFY(environment);
    QCOMPARE(environment->header.type, FrameType::Environment);
    QVERIFY(protocol::decodeVariables(environment->payload) == (std::vector<std::string> {"A=1", "B=x\ny"}));
    const auto opened = opening.get();
    QVERIFY(opened);
    QCOMPARE((*opened)->runner().processId, 9U);
    QVERIFY((*opened)->isUsable());
}

void TestConnection::handshakeRefused()
{
    FakeRunner fake;
    auto opening = openLater(fake);
    QVERIFY(fake.receive(FrameType::Hello));
    fake.send(FrameType::Refused, 0, protocol::encodeField(protocol::Field::Text, "too old"));
    const auto opened = opening.get();
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, FaultKind::Protocol);
    QVERIFY2(opened.error().what.contains(u"too old"_s), qUtf8Printable(opened.error().what));
}

void TestConnection::handshakeWithGarbage()
{
    FakeRunner fake;
    auto opening = openLater(fake);
    QVERIFY(fake.receive(FrameType::Hello));
    fake.sendBytes("Welcome to this machine!\n");
    const auto opened = opening.get();
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, FaultKind::Protocol);
    QVERIFY2(opened.error().what.contains(u"Welcome to this machine!"_s), qUtf8Printable(opened.error().what));
    QVERIFY(opened.error().what.contains(u"the fake"_s));
}

void TestConnection::handshakeOverTime()
{
    FakeRunner fake;
    auto opening = openLater(fake, {.handshakeLimit = 50ms, .closeLimit = 50ms});
    const auto opened = opening.get();
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, FaultKind::TimedOut);
    QVERIFY(fake.wasKilled());
}

void TestConnection::handshakeCancelled()
{
    FakeRunner fake;
    std::stop_source stop;
    auto opening = openLater(fake, {.closeLimit = 50ms}, stop.get_token());
    QVERIFY(fake.receive(FrameType::Hello));
    stop.request_stop();
    const auto opened = opening.get();
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, FaultKind::Cancelled);
}

void TestConnection::runToItsEnd()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall call(*connection, {.message = {.code = "true", .environment = {"X=1"}}});
    const auto start = fake.receive();
    QVERIFY(start);
    QCOMPARE(start->header.type, FrameType::Start);
    const auto message = protocol::decodeStart(start->payload);
    QVERIFY(message);
    QCOMPARE(message->code, std::string("true"));
    QVERIFY(!message->hasInput);
    QVERIFY(message->runName.size() > 10);
    const uint32_t id = start->header.id;
    std::string pid;
    protocol::appendU32(pid, 5);
    fake.send(FrameType::Started, id, pid);
    fake.sendOutput(id, 0, "hi\n");
    fake.sendExit(id, {.code = 3, .wallTime = 1ns, .userTime = 7us, .systemTime = 8us, .maxResident = 4096});
    const RunEnd &end = call.end();
    QCOMPARE(end.exitCode, 3);
    QCOMPARE(end.reason, EndReason::Exited);
    QCOMPARE(end.run, 1ns);
    QVERIFY(end.acquire > 0ns);
    QCOMPARE(end.use->userTime, 7us);
    QCOMPARE(end.use->maxResidentBytes, 4096);
    QCOMPARE(call.sink().out(), QByteArray("hi\n"));
    QVERIFY(call.sink().hasStarted());
}

void TestConnection::outputInOrderAndPieces()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall call(*connection);
    const uint32_t id = fake.acceptStart();
    std::string bytes;
    for (uint64_t sequence = 0; sequence < 50; ++sequence) {
        std::string payload;
        protocol::appendU64(payload, sequence);
        payload.append(std::string(size_t(sequence) * 137, char('a' + sequence % 26)));
        bytes += protocol::encodeMessage(FrameType::Output, id, payload, sequence % 3 ? StreamId::Stdout : StreamId::Stderr);
    }
    // In pieces that cut headers and payloads anywhere.
    for (size_t at = 0; at < bytes.size(); at += 611)
        fake.sendBytes(std::string_view(bytes).substr(at, 611));
    fake.sendExit(id);
    QCOMPARE(call.end().exitCode, 0);
    qint64 expected = 0;
    for (qint64 sequence = 0; sequence < 50; ++sequence)
        expected += sequence * 137;
    QCOMPARE(call.sink().outTotal() + call.sink().errTotal(), expected);
    QVERIFY(call.sink().err().startsWith('d'));
}

void TestConnection::sequenceGapIsAnError()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall call(*connection);
    const uint32_t id = fake.acceptStart();
    fake.sendOutput(id, 0, "a");
    fake.sendOutput(id, 2, "c");
    QCOMPARE(call.end().reason, EndReason::Infrastructure);
    QCOMPARE(call.end().fault->kind, FaultKind::Protocol);
    QCOMPARE(call.sink().out(), QByteArray("a"));
    QVERIFY(!connection->isUsable());
}

void TestConnection::longMessagesAreJoined()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall call(*connection);
    const uint32_t id = fake.acceptStart();
    fake.sendExit(id, {.notes = {std::string(200'000, 'n')}});
    QCOMPARE(call.end().notes.value(0).size(), 200'000);
}

void TestConnection::errorMeansNotStarted()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall call(*connection);
    const auto start = fake.receive(FrameType::Start);
    QVERIFY(start);
    fake.send(FrameType::Error, start->header.id,
              protocol::encode(protocol::ErrorMessage {
                  .errorNumber = ENOENT, .stage = "find python3", .text = "python3 was not found in PATH", .retry = false}));
    QCOMPARE(call.end().reason, EndReason::Infrastructure);
    QVERIFY(!call.end().mayHaveStarted);
    QCOMPARE(call.end().fault->kind, FaultKind::NotConfigured);
    QVERIFY(!call.end().fault->transient);
    QVERIFY(call.end().fault->advice.contains(u"python3"_s));
    QVERIFY(connection->isUsable());
}

void TestConnection::creditInBatches()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall call(*connection);
    const uint32_t id = fake.acceptStart();
    fake.sendOutput(id, 0, std::string(30'000, 'x'));
    fake.sendOutput(id, 1, std::string(30'000, 'x'));
    QVERIFY(fake.hearsNothing());
    fake.sendOutput(id, 2, std::string(30'000, 'x'));
    const auto credit = fake.receive();
    QVERIFY(credit);
    QCOMPARE(credit->header.type, FrameType::Credit);
    QCOMPARE(credit->header.stream, StreamId::Stdout);
    QCOMPARE(credit->header.id, id);
    QCOMPARE(numberIn(credit), 90'000U);
    fake.sendExit(id);
    QCOMPARE(call.end().exitCode, 0);
}

void TestConnection::heldCreditIsGivenBackFromAnotherThread()
{
    FakeRunner fake;
    const auto connection = open(fake);
    const auto sink = std::make_shared<HoldingSink>();
    StartedCall call(*connection, {}, sink);
    const uint32_t id = fake.acceptStart();
    for (uint64_t sequence = 0; sequence < 4; ++sequence)
        fake.sendOutput(id, sequence, std::string(60'000, 'x'), StreamId::Stderr);
    QTRY_COMPARE(sink->count(), size_t(4));
    QVERIFY(fake.hearsNothing());
    sink->letGo();
    uint32_t given = 0;
    while (given < 128 * 1024) {
        const auto credit = fake.receive(FrameType::Credit);
        QVERIFY(credit);
        QCOMPARE(credit->header.stream, StreamId::Stderr);
        given += numberIn(credit);
    }
    QVERIFY(given <= 240'000);
    fake.sendExit(id);
    QCOMPARE(call.end().exitCode, 0);
}

void TestConnection::creditOutlivesTheConnection()
{
    const auto sink = std::make_shared<HoldingSink>();
    {
        FakeRunner fake;
        const auto connection = open(fake);
        StartedCall call(*connection, {}, sink);
        const uint32_t id = fake.acceptStart();
        for (uint64_t sequence = 0; sequence < 3; ++sequence)
            fake.sendOutput(id, sequence, std::string(60'000, 'x'));
        QTRY_COMPARE(sink->count(), size_t(3));
        fake.die();
        QCOMPARE(call.end().reason, EndReason::Infrastructure);
    }
    sink->letGo();
}

void TestConnection::stdinWithCredit()
{
    FakeRunner fake;
    const auto connection = open(fake);
    const QByteArray input(400'000, 'i');
    StartedCall call(*connection, {.input = input});
    const auto start = fake.receive(FrameType::Start);
    QVERIFY(start);
    QVERIFY(protocol::decodeStart(start->payload)->hasInput);
    const uint32_t id = start->header.id;
    size_t received = 0;
    while (received < protocol::InitialCredit) {
        const auto frame = fake.receive();
        QVERIFY(frame && frame->header.type == FrameType::Input && frame->header.id == id);
        received += frame->payload.size();
    }
    QCOMPARE(received, size_t(protocol::InitialCredit));
    QVERIFY(fake.hearsNothing());
    std::string amount;
    protocol::appendU32(amount, 1'000'000);
    fake.send(FrameType::Credit, id, amount, StreamId::Stdin);
    for (;;) {
        const auto frame = fake.receive();
        QVERIFY(frame);
        if (frame->header.type == FrameType::InputEnd)
            break;
        received += frame->payload.size();
    }
    QCOMPARE(received, size_t(400'000));
    fake.sendExit(id);
    QCOMPARE(call.end().exitCode, 0);
}

void TestConnection::stopSendsEnd()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall call(*connection);
    const uint32_t id = fake.acceptStart();
    call.requestStop();
    const auto end = fake.receive();
    QVERIFY(end);
    QCOMPARE(end->header.type, FrameType::End);
    QCOMPARE(end->header.id, id);
    QVERIFY(!call.hasEnded());
    fake.sendOutput(id, 0, "last");
    fake.sendExit(id, {.ending = protocol::Ending::Cancelled, .signalled = true, .code = 15});
    QCOMPARE(call.end().reason, EndReason::Cancelled);
    QCOMPARE(call.end().exitCode, 130);
    QCOMPARE(call.end().signal, 15);
    QCOMPARE(call.sink().out(), QByteArray("last"));
}

void TestConnection::stopBeforeTheStartIsSent()
{
    FakeRunner fake;
    const auto connection = open(fake);
    // The fake reads nothing, so the first call fills the way and the second one waits in the client.
    StartedCall filling(*connection, {.message = {.code = std::string(4'000'000, '#')}});
    StartedCall second(*connection, {.message = {.code = std::string(4'000'000, '#')}});
    StartedCall third(*connection, {.message = {.code = "true"}});
    third.requestStop();
    QCOMPARE(third.end().reason, EndReason::Cancelled);
    QVERIFY(!third.end().mayHaveStarted);
    const uint32_t firstId = fake.acceptStart();
    fake.sendExit(firstId);
    QCOMPARE(filling.end().exitCode, 0);
    uint32_t secondId = fake.acceptStart();
    while (secondId == firstId)
        secondId = fake.acceptStart();
    fake.sendExit(secondId);
    QCOMPARE(second.end().exitCode, 0);
}

void TestConnection::stopBeforeStart()
{
    FakeRunner fake;
    const auto connection = open(fake);
    std::stop_source stop;
    stop.request_stop();
    std::promise<RunEnd> promise;
    connection->start({.stop = stop.get_token(), .done = [&](RunEnd end) { promise.set_value(std::move(end)); }});
    const RunEnd end = promise.get_future().get();
    QCOMPARE(end.reason, EndReason::Cancelled);
    QVERIFY(!end.mayHaveStarted);
    QVERIFY(fake.hearsNothing());
}

void TestConnection::lostConnection()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall call(*connection);
    const uint32_t id = fake.acceptStart();
    fake.sendOutput(id, 0, "so far");
    QVERIFY(call.sink().waitForOutput("so far"));
    fake.die("out of luck\n");
    QCOMPARE(call.end().reason, EndReason::Infrastructure);
    QCOMPARE(call.end().exitCode, -1);
    QVERIFY(call.end().mayHaveStarted);
    QCOMPARE(call.end().fault->what, u"The connection to the runner on the fake was lost: out of luck; the snippet may have run"_s);
    QVERIFY(!connection->isUsable());
}

void TestConnection::lostBeforeTheStartWasSent()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall filling(*connection, {.message = {.code = std::string(4'000'000, '#')}});
    StartedCall second(*connection);
    QVERIFY(fake.receive(FrameType::Start));
    fake.die();
    QVERIFY(!filling.end().mayHaveStarted);
    QVERIFY(!second.end().mayHaveStarted);
    QVERIFY(second.end().fault->transient);
}

void TestConnection::startOnALostConnection()
{
    FakeRunner fake;
    const auto connection = open(fake);
    fake.die();
    QTRY_VERIFY(!connection->isUsable());
    StartedCall call(*connection);
    QCOMPARE(call.end().reason, EndReason::Infrastructure);
    QVERIFY(!call.end().mayHaveStarted);
    QVERIFY(!connection->makeFolder({}));
    QVERIFY(!connection->ping({}));
}

void TestConnection::lateEndIsNoticed()
{
    FakeRunner fake;
    const auto connection = open(fake, {.endGrace = 50ms, .closeLimit = 50ms});
    StartedCall call(*connection, {.message = {.timeout = 10ms, .killDelay = 10ms}});
    const uint32_t id = fake.acceptStart();
    QCOMPARE(call.end().reason, EndReason::Infrastructure);
    QCOMPARE(call.end().fault->kind, FaultKind::TimedOut);
    QVERIFY(call.end().mayHaveStarted);
    // What comes too late is swallowed, with its credit given back.
    fake.sendOutput(id, 0, std::string(40'000, 'x'));
    fake.sendOutput(id, 1, std::string(40'000, 'x'));
    QCOMPARE(numberIn(fake.receive(FrameType::Credit)), 80'000U);
    fake.sendExit(id);
    QVERIFY(connection->isUsable());
    QCOMPARE(call.sink().outTotal(), 0);
}

void TestConnection::theClockOfOneThatWaitsBeginsWithIt()
{
    FakeRunner fake;
    const auto connection = open(fake, {.endGrace = 50ms, .closeLimit = 50ms});
    const protocol::QueuePlaces places {.queue = 5, .places = 1};
    StartedCall call(*connection, {.message = {.timeout = 10ms, .killDelay = 10ms, .queue = places}});
    const auto start = fake.receive(FrameType::Start);
    QVERIFY(start);
    QVERIFY(protocol::decodeStart(start->payload)->queue == places);
    // Far beyond timeout, delay and grace.
    QVERIFY(!QTest::qWaitFor([&] { return call.hasEnded(); }, 150));
    fake.send(FrameType::Started, start->header.id, std::string(4, '\1'));
    QCOMPARE(call.end().reason, EndReason::Infrastructure);
    QCOMPARE(call.end().fault->kind, FaultKind::TimedOut);
}

void TestConnection::whatNeverBeganSaysSo()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall call(*connection, {.message = {.queue = protocol::QueuePlaces {.queue = 5, .places = 1}}});
    const auto start = fake.receive(FrameType::Start);
    QVERIFY(start);
    call.requestStop();
    QVERIFY(fake.receive(FrameType::End));
    fake.sendExit(start->header.id, {.ending = protocol::Ending::Cancelled, .neverBegan = true});
    QCOMPARE(call.end().reason, EndReason::Cancelled);
    QCOMPARE(call.end().exitCode, 130);
    QVERIFY(!call.end().mayHaveStarted);
}

void TestConnection::placesAreSent()
{
    FakeRunner fake;
    const auto connection = open(fake);
    const protocol::QueuePlaces places {.queue = 5, .places = 3, .holdAfterFailure = true};
    connection->setPlaces(places);
    const auto frame = fake.receive(FrameType::Places);
    QVERIFY(frame);
    QVERIFY(protocol::decodePlaces(frame->payload) == places);
}

/// The time of the run is not counted as waiting for it a second time.
void TestConnection::lateWordOfTheStart()
{
    FakeRunner fake;
    const auto connection = open(fake);
    StartedCall call(*connection);
    const auto start = fake.receive(FrameType::Start);
    QVERIFY(start);
    QElapsedTimer timer;
    timer.start();
    const auto run = 40ms;
    QVERIFY(QTest::qWaitFor([&] { return timer.durationElapsed() > run; }));
    fake.send(FrameType::Started, start->header.id, std::string(4, '\1'));
    fake.sendExit(start->header.id, {.wallTime = run});
    const std::chrono::nanoseconds whole = call.end().acquire + call.end().run;
    QVERIFY(call.end().acquire >= 0ns);
    // Both together are the time that passed here, and that of the two ways.
    QVERIFY(whole <= timer.durationElapsed() + 40ms);
    QCOMPARE(call.end().run, run);
}

void TestConnection::lateEndAfterAStop()
{
    FakeRunner fake;
    const auto connection = open(fake, {.endGrace = 50ms, .closeLimit = 50ms});
    StartedCall call(*connection, {.message = {.killDelay = 10ms}});
    static_cast<void>(fake.acceptStart());
    call.requestStop();
    QCOMPARE(call.end().reason, EndReason::Cancelled);
    QVERIFY(call.end().mayHaveStarted);
    QVERIFY(call.end().notes.value(0).contains(u"may still be running"_s));
}

void TestConnection::endRunsOfOneOwner()
{
    FakeRunner fake;
    const auto connection = open(fake);
    const auto owner = runner::Connection::newOwner();
    StartedCall mine(*connection, {.owner = owner});
    const uint32_t myId = fake.acceptStart();
    StartedCall other(*connection, {.owner = runner::Connection::newOwner()});
    const uint32_t otherId = fake.acceptStart();
    connection->endRuns(owner);
    const auto end = fake.receive(FrameType::End);
    QVERIFY(end);
    QCOMPARE(end->header.id, myId);
    fake.sendExit(myId, {.ending = protocol::Ending::Cancelled});
    QCOMPARE(mine.end().reason, EndReason::Cancelled);
    fake.sendExit(otherId);
    QCOMPARE(other.end().reason, EndReason::Exited);
}

void TestConnection::closeEndsRuns()
{
    FakeRunner fake;
    auto connection = open(fake, {});
    StartedCall call(*connection);
    static_cast<void>(fake.acceptStart());
    auto closing = std::async(std::launch::async, [&connection] { connection.reset(); });
    QVERIFY(!fake.receive());
    fake.die();
    closing.get();
    QCOMPARE(call.end().reason, EndReason::Cancelled);
    QVERIFY(call.end().mayHaveStarted);
    QVERIFY(!fake.wasKilled());
}

void TestConnection::closeKillsAHangingRunner()
{
    FakeRunner fake;
    auto connection = open(fake, {.closeLimit = 50ms});
    StartedCall call(*connection);
    static_cast<void>(fake.acceptStart());
    connection.reset();
    QCOMPARE(call.end().reason, EndReason::Cancelled);
    QVERIFY(fake.wasKilled());
}

void TestConnection::connectionDroppedInACallback()
{
    FakeRunner fake;
    auto connection = open(fake, {.closeLimit = 50ms});
    std::promise<void> dropped;
    connection->start({.done = [&connection, &dropped](RunEnd) {
        connection.reset();
        dropped.set_value();
    }});
    fake.sendExit(fake.acceptStart());
    QCOMPARE(dropped.get_future().wait_for(20s), std::future_status::ready);
    QTRY_VERIFY(fake.wasKilled());
}

void TestConnection::silenceIsLoss()
{
    FakeRunner fake;
    const auto connection = open(fake, {.pingEvery = 20ms, .silenceLimit = 200ms, .closeLimit = 50ms});
    StartedCall call(*connection);
    static_cast<void>(fake.acceptStart());
    QVERIFY(fake.receive(FrameType::Ping));
    QCOMPARE(call.end().reason, EndReason::Infrastructure);
    QVERIFY(call.end().fault->what.contains(u"nothing was heard"_s));
}

void TestConnection::pingsAreAnswered()
{
    FakeRunner fake;
    const auto connection = open(fake);
    fake.send(FrameType::Ping, 77, "payload");
    const auto pong = fake.receive();
    QVERIFY(pong);
    QCOMPARE(pong->header.type, FrameType::Pong);
    QCOMPARE(pong->payload, std::string("payload"));
    auto asking = std::async(std::launch::async, [&connection] { return connection->ping({}); });
    const auto ping = fake.receive(FrameType::Ping);
    QVERIFY(ping);
    fake.send(FrameType::Pong, ping->header.id, ping->payload);
    const auto took = asking.get();
    QVERIFY(took && *took > 0ns);
}

void TestConnection::manyThreads()
{
    FakeRunner fake;
    const auto connection = open(fake);
    constexpr int Threads = 4;
    constexpr int RunsEach = 200;
    std::atomic<int> ended = 0;
    std::atomic<int> cancelled = 0;
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < Threads; ++thread) {
            threads.emplace_back([&, thread] {
                for (int run = 0; run < RunsEach; ++run) {
                    std::stop_source stop;
                    connection->start(
                        {.sink = std::make_shared<RecordingSink>(), .stop = stop.get_token(), .done = [&](const RunEnd &end) {
                             cancelled += end.reason == EndReason::Cancelled;
                             ++ended;
                         }});
                    if ((run + thread) % 3 == 0)
                        stop.request_stop();
                }
            });
        }
        // Runs that were stopped in time never show up here, and an End may come for one that has ended.
        while (ended < Threads * RunsEach) {
            if (fake.hearsNothing())
                continue;
            const auto frame = fake.receive();
            QVERIFY(frame);
            if (frame->header.type != FrameType::Start)
                continue;
            fake.sendOutput(frame->header.id, 0, "some output");
            fake.sendExit(frame->header.id);
        }
    }
    QCOMPARE(ended, Threads * RunsEach);
    QVERIFY(cancelled <= ended);
}

QTEST_GUILESS_MAIN(TestConnection)
#include "tst_connection.moc"
