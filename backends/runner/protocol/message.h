// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

/// Payloads of the messages in frame.h: a list of fields, each u16 tag, u32 length, bytes. Integers are 8 bytes,
/// little-endian, two's complement. Unknown tags are skipped, so that fields may be added; a tag that may stand
/// several times is marked "repeated". A decoder returns nothing for a payload that is cut or has a field of a
/// wrong size; it never reads beyond the payload.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hermes::protocol {

enum class Field : uint16_t {
    MinVersion = 1,
    MaxVersion = 2,
    Version = 3,
    SilenceLimit = 4, ///< Milliseconds without a frame after which the runner ends everything; 0: never.
    Text = 5,
    Build = 6,        ///< Version of the program that the runner was built with.
    ProcessId = 7,
    Machine = 8,      ///< uname -m
    UserId = 9,
    ScriptFolder = 10,
    TemporaryBase = 11, ///< Where temporary folders are made; the runner's TMPDIR or /tmp when not given.
    Language = 20,
    Code = 21,
    Variable = 22,    ///< repeated: NAME=value
    FolderMode = 23,
    Path = 24,
    Timeout = 25,     ///< Milliseconds.
    KillDelay = 26,   ///< Milliseconds.
    HasInput = 27,
    KeepBackground = 28,
    MemoryLimit = 29, ///< Bytes.
    CpuLimit = 30,    ///< Seconds.
    ProcessLimit = 31,
    FileLimit = 32,   ///< Bytes.
    RunName = 33,     ///< HERMES_RUN_ID of the run; unique over all programs and runs.
    Queue = 34,
    Places = 35,
    HoldAfterFailure = 36,
    Ended = 40,       ///< Ending
    Code32 = 41,      ///< Exit code, or signal number.
    OutOfMemory = 42,
    WallTime = 43,    ///< Nanoseconds.
    UserTime = 44,    ///< Microseconds.
    SystemTime = 45,  ///< Microseconds.
    MaxResident = 46, ///< Bytes.
    StdoutTotal = 47,
    StderrTotal = 48,
    Note = 49,        ///< repeated
    Signalled = 50,
    NeverBegan = 51,
    ErrorNumber = 60,
    Stage = 61,
    Retry = 62,
    Size = 70,
    Mode = 71,
};

enum class ScriptLanguage : uint8_t { Shell = 0, Python = 1 };

enum class FolderMode : uint8_t {
    Temporary = 0, ///< A new folder of the run's own, removed with all that is in it when the run has ended.
    Existing = 1,  ///< `path`, which must be there.
    Made = 2,      ///< `path`, made with its parents (mode 0700) if missing, never removed.
};

struct Hello
{
    uint32_t minVersion = 0;
    uint32_t maxVersion = 0;
    std::chrono::milliseconds silenceLimit {0};
    std::string scriptFolder = {};  ///< Where script files are written for the time of a run; empty: the runner chooses.
    std::string temporaryBase = {};

    bool operator==(const Hello &) const = default;
};

struct HelloReply
{
    uint32_t version = 0;
    std::string build = {};
    uint32_t processId = 0;
    std::string machine = {};
    uint32_t userId = 0;

    bool operator==(const HelloReply &) const = default;
};

/// How many runs of a queue may be under way.
struct QueuePlaces
{
    uint64_t queue = 0; ///< Chosen by the client; never 0.
    uint32_t places = 0;
    bool holdAfterFailure = false; ///< After an end other than exit status 0 none begins until the next Places.

    bool operator==(const QueuePlaces &) const = default;
};

