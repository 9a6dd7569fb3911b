// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/plainrunner.h"

#include "backends/core/inbackground.h"
#include "backends/docker/plainfiles.h"
#include "backends/runner/resident/outcome.h"

#include <algorithm>
#include <cerrno>

namespace hermes::docker {

using namespace protocol;

namespace {
/// As many execs at once as a daemon carries without falling behind.
constexpr int MostAtOnce = 8;
constexpr std::chrono::seconds GuardLimit {30};

std::optional<uint32_t> numberIn(std::string_view payload)
{
    return payload.size() == sizeof(uint32_t) ? readU32(std::as_bytes(std::span(payload))) : std::nullopt;
}

/// A folder of the connection, made or removed by its guard.
class PlainFolder final : public PlainJob
{
public:
    PlainFolder(std::shared_ptr<PlainWire> wire, uint32_t id, std::optional<uint32_t> removed)
        : PlainJob(std::move(wire), id), m_removed(removed)
    { }

    void execute() override
    {
        const auto result = m_removed ? wire().ask("remove", *m_removed, GuardLimit) : wire().ask("folder", id(), GuardLimit);
        if (!result || *result != 0)
            wire().sendError(id(),
                             {.errorNumber = EIO,
                              .stage = m_removed ? "remove a folder" : "make a folder",
                              .text = "The container could not do it"});
        else if (m_removed)
            wire().send(FrameType::Done, id());
        else
            wire().send(FrameType::Folder, id(),
                        encodeField(Field::Path, wire().folder().toStdString() + '/' + std::to_string(id())));
    }

private:
    std::optional<uint32_t> m_removed;
};
} // namespace

PlainRunner::PlainRunner(std::unique_ptr<ContainerProcess> guard, Plan plan)
    : m_guard(std::move(guard)),
      m_plan(std::move(plan)),
      m_wire(std::make_shared<PlainWire>(m_plan.containers, m_plan.container, m_plan.folder))
{
    m_threads.setMaxThreadCount(MostAtOnce);
}

PlainRunner::~PlainRunner()
{
    m_wire->giveUp();
    m_threads.clear();
    m_threads.waitForDone();
}

void PlainRunner::kill()
{
    m_wire->giveUp();
    m_guard->kill();
}

hosts::IoOutcome PlainRunner::read(std::span<std::byte> into)
{
    if (const size_t count = m_wire->takeFrames(into); count > 0)
        return {.state = hosts::IoState::Done, .bytes = count};
    return {.state = m_ended || m_broken ? hosts::IoState::Ended : hosts::IoState::WouldBlock};
}

hosts::IoOutcome PlainRunner::write(std::span<const std::byte> from)
{
    if (m_ended || m_broken)
        return {.state = hosts::IoState::Ended};
    if (!m_assembler.feed(from, *this)) {
        refuse(0, "What was read is not a frame of the protocol");
        m_broken = true;
    }
    return {.state = hosts::IoState::Done, .bytes = from.size()};
}

bool PlainRunner::appendPollFds(std::vector<pollfd> &to, bool)
{
    to.push_back({.fd = m_wire->wakeFd(), .events = POLLIN, .revents = 0});
    const bool buffered = m_guard->appendPollFds(to, !m_questions.isEmpty());
    return buffered || m_ended || m_wire->hasFrames();
}

hosts::Readiness PlainRunner::afterPoll(std::span<const pollfd> polled)
{
    if (polled.front().revents != 0)
        m_wire->acknowledge();
    std::ignore = m_guard->afterPoll(polled.subspan(1));
    pump();
    return {.read = m_ended || m_wire->hasFrames(), .write = true};
}

/// Carries lines to the guard and back.
void PlainRunner::pump()
{
    std::array<std::byte, 4096> block;
    for (;;) {
        const auto outcome = m_guard->read(block);
        m_ended = outcome.state == hosts::IoState::Ended || outcome.state == hosts::IoState::Failed;
        if (outcome.state != hosts::IoState::Done)
            break;
        m_lines.append(reinterpret_cast<const char *>(block.data()), qsizetype(outcome.bytes));
    }
    for (qsizetype end = m_lines.indexOf('\n'); end >= 0; end = m_lines.indexOf('\n')) {
        takeLine(m_lines.first(end));
        m_lines.remove(0, end + 1);
    }
    m_questions += m_wire->takeQuestions();
    beginWaiting();
    while (!m_questions.isEmpty()) {
        const auto outcome = m_guard->write(std::as_bytes(std::span(m_questions.constData(), size_t(m_questions.size()))));
        if (outcome.state != hosts::IoState::Done)
            break;
        m_questions.remove(0, qsizetype(outcome.bytes));
    }
}

void PlainRunner::takeLine(const QByteArray &line)
{
    const QList<QByteArray> words = line.split(' ');
    if (words.first() == "ping" && !m_pings.empty()) {
        m_wire->send(FrameType::Pong, m_pings.front().first, m_pings.front().second);
        m_pings.pop_front();
        return;
    }
    if (words.first() != "ready") {
        if (m_reply)
            m_wire->answer(line);
        else
            m_words += line + '\n';
        return;
    }
    m_reply = HelloReply {.version = CurrentVersion,
                          .build = "plain",
                          .processId = words.value(3).toUInt(),
                          .machine = words.value(1).toStdString(),
                          .userId = words.value(2).toUInt()};
    answerGreeting();
}

void PlainRunner::greet(std::string_view payload)
{
    m_hello = decodeHello(payload);
    if (!m_hello || std::min(CurrentVersion, m_hello->maxVersion) < std::max(OldestVersion, m_hello->minVersion)) {
        m_wire->send(FrameType::Refused, 0, encodeField(Field::Text, "The versions of the protocol do not match"));
        m_broken = true;
        return;
    }
    answerGreeting();
}

void PlainRunner::answerGreeting()
{
    if (!m_hello || !m_reply || std::exchange(m_greeted, true))
        return;
    m_reply->version = std::min(CurrentVersion, m_hello->maxVersion);
    m_wire->send(FrameType::Hello, 0, encode(*m_reply));
}

void PlainRunner::frame(const FrameHeader &header, std::string_view payload)
{
    switch (header.type) {
    case FrameType::Hello: greet(payload); break;
    case FrameType::Environment: setEnvironment(header.id, payload); break;
    case FrameType::Start: start(header.id, payload); break;
    case FrameType::Places:
        if (const auto places = decodePlaces(payload)) {
            const std::scoped_lock lock(m_mutex);
            m_queues.set(*places);
        }
        beginWaiting();
        break;
    case FrameType::Ping:
        m_pings.emplace_back(header.id, payload);
        m_questions += "ping 0\n";
        break;
    case FrameType::Pong: break;
    case FrameType::MakeFolder:
    case FrameType::RemoveFolder: folderRequest(header, payload); break;
    case FrameType::Put:
    case FrameType::Get:
    case FrameType::List: frameOfFile(header, payload); break;
    default: frameOfJob(header, payload); break;
    }
}

void PlainRunner::frameOfJob(const FrameHeader &header, std::string_view payload)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (header.type == FrameType::End && m_queues.remove(header.id)) {
            m_wire->send(FrameType::Exit, header.id, encode(ExitMessage {.ending = Ending::Cancelled, .neverBegan = true}));
            return;
        }
    }
    const auto owner = job(header.id);
    if (!owner) {
        // One that is not known may have ended just now; only this asks for an answer all the same.
        if (header.type == FrameType::Abort)
            m_wire->send(FrameType::Done, header.id);
        return;
    }
    switch (header.type) {
    case FrameType::Input:
    case FrameType::FileData: owner->addBytes(payload); break;
    case FrameType::InputEnd:
    case FrameType::FileEnd: owner->endBytes(); break;
    case FrameType::Credit:
        if (const auto bytes = numberIn(payload))
            owner->addCredit(header.stream, *bytes);
        break;
    case FrameType::End:
    case FrameType::Abort: end(header.id, *owner); break;
    default: break;
    }
}

