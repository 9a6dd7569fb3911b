// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/runner/fuzz/targets.h"

#include "backends/runner/protocol/listing.h"
#include "backends/runner/protocol/message.h"
#include "backends/runner/resident/assembler.h"
#include "backends/runner/resident/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace hermes::tests {

using namespace protocol;

namespace {

std::span<const std::byte> asBytes(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

/// Decodes what it is given as everything it could be.
struct Decoder : resident::FrameSink
{
    void frame(const FrameHeader &, std::string_view payload) override { fuzzMessages(payload); }
};

/// A message that decodes must be the same after another round.
template<typename Message>
void checkRound(std::string_view data, std::optional<Message> (*decode)(std::string_view))
{
    const auto message = decode(data);
    if (message && decode(encode(*message)) != message)
        std::abort();
}

bool isHarmless(FrameType type)
{
    switch (type) {
    case FrameType::Start:
    case FrameType::Put:
    case FrameType::Get:
    case FrameType::List:
    case FrameType::RemoveFolder:
    case FrameType::Environment: return false;
    default: return true;
    }
}

/// The frames in `data` as a worker may see them, up to the first byte that is not one.
std::string harmlessFrames(std::string_view data)
{
    std::string frames;
    while (data.size() >= HeaderBytes) {
        const auto header = decodeHeader(asBytes(data).first<HeaderBytes>());
        if (!header)
            return frames.append(data);
        const std::string_view frame = data.substr(0, HeaderBytes + header->length);
        data.remove_prefix(frame.size());
        if (isHarmless(header->type))
            frames += frame;
        else if (header->type == FrameType::Start)
            frames += encodeMessage(FrameType::Start, header->id, encode(StartMessage {.code = "read x; exit 0"}));
    }
    return frames;
}

void drain(int fd)
{
    std::vector<char> buffer(64 * 1024);
    while (::read(fd, buffer.data(), buffer.size()) > 0) { }
}

} // namespace

void fuzzFrames(std::string_view data)
{
    if (data.empty())
        return;
    const size_t piece = size_t {static_cast<uint8_t>(data.front())} + 1;
    data.remove_prefix(1);
    resident::FrameAssembler assembler;
    Decoder decoder;
    while (!data.empty()) {
        const std::string_view part = data.substr(0, piece);
        data.remove_prefix(part.size());
        if (!assembler.feed(asBytes(part), decoder))
            return;
    }
}

/// However a listing is cut, the same comes out of it.
static void fuzzListing(std::string_view data)
{
    ListingReader whole;
    whole.feed(data);
    ListingReader pieces;
    for (const char byte : data) {
        pieces.feed(std::string_view(&byte, 1));
        while (const auto entry = pieces.next()) {
            if (whole.next() != entry)
                std::abort();
        }
    }
    if (whole.next() || whole.broken() != pieces.broken())
        std::abort();
}

void fuzzMessages(std::string_view data)
{
    checkRound<Hello>(data, decodeHello);
    checkRound<HelloReply>(data, decodeHelloReply);
    checkRound<StartMessage>(data, decodeStart);
    checkRound<ExitMessage>(data, decodeExit);
    checkRound<ErrorMessage>(data, decodeError);
    checkRound<PutMessage>(data, decodePut);
    checkRound<FileInfoMessage>(data, decodeFileInfo);
    std::ignore = decodeVariables(data);
    std::ignore = decodeField(Field::Path, data);
    fuzzListing(data);
}

void fuzzWorker(std::string_view data)
{
    sigset_t all;
    ::sigfillset(&all);
    ::sigdelset(&all, SIGALRM);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);