struct StartMessage
{
    ScriptLanguage language = ScriptLanguage::Shell;
    std::string code = {};
    std::vector<std::string> environment = {}; ///< NAME=value, on top of the base environment; later ones win.
    FolderMode folderMode = FolderMode::Temporary;
    std::string path = {};
    std::chrono::milliseconds timeout {0}; ///< 0: none.
    std::chrono::milliseconds killDelay {700};
    bool hasInput = false;       ///< Input frames follow; otherwise stdin is empty.
    bool keepBackground = false; ///< What the snippet leaves running stays (a sandbox) instead of being ended (all else).
    std::optional<uint64_t> memoryLimit = {};
    std::optional<uint64_t> cpuLimit = {};
    std::optional<uint64_t> processLimit = {};
    std::optional<uint64_t> fileLimit = {};
    std::string runName = {};
    /// Not given: it begins at once. The places count only where the queue is not known yet. Not together with input.
    std::optional<QueuePlaces> queue = {};

    bool operator==(const StartMessage &) const = default;
};

/// Why the run is over; a snippet that ends by itself while it is being ended counts as ended by us.
enum class Ending : uint8_t { ByItself = 0, TimedOut = 1, Cancelled = 2 };

struct ExitMessage
{
    Ending ending = Ending::ByItself;
    bool neverBegan = false; ///< It was cancelled while it waited in its queue.
    bool signalled = false;
    uint32_t code = 0; ///< Exit status, or the signal's number when `signalled`.
    bool outOfMemory = false;
    std::chrono::nanoseconds wallTime {0};
    std::chrono::microseconds userTime {0};
    std::chrono::microseconds systemTime {0};
    uint64_t maxResident = 0;
    uint64_t stdoutTotal = 0;
    uint64_t stderrTotal = 0;
    std::vector<std::string> notes = {};

    bool operator==(const ExitMessage &) const = default;
};

struct ErrorMessage
{
    uint32_t errorNumber = 0; ///< errno on the target, or 0.
    std::string stage = {};   ///< What was being done, naming the file or folder: "make folder /x".
    std::string text = {};    ///< A sentence.
    bool retry = false;       ///< The same may succeed later (a full process table).

    bool operator==(const ErrorMessage &) const = default;
};

struct PutMessage
{
    std::string path = {};
    uint32_t mode = 0600;

    bool operator==(const PutMessage &) const = default;
};

struct FileInfoMessage
{
    uint64_t size = 0;
    uint32_t mode = 0;

    bool operator==(const FileInfoMessage &) const = default;
};

[[nodiscard]] std::string encode(const Hello &message);
[[nodiscard]] std::string encode(const HelloReply &message);
[[nodiscard]] std::string encode(const QueuePlaces &message);
[[nodiscard]] std::string encode(const StartMessage &message);
[[nodiscard]] std::string encode(const ExitMessage &message);
[[nodiscard]] std::string encode(const ErrorMessage &message);
[[nodiscard]] std::string encode(const PutMessage &message);
[[nodiscard]] std::string encode(const FileInfoMessage &message);
/// One field: Path, Text.
[[nodiscard]] std::string encodeField(Field field, std::string_view bytes);
[[nodiscard]] std::string encodeVariables(const std::vector<std::string> &variables);

[[nodiscard]] std::optional<Hello> decodeHello(std::string_view payload);
[[nodiscard]] std::optional<HelloReply> decodeHelloReply(std::string_view payload);
/// Nothing when the queue is 0, too.
[[nodiscard]] std::optional<QueuePlaces> decodePlaces(std::string_view payload);
[[nodiscard]] std::optional<StartMessage> decodeStart(std::string_view payload);
[[nodiscard]] std::optional<ExitMessage> decodeExit(std::string_view payload);
[[nodiscard]] std::optional<ErrorMessage> decodeError(std::string_view payload);
[[nodiscard]] std::optional<PutMessage> decodePut(std::string_view payload);
[[nodiscard]] std::optional<FileInfoMessage> decodeFileInfo(std::string_view payload);
[[nodiscard]] std::optional<std::string> decodeField(Field field, std::string_view payload);
[[nodiscard]] std::optional<std::vector<std::string>> decodeVariables(std::string_view payload);

} // namespace hermes::protocol
