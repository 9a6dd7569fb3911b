// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/protocol/frame.h"
#include "backends/runner/protocol/message.h"
#include "backends/runner/resident/assembler.h"

#include <QTest>

#include <limits>
#include <random>

using namespace hermes::protocol;
using namespace std::chrono_literals;

namespace {

constexpr int Rounds = 2000;

/// Random values with a fixed seed: a failure comes back.
class Dice
{
public:
    uint64_t number() { return m_engine() >> (m_engine() % 64); }
    uint32_t number32() { return static_cast<uint32_t>(number()); }
    bool flag() { return m_engine() % 2 == 0; }
    size_t below(size_t limit) { return m_engine() % limit; }
    std::string bytes(size_t longest = 40)
    {
        std::string text(below(longest + 1), '\0');
        for (char &byte : text)
            byte = static_cast<char>(m_engine());
        return text;
    }
    std::vector<std::string> list()
    {
        std::vector<std::string> entries(below(5));
        for (std::string &entry : entries)
            entry = bytes();
        return entries;
    }
    template<typename Duration>
    Duration duration()
    {
        return Duration(static_cast<int64_t>(number() >> 1));
    }
    std::optional<uint64_t> maybe() { return flag() ? std::optional(number()) : std::nullopt; }

private:
    std::mt19937_64 m_engine {20260101};
};

Hello randomHello(Dice &dice)
{
    return {.minVersion = dice.number32(),
            .maxVersion = dice.number32(),
            .silenceLimit = dice.duration<std::chrono::milliseconds>(),
            .scriptFolder = dice.bytes(),
            .temporaryBase = dice.bytes()};
}

QueuePlaces randomPlaces(Dice &dice)
{
    return {.queue = dice.number() | 1, .places = dice.number32(), .holdAfterFailure = dice.flag()};
}

StartMessage randomStart(Dice &dice)
{
    return {.language = dice.flag() ? ScriptLanguage::Python : ScriptLanguage::Shell,
            .code = dice.bytes(2000),
            .environment = dice.list(),
            .folderMode = static_cast<FolderMode>(dice.below(3)),
            .path = dice.bytes(),
            .timeout = dice.duration<std::chrono::milliseconds>(),
            .killDelay = dice.duration<std::chrono::milliseconds>(),
            .hasInput = dice.flag(),
            .keepBackground = dice.flag(),
            .memoryLimit = dice.maybe(),
            .cpuLimit = dice.maybe(),
            .processLimit = dice.maybe(),
            .fileLimit = dice.maybe(),
            .runName = dice.bytes(),
            .queue = dice.flag() ? std::optional(randomPlaces(dice)) : std::nullopt};
}

ExitMessage randomExit(Dice &dice)
{
    return {.ending = static_cast<Ending>(dice.below(3)),
            .neverBegan = dice.flag(),
            .signalled = dice.flag(),
            .code = dice.number32(),
            .outOfMemory = dice.flag(),
            .wallTime = dice.duration<std::chrono::nanoseconds>(),
            .userTime = dice.duration<std::chrono::microseconds>(),
            .systemTime = dice.duration<std::chrono::microseconds>(),
            .maxResident = dice.number(),
            .stdoutTotal = dice.number(),
            .stderrTotal = dice.number(),
            .notes = dice.list()};
}

/// Every part of a message decodes or not, without reading beyond its end (which the sanitizers see).
template<typename Decode>
void decodeParts(const std::string &payload, Decode decode)
{
    for (size_t size = 0; size < payload.size(); size += 1 + size / 16) {
        const auto part = std::make_unique<char[]>(size + 1);
        std::ranges::copy(payload.substr(0, size), part.get());
        std::ignore = decode(std::string_view(part.get(), size));
    }
}

struct Collector : hermes::resident::FrameSink
{
    void frame(const FrameHeader &header, std::string_view payload) override
    {
        frames.emplace_back(header.type, header.id, std::string(payload));
    }
    std::vector<std::tuple<FrameType, uint32_t, std::string>> frames;
};

} // namespace

class RunnerCodecTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void messagesComeBack()
    {
        Dice dice;
        for (int i = 0; i < Rounds; ++i) {
            const Hello hello = randomHello(dice);
            QVERIFY(decodeHello(encode(hello)) == hello);
            const QueuePlaces places = randomPlaces(dice);
            QVERIFY(decodePlaces(encode(places)) == places);
            const StartMessage start = randomStart(dice);
            QVERIFY(decodeStart(encode(start)) == start);
            const ExitMessage exit = randomExit(dice);
            QVERIFY(decodeExit(encode(exit)) == exit);
            const HelloReply reply {dice.number32(), dice.bytes(), dice.number32(), dice.bytes(), dice.number32()};
            QVERIFY(decodeHelloReply(encode(reply)) == reply);
            const ErrorMessage error {dice.number32(), dice.bytes(), dice.bytes(), dice.flag()};
            QVERIFY(decodeError(encode(error)) == error);
            const PutMessage put {dice.bytes(), dice.number32()};
            QVERIFY(decodePut(encode(put)) == put);
            const FileInfoMessage info {dice.number(), dice.number32()};
            QVERIFY(decodeFileInfo(encode(info)) == info);
            const auto variables = dice.list();
            QVERIFY(decodeVariables(encodeVariables(variables)) == variables);
            const std::string path = dice.bytes();
            QVERIFY(decodeField(Field::Path, encodeField(Field::Path, path)) == path);
        }
    }

    void partsOfMessagesDoNoHarm()
    {
        Dice dice;
        for (int i = 0; i < 50; ++i) {
            decodeParts(encode(randomHello(dice)), decodeHello);
            decodeParts(encode(randomStart(dice)), decodeStart);
            decodeParts(encode(randomExit(dice)), decodeExit);
            decodeParts(dice.bytes(300), decodeError);
            decodeParts(dice.bytes(300), decodeVariables);
        }
    }

    void unknownFieldsAreSkipped()
    {
        const StartMessage message {.code = "true", .runName = "x"};
        const std::string unknown = encodeField(static_cast<Field>(999), "from a later version");
        QVERIFY(decodeStart(unknown + encode(message) + unknown) == message);
    }

    void wrongSizesAreRefused()
    {
        QVERIFY(!decodeStart(encodeField(Field::Timeout, "1234567")));
        QVERIFY(!decodeStart(encodeField(Field::Language, std::string("\x02\0\0\0\0\0\0\0", 8))));
        QVERIFY(!decodeStart(encodeField(Field::HasInput, std::string("\x02\0\0\0\0\0\0\0", 8))));
        QVERIFY(!decodeStart(encodeField(Field::KillDelay, std::string(8, '\xff'))));
        QVERIFY(!decodeExit(encodeField(Field::Code32, std::string(8, '\x01'))));
        const std::string one = std::string("\x01", 1) + std::string(7, '\0');
        QVERIFY(!decodeStart(encodeField(Field::Places, one)));
        QVERIFY(decodeStart(encodeField(Field::Places, one) + encodeField(Field::Queue, one)).has_value());
        QVERIFY(!decodePlaces(encodeField(Field::Places, one)));
        QVERIFY(!decodeField(Field::Path, "x"));
        QVERIFY(!decodeField(Field::Path, encodeField(Field::Text, "no path")));
        QVERIFY(!decodeVariables(encodeVariables({"A=1"}) + "\1"));
    }

    void headers()
    {
        Dice dice;
        std::array<std::byte, HeaderBytes> bytes;
        const FrameHeader header {
            .length = 1234, .type = FrameType::Output, .flags = FlagMore, .stream = StreamId::Stderr, .id = 0xfedcba98};
        encodeHeader(header, bytes);
        QVERIFY(decodeHeader(bytes) == header);
        QCOMPARE(uint8_t(bytes[8]), uint8_t(0x98)); // little-endian
        encodeHeader({.length = uint32_t(MaxPayload) + 1}, bytes);
        QVERIFY(!decodeHeader(bytes));
        encodeHeader({.type = static_cast<FrameType>(40)}, bytes);
        QVERIFY(!decodeHeader(bytes));
        encodeHeader({.stream = static_cast<StreamId>(5)}, bytes);
        QVERIFY(!decodeHeader(bytes));
    }

    void framesAreFoundHoweverTheStreamIsCut()
    {
        Dice dice;
        for (int round = 0; round < 30; ++round) {
            std::string stream;
            std::vector<std::tuple<FrameType, uint32_t, std::string>> sent;
            for (int i = 0; i < 8; ++i) {
                const bool large = dice.below(4) == 0;
                const std::string payload = large ? std::string(dice.below(3 * MaxPayload), 'x') : dice.bytes(200);
                sent.emplace_back(FrameType::Start, uint32_t(i + 1), payload);
                stream += encodeMessage(FrameType::Start, uint32_t(i + 1), payload);
            }
            hermes::resident::FrameAssembler assembler;
            Collector collector;
            const size_t longest = round % 2 == 0 ? 20 : 100'000;
            for (std::string_view rest = stream; !rest.empty();) {
                const std::string_view part = rest.substr(0, 1 + dice.below(longest));
                rest.remove_prefix(part.size());
                QVERIFY(assembler.feed(std::as_bytes(std::span(part)), collector));
            }
            QVERIFY(collector.frames == sent);
        }
    }

    void messagesOfSeveralIdsMayMix()
    {
        const std::string first = encodeMessage(FrameType::Start, 1, std::string(MaxPayload + 1, 'a'));
        const std::string second = encodeMessage(FrameType::Start, 2, std::string(MaxPayload + 2, 'b'));
        std::string mixed = first.substr(0, MaxFrame) + second.substr(0, MaxFrame);
        mixed += first.substr(MaxFrame) + second.substr(MaxFrame);
        hermes::resident::FrameAssembler assembler;
        Collector collector;
        QVERIFY(assembler.feed(std::as_bytes(std::span(mixed)), collector));
        QCOMPARE(collector.frames.size(), size_t(2));
        QCOMPARE(std::get<2>(collector.frames[1]).size(), MaxPayload + 2);
    }

    void brokenStreams_data()
    {
        QTest::addColumn<QByteArray>("stream");
        std::string cut = encodeMessage(FrameType::Start, 1, std::string(MaxPayload + 1, 'a')).substr(0, MaxFrame);
        QTest::newRow("unknown type") << QByteArray(12, '\x7f');
        QTest::newRow("zeros") << QByteArray(12, '\0');
        QTest::newRow("text") << QByteArray("Last login: Mon Jan  1 on pts/0\n");
        QTest::newRow("other type inside a message") << QByteArray::fromStdString(cut + encodeMessage(FrameType::Put, 1, "x"));
        std::string data = encodeMessage(FrameType::Input, 1, "x");
        data[5] = FlagMore;
        QTest::newRow("data with a flag") << QByteArray::fromStdString(data);
    }

    void brokenStreams()
    {
        QFETCH(QByteArray, stream);
        hermes::resident::FrameAssembler assembler;
        Collector collector;
        QVERIFY(!assembler.feed(std::as_bytes(std::span(stream)), collector));
    }

    void joinedMessagesAreBounded()
    {
        std::string frame = encodeMessage(FrameType::Start, 1, std::string(MaxPayload + 1, 'a')).substr(0, MaxFrame);
        hermes::resident::FrameAssembler assembler;
        Collector collector;
        size_t taken = 0;
        while (assembler.feed(std::as_bytes(std::span(frame)), collector))
            QVERIFY(++taken <= MaxMessage / MaxPayload);
        QVERIFY(taken > 0);
    }
};

QTEST_GUILESS_MAIN(RunnerCodecTest)
#include "tst_runnercodec.moc"