    const std::string stream = encodeMessage(FrameType::Hello, 0, encode(Hello {.minVersion = 1, .maxVersion = 1}))
        + harmlessFrames(data);
    int requests[2];
    int answers[2];
    int guard[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, requests) != 0
        || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, answers) != 0 || ::pipe2(guard, O_CLOEXEC) != 0)
        std::abort();
    std::thread client([&] {
        for (std::string_view rest = stream; !rest.empty();) {
            const ssize_t count = ::send(requests[1], rest.data(), rest.size(), MSG_NOSIGNAL);
            if (count <= 0)
                break;
            rest.remove_prefix(size_t(count));
        }
        ::shutdown(requests[1], SHUT_WR);
        drain(answers[1]);
    });
    {
        resident::SharedNotes notes;
        resident::Worker worker({.requests = requests[0],
                                 .client = answers[0],
                                 .guard = guard[0],
                                 .notes = &notes,
                                 .environment = {"PATH=/usr/bin:/bin"}});
        std::ignore = worker.work();
    }
    ::shutdown(answers[0], SHUT_RDWR);
    ::shutdown(requests[0], SHUT_RDWR);
    client.join();
    for (const int fd : {requests[0], requests[1], answers[0], answers[1], guard[0], guard[1]})
        ::close(fd);
}

std::vector<std::string> messageSeeds()
{
    return {encode(Hello {.minVersion = 1, .maxVersion = 2, .silenceLimit = std::chrono::seconds(60), .scriptFolder = "/x"}),
            encode(StartMessage {.code = "echo hi",
                                 .environment = {"A=1", "B=2"},
                                 .folderMode = FolderMode::Made,
                                 .path = "/tmp/x",
                                 .timeout = std::chrono::seconds(1),
                                 .hasInput = true,
                                 .keepBackground = true,
                                 .memoryLimit = 1 << 30,
                                 .cpuLimit = 1,
                                 .processLimit = 10,
                                 .fileLimit = 1000,
                                 .runName = "run"}),
            encode(ExitMessage {.ending = Ending::TimedOut, .signalled = true, .code = 9, .notes = {"one", "two"}}),
            encode(ErrorMessage {.errorNumber = 2, .stage = "find python3", .text = "not there", .retry = true}),
            encode(PutMessage {.path = "/tmp/f", .mode = 0644}),
            encode(FileInfoMessage {.size = 5, .mode = 0600}),
            encodeVariables({"A=1", "B="})};
}

std::vector<std::string> frameSeeds()
{
    std::string number;
    appendU32(number, 1000);
    std::string session = encodeMessage(FrameType::Start, 1, messageSeeds()[1]);
    session += encodeMessage(FrameType::Input, 1, "input\n", StreamId::Stdin) + encodeMessage(FrameType::InputEnd, 1, "");
    session += encodeMessage(FrameType::Credit, 1, number, StreamId::Stdout) + encodeMessage(FrameType::Ping, 0, "ping");
    session += encodeMessage(FrameType::End, 1, "");
    std::string files = encodeMessage(FrameType::MakeFolder, 2, "") + encodeMessage(FrameType::FileData, 3, "abc", StreamId::File);
    files += encodeMessage(FrameType::FileEnd, 3, "") + encodeMessage(FrameType::Abort, 3, "");
    std::string two = encodeMessage(FrameType::Start, 4, "") + encodeMessage(FrameType::Start, 5, "");
    std::string signal;
    appendU32(signal, 15);
    two += encodeMessage(FrameType::Signal, 4, signal) + encodeMessage(FrameType::Start, 4, "");
    const std::string large = encodeMessage(FrameType::RemoveFolder, 6, std::string(MaxPayload + 10, 'l'));
    StartMessage waiting {.code = "true", .queue = QueuePlaces {.queue = 3, .places = 1, .holdAfterFailure = true}};
    std::string queue = encodeMessage(FrameType::Start, 7, encode(waiting)) + encodeMessage(FrameType::Start, 8, encode(waiting));
    queue += encodeMessage(FrameType::End, 8, "") + encodeMessage(FrameType::Places, 0, encode(QueuePlaces {.queue = 3}));
    return {session, files, two, large, queue};
}

} // namespace hermes::tests
