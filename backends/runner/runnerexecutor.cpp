// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/runnerexecutor.h"

#include <QFile>

#include <algorithm>
#include <condition_variable>

using namespace Qt::StringLiterals;

namespace hermes::runner {

namespace {
/// The runs of an executor that goes away have ended by then, or the runner hangs.
constexpr std::chrono::seconds EndLimit {5};

std::string assignmentOf(const EnvironmentVariable &variable)
{
    return variable.name.toStdString() + '=' + variable.value.toStdString();
}

template<typename To, typename From>
std::optional<To> limitOf(const std::optional<From> &asked, const std::optional<From> &standing)
{
    const auto &limit = asked ? asked : standing;
    return limit ? std::optional<To>(To(*limit)) : std::nullopt;
}

Result<> checkInputName(const QString &name)
{
    if (name.isEmpty() || name == "."_L1 || name == ".."_L1 || name.contains(u'/') || name.contains(QChar::Null))
        return fail(FaultKind::Usage, u"\"%1\" is no name for an input file"_s.arg(name));
    return {};
}
} // namespace

/// Counts the runs under way; outlives the executor in their callbacks.
struct RunnerExecutor::Active
{
    std::mutex mutex;
    std::condition_variable changed;
    int runs = 0;

    void add(int difference)
    {
        const std::lock_guard lock(mutex);
        runs += difference;
        if (runs == 0)
            changed.notify_all();
    }
    void waitForNone()
    {
        std::unique_lock lock(mutex);
        changed.wait_for(lock, EndLimit, [this] { return runs == 0; });
    }
};

Result<> checkRequest(const RunRequest &request)
{
    if (auto code = checkCode(request.snippet.code); !code)
        return code;
    for (const EnvironmentVariable &variable : request.environment) {
        if (variable.name.isEmpty() || variable.name.contains(u'=') || variable.name.contains(QChar::Null))
            return fail(FaultKind::Usage, u"\"%1\" is no name for a variable"_s.arg(variable.name));
        if (variable.value.contains('\0'))
            return fail(FaultKind::Usage, u"The value of the variable %1 has a NUL byte"_s.arg(variable.name));
    }
    for (const InputFile &input : request.inputs) {
        if (auto named = checkInputName(input.name); !named)
            return named;
    }
    return {};
}

RunnerExecutor::RunnerExecutor(std::shared_ptr<ConnectionSource> source, ExecutorPolicy policy)
    : m_source(std::move(source)),
      m_policy(std::move(policy)),
      m_active(std::make_shared<Active>()),
      m_jobs(std::make_unique<JobThread>())
{ }

RunnerExecutor::~RunnerExecutor()
{
    m_closing.request_stop();
    const bool onJobThread = m_jobs->isOwnThread();
    m_jobs.reset();
    const auto connection = m_source->current();
    if (connection) {
        connection->endRuns(m_owner);
        // One without places is forgotten with its last run.
        if (m_places)
            connection->setPlaces({.queue = m_owner});
    }
    // From within the callback of a run's end there is no waiting: the threads that would end the others are ours.
    if (!onJobThread && !(connection && connection->isOwnThread()))
        m_active->waitForNone();
}

void RunnerExecutor::start(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done)
{
    if (const auto checked = checkRequest(request); !checked) {
        done(RunEnd::infrastructure(checked.error(), false));
        return;
    }
    m_active->add(1);
    RunDone counted = [active = m_active, done = std::move(done)](RunEnd end) mutable {
        std::exchange(done, nullptr)(std::move(end));
        active->add(-1);
    };
    const QList<InputFile> inputs = std::exchange(request.inputs, {});
    RunCall call = callOf(std::move(request), std::move(sink), std::move(stop), std::move(counted));
    if (inputs.isEmpty()) {
        if (const auto connection = m_source->current()) {
            connection->start(std::move(call));
            return;
        }
    }
    m_jobs->post([this, inputs, call = std::move(call)]() mutable { prepare(std::move(call), inputs); });
}

bool RunnerExecutor::setPlaces(int places, bool holdAfterFailure)
{
    const std::scoped_lock lock(m_placesMutex);
    m_places = protocol::QueuePlaces {
        .queue = m_owner, .places = uint32_t(std::max(places, 0)), .holdAfterFailure = holdAfterFailure};
    if (const auto connection = m_source->current())
        connection->setPlaces(*m_places);
    return true;
}

RunCall RunnerExecutor::callOf(RunRequest request, std::shared_ptr<OutputSink> sink, std::stop_token stop, RunDone done) const
{
    RunCall call;
    auto &message = call.message;
    message.language = request.snippet.language == Language::Python ? protocol::ScriptLanguage::Python
                                                                    : protocol::ScriptLanguage::Shell;
    message.code.assign(request.snippet.code.constData(), size_t(request.snippet.code.size()));
    message.environment = m_policy.environment;
    for (const EnvironmentVariable &variable : request.environment)
        message.environment.push_back(assignmentOf(variable));
    message.folderMode = request.folder.isEmpty() ? m_policy.folderMode : protocol::FolderMode::Existing;
    message.path = (request.folder.isEmpty() ? m_policy.folder : QFile::encodeName(request.folder)).toStdString();
    message.timeout = request.timeout.value_or(m_policy.timeout.value_or(std::chrono::milliseconds(0)));
    const bool ownDelay = request.killDelay != RunRequest {}.killDelay;
    message.killDelay = ownDelay ? request.killDelay : m_policy.killDelay.value_or(request.killDelay);
    message.keepBackground = m_policy.keepBackground;
    message.memoryLimit = limitOf<uint64_t>(request.limits.memoryBytes, m_policy.limits.memoryBytes);
    const auto cpuTime = request.limits.cpuTime ? request.limits.cpuTime : m_policy.limits.cpuTime;
    message.cpuLimit = cpuTime.transform([](std::chrono::seconds time) { return uint64_t(time.count()); });
    message.processLimit = limitOf<uint64_t>(request.limits.processes, m_policy.limits.processes);
    message.fileLimit = limitOf<uint64_t>(request.limits.fileBytes, m_policy.limits.fileBytes);
    call.heldMemory = limitOf<uint64_t>(m_policy.heldMemory, std::optional<qint64>());
    call.input = std::move(request.stdinData);
    if (call.input.isEmpty()) {
        const std::scoped_lock lock(m_placesMutex);
        message.queue = m_places;
    }
    call.owner = m_owner;
    call.sink = std::move(sink);
    call.stop = std::move(stop);
    call.done = std::move(done);
    return call;
}

void RunnerExecutor::prepare(RunCall call, const QList<InputFile> &inputs)
{
    std::stop_source stop;
    const auto relay = [&stop] { stop.request_stop(); };
    const std::stop_callback onStop(call.stop, relay);
    const std::stop_callback onClose(m_closing.get_token(), relay);
    const auto connection = m_source->get(stop.get_token());
    auto ready = connection.and_then(
        [&](const std::shared_ptr<Connection> &open) { return copyInputs(*open, call, inputs, stop.get_token()); });
    if (stop.stop_requested()) {
        call.done(RunEnd::cancelledBeforeStart());
        return;
    }
    if (!ready) {
        call.done(RunEnd::infrastructure(ready.error(), false));
        return;
    }
    (*connection)->start(std::move(call));
}

Result<> RunnerExecutor::copyInputs(Connection &connection, RunCall &call, const QList<InputFile> &inputs, std::stop_token stop)
{
    if (inputs.isEmpty())
        return {};
    auto &message = call.message;
    if (message.folderMode == protocol::FolderMode::Temporary) {
        const auto folder = connection.makeFolder(stop);
        if (!folder)
            return std::unexpected(folder.error());
        message.folderMode = protocol::FolderMode::Existing;
        message.path = folder->toStdString();
        call.done = [source = m_source, folder = *folder, done = std::move(call.done)](RunEnd end) mutable {
            // A lost runner removes its folders by itself.
            const auto open = source->current();
            if (!open) {
                done(std::move(end));
                return;
            }
            open->removeFolder(folder, [end = std::move(end), done = std::move(done)](const Result<> &removed) mutable {
                if (!removed && removed.error().kind != FaultKind::NotFound)
                    end.notes.append(toText(removed.error()));
                done(std::move(end));
            });
        };
    }
    for (const InputFile &input : inputs) {
        const QByteArray target = QByteArray::fromStdString(message.path) + '/' + QFile::encodeName(input.name);
        if (auto copied = connection.put(input.source, target, stop); !copied)
            return copied;
    }
    return {};
}

} // namespace hermes::runner
