// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/worker.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace hermes::resident {

using namespace protocol;
using namespace std::chrono_literals;

namespace {

constexpr size_t LongestPing = 64;
constexpr uint32_t HighestSignal = 64;

template<size_t Size>
void copyPath(const std::string &path, std::array<char, Size> &to)
{
    if (path.size() < Size)
        std::memcpy(to.data(), path.c_str(), path.size() + 1);
}

std::string machineName()
{
    utsname name = {};
    return ::uname(&name) == 0 ? name.machine : "";
}

std::optional<uint32_t> numberIn(std::string_view payload)
{
    return payload.size() == sizeof(uint32_t) ? readU32(std::as_bytes(std::span(payload))) : std::nullopt;
}

} // namespace

void Worker::readRequests()
{
    const ssize_t count = ::read(m_plan.requests, m_readBuffer.data(), m_readBuffer.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        stop(WorkerEnd::InOrder);
        return;
    }
    if (m_silenceLimit > 0ms)
        m_lastHeard = Clock::now();
    if (!m_assembler.feed(std::span(m_readBuffer).first(static_cast<size_t>(count)), *this))
        breakOff("What was read is not a frame of the protocol");
}

void Worker::frame(const FrameHeader &header, std::string_view payload)
{
    if (m_end)
        return;
    if (m_greeted == (header.type == FrameType::Hello)) {
        breakOff("The first frame, and only that, must be Hello");
        return;
    }
    switch (header.type) {
    case FrameType::Hello: greet(payload); break;
    case FrameType::Environment: setEnvironment(header.id, payload); break;
    case FrameType::Start: start(header.id, payload); break;
    case FrameType::Places: setPlaces(header.id, payload); break;
    case FrameType::Credit: credit(header, payload); break;
    case FrameType::Ping:
        if (payload.size() > LongestPing)
            refuse(header.id, "A ping holds at most 64 bytes");
        else
            m_outbound.send(FrameType::Pong, header.id, payload);
        break;
    case FrameType::Pong: break;
    case FrameType::Input:
    case FrameType::InputEnd:
    case FrameType::End:
    case FrameType::Signal: frameOfRun(header, payload); break;
    case FrameType::MakeFolder: makeFolder(header.id); break;
    case FrameType::RemoveFolder: removeFolder(header.id, payload); break;
    case FrameType::Put:
    case FrameType::Get:
    case FrameType::List:
    case FrameType::FileData:
    case FrameType::FileEnd:
    case FrameType::Abort: frameOfFile(header, payload); break;
    default: refuse(header.id, "A frame of this type comes from a runner only"); break;
    }
}

void Worker::frameOfRun(const FrameHeader &header, std::string_view payload)
{
    if (header.type == FrameType::End && m_queues.remove(header.id)) {
        m_outbound.send(FrameType::Exit, header.id, encode(ExitMessage {.ending = Ending::Cancelled, .neverBegan = true}));
        return;
    }
    // A run that is not known may have ended just now.
    Run *owner = run(header.id);
    if (!owner)
        return;
    switch (header.type) {
    case FrameType::Input:
        if (!owner->addInput(payload))
            breakOff("More input came than there was credit for");
        break;
    case FrameType::InputEnd: owner->endInput(); break;
    case FrameType::End: owner->end(Ending::Cancelled); break;
    default:
        if (const auto number = numberIn(payload); number && *number >= 1 && *number <= HighestSignal)
            owner->signal(static_cast<int>(*number));
        else
            breakOff("A signal frame holds no signal number");
        break;
    }
}

void Worker::frameOfFile(const FrameHeader &header, std::string_view payload)
{
    switch (header.type) {
    case FrameType::Put:
        if (const auto message = decodePut(payload); message && isFree(header.id))
            m_transfers.beginPut(header.id, *message);
        else
            refuse(header.id, "The request to put a file cannot be read, or its id is in use");
        break;
    case FrameType::Get:
        if (const auto path = decodeField(Field::Path, payload); path && isFree(header.id))
            m_transfers.beginGet(header.id, *path);
        else
            refuse(header.id, "The request to get a file cannot be read, or its id is in use");
        break;
    case FrameType::List:
        if (const auto path = decodeField(Field::Path, payload); path && isFree(header.id))
            m_transfers.beginList(header.id, *path);
        else
            refuse(header.id, "The request to list a folder cannot be read, or its id is in use");
        break;
    case FrameType::FileData: m_transfers.addData(header.id, payload); break;
    case FrameType::FileEnd: m_transfers.endPut(header.id); break;
    default: m_transfers.abort(header.id); break;
    }
}