void PlainRunner::frameOfFile(const FrameHeader &header, std::string_view payload)
{
    const auto put = header.type == FrameType::Put ? decodePut(payload) : std::nullopt;
    const auto path = put ? put->path : decodeField(Field::Path, payload).value_or("");
    if (!path.starts_with('/') || path.contains('\0'))
        refuse(header.id, "The path is not absolute: " + path);
    else if (put)
        add(header.id, std::make_shared<PlainPut>(m_wire, header.id, *put));
    else if (header.type == FrameType::Get)
        add(header.id, std::make_shared<PlainGet>(m_wire, header.id, path));
    else
        add(header.id, std::make_shared<PlainList>(m_wire, header.id, path));
}

void PlainRunner::folderRequest(const FrameHeader &header, std::string_view payload)
{
    if (header.type == FrameType::MakeFolder) {
        add(header.id, std::make_shared<PlainFolder>(m_wire, header.id, std::nullopt));
        return;
    }
    const QByteArray path = QByteArray::fromStdString(decodeField(Field::Path, payload).value_or(""));
    const QByteArray own = m_plan.folder.toUtf8() + '/';
    bool isOurs = false;
    const uint32_t removed = path.startsWith(own) ? path.sliced(own.size()).toUInt(&isOurs) : 0;
    if (isOurs)
        add(header.id, std::make_shared<PlainFolder>(m_wire, header.id, removed));
    else
        refuse(header.id, "The folder to remove was not made here: " + path.toStdString());
}

