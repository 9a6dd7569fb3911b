// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/run.h"

#include "backends/runner/resident/environment.h"
#include "backends/runner/resident/spawn.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace hermes::resident {

using namespace protocol;

namespace {

struct PipeEnds
{
    Descriptor read;
    Descriptor write;
};

Outcome<PipeEnds> makePipe()
{
    std::array<int, 2> ends;
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return std::unexpected(systemError(errno, "make a pipe"));
    return PipeEnds {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// What no system call could be given.
Outcome<> check(const StartMessage &message)
{
    if (message.path.contains('\0') || message.runName.contains('\0'))
        return std::unexpected(refusal("check the run", "The folder or the name of the run holds a NUL byte"));
    if (message.folderMode != FolderMode::Temporary && !message.path.starts_with('/'))
        return std::unexpected(refusal("check the run", "The folder is not an absolute path: " + message.path));
    for (const std::string &entry : message.environment) {
        if (variableName(entry).empty())
            return std::unexpected(
                refusal("check the run",
                        "A variable has no name or holds a NUL byte: " + entry.substr(0, std::min(entry.find('='), size_t {64}))));
    }
    return {};
}

/// Makes `path` and the folders above it where they are missing.
Outcome<> makeWithParents(const std::string &path)
{
    for (size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST && (errno != EACCES || end == std::string::npos) && errno != EROFS)
            return std::unexpected(systemError(errno, "make folder " + part));
        if (end == std::string::npos)
            return {};
    }
}

ErrorMessage startError(const SpawnFailure &failure, const std::string &program, const std::string &folder)
{
    switch (failure.stage) {
    case ChildStage::Folder: return systemError(failure.error, "change to folder " + folder);
    case ChildStage::Limits: return systemError(failure.error, "set the limits of the run");
    case ChildStage::Cgroup: return systemError(failure.error, "enter the control group of the run");
    case ChildStage::Group:
    case ChildStage::Streams: return systemError(failure.error, "prepare the process");
    case ChildStage::Clone: return systemError(failure.error, "start a process");
    case ChildStage::Execute: break;
    }
    ErrorMessage error = systemError(failure.error, "start " + program);
    if (failure.error == E2BIG)
        error.text += "; the environment variables are larger than the system allows";
    return error;
}

} // namespace

Run::Run(uint32_t id, const StartMessage &message, Workshop &workshop)
    : m_id(id),
      m_shop(workshop),
      m_name(message.runName.empty() ? "hermes-" + std::to_string(::getpid()) + "-" + std::to_string(id) : message.runName),
      m_language(message.language),
      m_keepBackground(message.keepBackground),
      m_killDelay(std::min(message.killDelay, LongestWait))
{ }

Run::~Run()
{
    m_shop.wakeups.clear(m_id, m_wake);
}

Outcome<std::unique_ptr<Run>> Run::start(uint32_t id, const StartMessage &message, Workshop &workshop)
{
    if (auto checked = check(message); !checked)
        return std::unexpected(std::move(checked.error()));
    auto interpreter = workshop.interpreters.find(message.language);
    if (!interpreter)
        return std::unexpected(std::move(interpreter.error()));
    std::unique_ptr<Run> run(new Run(id, message, workshop));
    const auto launched = run->prepareFolder(message).and_then([&] { return run->launch(message, *interpreter); });
    if (!launched) {
        run->undo();
        return std::unexpected(launched.error());
    }
    return run;
}

Outcome<> Run::prepareFolder(const StartMessage &message)
{
    m_folder = message.path;
    switch (message.folderMode) {
    case FolderMode::Existing: return {};
    case FolderMode::Made: return makeAgain();
    case FolderMode::Temporary: break;
    }
    auto made = m_shop.folders.make("r" + std::to_string(m_id));
    if (!made)
        return std::unexpected(std::move(made.error()));
    m_folder = std::move(*made);
    m_temporary = true;
    return {};
}

Outcome<> Run::makeAgain()
{
    const bool isMissing = ::access(m_folder.c_str(), F_OK) != 0;
    auto made = makeWithParents(m_folder);
    if (made && !m_shop.madeFolders.insert(m_folder).second && isMissing)
        m_exit.notes.push_back("The folder " + m_folder + " was gone; it was made again, empty.");
    return made;
}

Outcome<> Run::launch(const StartMessage &message, const std::string &interpreter)
{
    auto script = m_shop.scripts.write(m_language, message.code);
    if (!script)
        return std::unexpected(std::move(script.error()));
    m_script = std::move(*script);
    auto limits = planLimits(message, cgroupName(::getpid(), m_id));
    if (!limits)
        return std::unexpected(std::move(limits.error()));
    m_limits = std::move(*limits);
    std::ranges::move(m_limits.notes, std::back_inserter(m_exit.notes));
    m_killsBefore = m_shop.kills.value();

    ChildEnvironment environment(m_shop.environment, message.environment);
    const std::string name = "HERMES_RUN_ID=" + m_name;
    const std::string folder = "PWD=" + m_folder;
    std::string modules = "PYTHONPATH=" + m_folder;
    environment.set(name.c_str());
    environment.set(folder.c_str());
    if (m_language == ScriptLanguage::Python) {
        if (const std::string_view more = environment.value("PYTHONPATH"); !more.empty())
            modules.append(":").append(more);
        environment.set(modules.c_str());
        if (!environment.has("PYTHONUNBUFFERED"))
            environment.set("PYTHONUNBUFFERED=1");
    }
    std::string program = interpreter;
    const std::array<char *, 3> arguments = {program.data(), m_script.path.data(), nullptr};
    ChildPlan plan {.program = interpreter.c_str(),
                    .arguments = arguments.data(),
                    .environment = environment.pointers(),
                    .folder = m_folder.c_str(),
                    .in = m_shop.null,
                    .cgroups = m_limits.cgroup.entries(),
                    .limits = std::move(m_limits.perProcess)};
    if (m_shop.childFiles)
        plan.limits.emplace_back(RLIMIT_NOFILE, *m_shop.childFiles);
    return execute(plan, message);
}

Outcome<> Run::execute(ChildPlan &plan, const StartMessage &message)
{
    auto out = makePipe();
    auto err = out ? makePipe() : std::unexpected(out.error());
    auto in = err && message.hasInput ? makePipe() : Outcome<PipeEnds>();
    if (!err || !in)
        return std::unexpected(!err ? err.error() : in.error());
    plan.out = out->write.get();
    plan.err = err->write.get();
    if (message.hasInput)
        plan.in = in->read.get();

    m_begun = Clock::now();
    const auto pid = spawn(plan);
    if (!pid)
        return std::unexpected(startError(pid.error(), plan.program, m_folder));
    m_pid = *pid;
    m_mainAlive = true;
    m_limits.cgroup.closeEntries();
    m_shop.tree.addMain(m_pid, m_id, m_name);

    const auto source = [this](SourceKind kind, StreamId stream) {
        return Source {.kind = kind, .stream = static_cast<uint8_t>(stream), .id = m_id};
    };
    m_out = ChildOutput(std::move(out->read), source(SourceKind::Output, StreamId::Stdout), m_shop.poller);
    m_err = ChildOutput(std::move(err->read), source(SourceKind::Output, StreamId::Stderr), m_shop.poller);
    if (message.hasInput)
        m_input = ChildInput(std::move(in->write), source(SourceKind::Input, StreamId::Stdin), m_shop.poller);
    if (message.timeout > message.timeout.zero()) {
        m_timeout = m_begun + std::min(message.timeout, LongestWait);
        wakeAt(m_timeout);
    }
    std::string payload;
    appendU32(payload, static_cast<uint32_t>(m_pid));
    m_shop.outbound.sendLazily(FrameType::Started, m_id, payload);
    return {};
}

void Run::undo()
{
    m_shop.scripts.remove(std::move(m_script), false);
    if (m_temporary)
        std::ignore = m_shop.folders.remove(m_id, m_folder);
    m_limits.cgroup.remove();
}

} // namespace hermes::resident