void Worker::greet(std::string_view payload)
{
    m_greeted = true;
    const auto hello = decodeHello(payload);
    if (!hello) {
        breakOff("The Hello cannot be read");
        return;
    }
    const uint32_t version = std::min(CurrentVersion, hello->maxVersion);
    if (version < std::max(OldestVersion, hello->minVersion)) {
        const std::string text = "This runner (" HERMES_VERSION ") speaks protocol version " + std::to_string(CurrentVersion)
            + ", the program " + std::to_string(hello->minVersion) + " to " + std::to_string(hello->maxVersion);
        m_outbound.send(FrameType::Refused, 0, encodeField(Field::Text, text));
        m_outbound.flush();
        stop(WorkerEnd::Refused);
        return;
    }
    m_silenceLimit = std::min(hello->silenceLimit, LongestWait);
    m_lastHeard = Clock::now();
    const std::string_view place = variableValue(m_plan.environment, "TMPDIR");
    m_folders.setPlace(!hello->temporaryBase.empty() ? hello->temporaryBase : place.starts_with('/') ? std::string(place) : "/tmp");
    m_scriptPlace = hello->scriptFolder;
    m_outbound.send(FrameType::Hello, 0,
                    encode(HelloReply {.version = version,
                                       .build = HERMES_VERSION,
                                       .processId = static_cast<uint32_t>(::getpid()),
                                       .machine = machineName(),
                                       .userId = ::getuid()}));
}

void Worker::setEnvironment(uint32_t id, std::string_view payload)
{
    auto variables = decodeVariables(payload);
    if (!variables || std::ranges::any_of(*variables, [](const auto &entry) { return variableName(entry).empty(); })) {
        refuse(id, "A variable of the environment has no name or holds a NUL byte");
        return;
    }
    m_shop.environment = std::move(*variables);
    m_interpreters.setEnvironment(m_shop.environment);
}

Outcome<> Worker::openScripts()
{
    if (m_scripts.isOpen())
        return {};
    std::vector<std::string> places;
    if (!m_scriptPlace.empty()) {
        places.push_back(m_scriptPlace);
    } else {
        const std::string_view own = variableValue(m_plan.environment, "XDG_RUNTIME_DIR");
        if (own.starts_with('/'))
            places.emplace_back(own);
        places.emplace_back("/dev/shm");
        if (m_folders.makeBase())
            places.push_back(m_folders.base());
    }
    auto opened = m_scripts.open(places);
    copyPath(m_scripts.path(), m_plan.notes->scriptFolder);
    return opened;
}

void Worker::start(uint32_t id, std::string_view payload)
{
    auto message = decodeStart(payload);
    if (!message || !isFree(id))
        refuse(id, "The request to start a run cannot be read, or its id is in use");
    else if (message->queue && message->hasInput)
        refuse(id, "A run that gets input cannot wait in a queue");
    else if (message->queue)
        m_queues.add(id, std::move(*message));
    else
        begin(id, *message);
}

void Worker::setPlaces(uint32_t id, std::string_view payload)
{
    if (const auto places = decodePlaces(payload))
        m_queues.set(*places);
    else
        refuse(id, "The places of a queue cannot be read");
}

bool Worker::begin(uint32_t id, const StartMessage &message)
{
    auto started = openScripts().and_then([&] { return Run::start(id, message, m_shop); });
    copyPath(m_folders.base(), m_plan.notes->temporaryBase);
    if (!started) {
        m_outbound.sendError(id, started.error());
        return false;
    }
    m_mains[(*started)->mainPid()] = id;
    m_runs[id] = std::move(*started);
    return true;
}

void Worker::makeFolder(uint32_t id)
{
    const auto folder = m_folders.make("f" + std::to_string(id));
    copyPath(m_folders.base(), m_plan.notes->temporaryBase);
    if (folder)
        m_outbound.send(FrameType::Folder, id, encodeField(Field::Path, *folder));
    else
        m_outbound.sendError(id, folder.error());
}

void Worker::removeFolder(uint32_t id, std::string_view payload)
{
    const auto path = decodeField(Field::Path, payload);
    if (!path || !m_folders.isOurs(*path) || !isFree(id)) {
        refuse(id, "The folder to remove was not made here: " + path.value_or(""));
        return;
    }
    const auto removal = m_folders.remove(id, *path);
    if (removal.state == TemporaryFolders::Removal::Continues) {
        m_tree.addHelper(removal.helper);
        m_removals.insert(id);
    } else {
        answerRemoval(id, removal.state == TemporaryFolders::Removal::Gone, removal.problem);
    }
}

void Worker::answerRemoval(uint32_t id, bool gone, const std::string &problem)
{
    if (gone)
        m_outbound.send(FrameType::Done, id);
    else
        m_outbound.sendError(id, refusal("remove a folder", "The folder could not be removed: " + problem));
}

void Worker::credit(const FrameHeader &header, std::string_view payload)
{
    const auto bytes = numberIn(payload);
    if (!bytes)
        breakOff("A credit frame holds no number");
    else if (header.stream == StreamId::File)
        m_transfers.addCredit(header.id, *bytes);
    else if (Run *owner = run(header.id))
        owner->addCredit(header.stream, *bytes);
}

bool Worker::isFree(uint32_t id) const
{
    return id != 0 && !m_runs.contains(id) && !m_queues.isWaiting(id) && !m_transfers.knows(id) && !m_removals.contains(id);
}

void Worker::refuse(uint32_t id, const std::string &text)
{
    m_outbound.sendError(id, refusal("read a request", text));
}

void Worker::breakOff(const std::string &text)
{
    refuse(0, text);
    m_outbound.flush();
    stop(WorkerEnd::Refused);
}

} // namespace hermes::resident