void PlainRunner::setEnvironment(uint32_t id, std::string_view payload)
{
    if (auto variables = decodeVariables(payload))
        m_environment = std::move(*variables);
    else
        refuse(id, "The variables of the environment cannot be read");
}

void PlainRunner::start(uint32_t id, std::string_view payload)
{
    auto message = decodeStart(payload);
    if (!message || (message->queue && message->hasInput)
        || (message->folderMode != FolderMode::Temporary && !message->path.starts_with('/'))) {
        refuse(id, "The request to start a run cannot be carried out: its folder is no absolute path, or it waits and has input");
    } else if (message->queue) {
        {
            const std::scoped_lock lock(m_mutex);
            m_queues.add(id, std::move(*message));
        }
        beginWaiting();
    } else {
        begin(id, std::move(*message));
    }
}

void PlainRunner::beginWaiting()
{
    for (;;) {
        std::optional<resident::RunQueues::Waiting> next;
        {
            const std::scoped_lock lock(m_mutex);
            next = m_queues.next();
        }
        if (!next)
            return;
        begin(next->id, std::move(next->message));
    }
}

void PlainRunner::begin(uint32_t id, StartMessage message)
{
    PlainRun::Plan plan {.start = {.folder = m_plan.folder.toUtf8() + '/' + QByteArray::number(id),
                                   .message = std::move(message),
                                   .environment = m_environment},
                         .note = m_plan.note};
    plan.wasMade = [this](const std::string &path) {
        const std::scoped_lock lock(m_mutex);
        return !m_made.insert(path).second;
    };
    plan.ended = [this, id](const ExitMessage &exit) {
        const std::scoped_lock lock(m_mutex);
        m_runs.erase(id);
        m_queues.ended(id, exit.ending == Ending::ByItself && exit.code == 0);
    };
    const auto run = std::make_shared<PlainRun>(m_wire, id, std::move(plan));
    {
        const std::scoped_lock lock(m_mutex);
        m_runs[id] = run;
    }
    add(id, run);
}

void PlainRunner::add(uint32_t id, std::shared_ptr<PlainJob> job)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_jobs[id] = job;
    }
    postTo(m_threads, [this, id, job = std::move(job)] {
        if (!job->take())
            return;
        job->execute();
        const std::scoped_lock lock(m_mutex);
        m_jobs.erase(id);
        m_runs.erase(id);
    });
}

void PlainRunner::end(uint32_t id, PlainJob &job)
{
    if (!job.take()) {
        job.requestEnd();
        return;
    }
    // It waited for one of the places.
    std::shared_ptr<PlainRun> run;
    {
        const std::scoped_lock lock(m_mutex);
        if (const auto at = m_runs.find(id); at != m_runs.end())
            run = at->second;
        m_jobs.erase(id);
    }
    if (run)
        run->answerDropped();
    else
        m_wire->send(FrameType::Done, id);
}

std::shared_ptr<PlainJob> PlainRunner::job(uint32_t id)
{
    const std::scoped_lock lock(m_mutex);
    const auto at = m_jobs.find(id);
    return at == m_jobs.end() ? nullptr : at->second;
}

void PlainRunner::refuse(uint32_t id, const std::string &text)
{
    m_wire->sendError(id, resident::refusal("read a request", text));
}

} // namespace hermes::docker
