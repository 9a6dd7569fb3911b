// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/protocol/message.h"

#include "backends/runner/protocol/fields.h"

namespace hermes::protocol {

namespace {

void write(FieldWriter &to, const QueuePlaces &queue)
{
    to.number(Field::Queue, queue.queue);
    to.number(Field::Places, uint64_t {queue.places});
    to.flag(Field::HoldAfterFailure, queue.holdAfterFailure);
}

bool readPlaces(std::optional<QueuePlaces> &to, const FieldView &from)
{
    if (!to)
        to.emplace();
    switch (from.field) {
    case Field::Queue: return from.read(to->queue);
    case Field::Places: return from.read(to->places);
    default: return from.read(to->holdAfterFailure);
    }
}

template<typename Message, typename Take>
std::optional<Message> decodeWith(std::string_view payload, Take take)
{
    std::optional<Message> message(std::in_place);
    if (!forEachField(payload, [&](const FieldView &field) { return take(*message, field); }))
        message.reset();
    return message;
}

} // namespace

std::string encode(const Hello &message)
{
    FieldWriter to;
    to.number(Field::MinVersion, uint64_t {message.minVersion});
    to.number(Field::MaxVersion, uint64_t {message.maxVersion});
    to.duration(Field::SilenceLimit, message.silenceLimit);
    if (!message.scriptFolder.empty())
        to.bytes(Field::ScriptFolder, message.scriptFolder);
    if (!message.temporaryBase.empty())
        to.bytes(Field::TemporaryBase, message.temporaryBase);
    return to.take();
}

std::string encode(const HelloReply &message)
{
    FieldWriter to;
    to.number(Field::Version, uint64_t {message.version});
    to.bytes(Field::Build, message.build);
    to.number(Field::ProcessId, uint64_t {message.processId});
    to.bytes(Field::Machine, message.machine);
    to.number(Field::UserId, uint64_t {message.userId});
    return to.take();
}

std::string encode(const QueuePlaces &message)
{
    FieldWriter to;
    write(to, message);
    return to.take();
}

std::string encode(const StartMessage &message)
{
    FieldWriter to;
    to.number(Field::Language, static_cast<uint64_t>(message.language));
    to.bytes(Field::Code, message.code);
    for (const std::string &variable : message.environment)
        to.bytes(Field::Variable, variable);
    to.number(Field::FolderMode, static_cast<uint64_t>(message.folderMode));
    if (!message.path.empty())
        to.bytes(Field::Path, message.path);
    to.duration(Field::Timeout, message.timeout);
    to.duration(Field::KillDelay, message.killDelay);
    to.flag(Field::HasInput, message.hasInput);
    to.flag(Field::KeepBackground, message.keepBackground);
    to.number(Field::MemoryLimit, message.memoryLimit);
    to.number(Field::CpuLimit, message.cpuLimit);
    to.number(Field::ProcessLimit, message.processLimit);
    to.number(Field::FileLimit, message.fileLimit);
    to.bytes(Field::RunName, message.runName);
    if (message.queue)
        write(to, *message.queue);
    return to.take();
}

std::string encode(const ExitMessage &message)
{
    FieldWriter to;
    to.number(Field::Ended, static_cast<uint64_t>(message.ending));
    to.flag(Field::NeverBegan, message.neverBegan);
    to.flag(Field::Signalled, message.signalled);
    to.number(Field::Code32, uint64_t {message.code});
    to.flag(Field::OutOfMemory, message.outOfMemory);
    to.duration(Field::WallTime, message.wallTime);
    to.duration(Field::UserTime, message.userTime);
    to.duration(Field::SystemTime, message.systemTime);
    to.number(Field::MaxResident, message.maxResident);
    to.number(Field::StdoutTotal, message.stdoutTotal);
    to.number(Field::StderrTotal, message.stderrTotal);
    for (const std::string &note : message.notes)
        to.bytes(Field::Note, note);
    return to.take();
}

std::string encode(const ErrorMessage &message)
{
    FieldWriter to;
    to.number(Field::ErrorNumber, uint64_t {message.errorNumber});
    to.bytes(Field::Stage, message.stage);
    to.bytes(Field::Text, message.text);
    to.flag(Field::Retry, message.retry);
    return to.take();
}

std::string encode(const PutMessage &message)
{
    FieldWriter to;
    to.bytes(Field::Path, message.path);
    to.number(Field::Mode, uint64_t {message.mode});
    return to.take();
}

std::string encode(const FileInfoMessage &message)
{
    FieldWriter to;
    to.number(Field::Size, message.size);
    to.number(Field::Mode, uint64_t {message.mode});
    return to.take();
}

std::string encodeField(Field field, std::string_view bytes)
{
    FieldWriter to;
    to.bytes(field, bytes);
    return to.take();
}

std::string encodeVariables(const std::vector<std::string> &variables)
{
    FieldWriter to;
    for (const std::string &variable : variables)
        to.bytes(Field::Variable, variable);
    return to.take();
}

std::optional<Hello> decodeHello(std::string_view payload)
{
    return decodeWith<Hello>(payload, [](Hello &to, const FieldView &from) {
        switch (from.field) {
        case Field::MinVersion: return from.read(to.minVersion);
        case Field::MaxVersion: return from.read(to.maxVersion);
        case Field::SilenceLimit: return from.read(to.silenceLimit);
        case Field::ScriptFolder: return from.read(to.scriptFolder);
        case Field::TemporaryBase: return from.read(to.temporaryBase);
        default: return true;
        }
    });
}

std::optional<HelloReply> decodeHelloReply(std::string_view payload)
{
    return decodeWith<HelloReply>(payload, [](HelloReply &to, const FieldView &from) {
        switch (from.field) {
        case Field::Version: return from.read(to.version);
        case Field::Build: return from.read(to.build);
        case Field::ProcessId: return from.read(to.processId);
        case Field::Machine: return from.read(to.machine);
        case Field::UserId: return from.read(to.userId);
        default: return true;
        }
    });
}

std::optional<QueuePlaces> decodePlaces(std::string_view payload)
{
    std::optional<QueuePlaces> places;
    const bool whole = forEachField(payload, [&](const FieldView &from) {
        const bool ours = from.field == Field::Queue || from.field == Field::Places || from.field == Field::HoldAfterFailure;
        return !ours || readPlaces(places, from);
    });
    return whole && places && places->queue != 0 ? places : std::nullopt;
}

std::optional<StartMessage> decodeStart(std::string_view payload)
{
    auto message = decodeWith<StartMessage>(payload, [](StartMessage &to, const FieldView &from) {
        switch (from.field) {
        case Field::Language: return from.read(to.language, ScriptLanguage::Python);
        case Field::Code: return from.read(to.code);
        case Field::Variable: return from.read(to.environment);
        case Field::FolderMode: return from.read(to.folderMode, FolderMode::Made);
        case Field::Path: return from.read(to.path);
        case Field::Timeout: return from.read(to.timeout);
        case Field::KillDelay: return from.read(to.killDelay);
        case Field::HasInput: return from.read(to.hasInput);
        case Field::KeepBackground: return from.read(to.keepBackground);
        case Field::MemoryLimit: return from.read(to.memoryLimit);
        case Field::CpuLimit: return from.read(to.cpuLimit);
        case Field::ProcessLimit: return from.read(to.processLimit);
        case Field::FileLimit: return from.read(to.fileLimit);
        case Field::RunName: return from.read(to.runName);
        case Field::Queue:
        case Field::Places:
        case Field::HoldAfterFailure: return readPlaces(to.queue, from);
        default: return true;
        }
    });
    // Places of no queue make no sense.
    if (message && message->queue && message->queue->queue == 0)
        message.reset();
    return message;
}

std::optional<ExitMessage> decodeExit(std::string_view payload)
{
    return decodeWith<ExitMessage>(payload, [](ExitMessage &to, const FieldView &from) {
        switch (from.field) {
        case Field::Ended: return from.read(to.ending, Ending::Cancelled);
        case Field::NeverBegan: return from.read(to.neverBegan);
        case Field::Signalled: return from.read(to.signalled);
        case Field::Code32: return from.read(to.code);
        case Field::OutOfMemory: return from.read(to.outOfMemory);
        case Field::WallTime: return from.read(to.wallTime);
        case Field::UserTime: return from.read(to.userTime);
        case Field::SystemTime: return from.read(to.systemTime);
        case Field::MaxResident: return from.read(to.maxResident);
        case Field::StdoutTotal: return from.read(to.stdoutTotal);
        case Field::StderrTotal: return from.read(to.stderrTotal);
        case Field::Note: return from.read(to.notes);
        default: return true;
        }
    });
}

std::optional<ErrorMessage> decodeError(std::string_view payload)
{
    return decodeWith<ErrorMessage>(payload, [](ErrorMessage &to, const FieldView &from) {
        switch (from.field) {
        case Field::ErrorNumber: return from.read(to.errorNumber);
        case Field::Stage: return from.read(to.stage);
        case Field::Text: return from.read(to.text);
        case Field::Retry: return from.read(to.retry);
        default: return true;
        }
    });
}

std::optional<PutMessage> decodePut(std::string_view payload)
{
    return decodeWith<PutMessage>(payload, [](PutMessage &to, const FieldView &from) {
        switch (from.field) {
        case Field::Path: return from.read(to.path);
        case Field::Mode: return from.read(to.mode);
        default: return true;
        }
    });
}

std::optional<FileInfoMessage> decodeFileInfo(std::string_view payload)
{
    return decodeWith<FileInfoMessage>(payload, [](FileInfoMessage &to, const FieldView &from) {
        switch (from.field) {
        case Field::Size: return from.read(to.size);
        case Field::Mode: return from.read(to.mode);
        default: return true;
        }
    });
}

std::optional<std::string> decodeField(Field field, std::string_view payload)
{
    std::optional<std::string> found;
    const bool whole = forEachField(payload, [&](const FieldView &from) {
        if (from.field == field)
            found.emplace(from.value);
        return true;
    });
    return whole ? found : std::nullopt;
}

std::optional<std::vector<std::string>> decodeVariables(std::string_view payload)
{
    return decodeWith<std::vector<std::string>>(payload, [](std::vector<std::string> &to, const FieldView &from) {
        return from.field != Field::Variable || from.read(to);
    });
}

} // namespace hermes::protocol
