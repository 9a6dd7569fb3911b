// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

/// The wire format between a program and hermes-runner. Standard library only: the static runner uses it too.
///
/// A connection is a pair of byte streams (the runner's stdin and stdout). Each direction carries frames:
///
///     offset 0  u32  payload length, at most MaxPayload
///            4  u8   type (FrameType)
///            5  u8   flags (FrameFlag)
///            6  u16  stream, where the type has one (StreamId)
///            8  u32  id: the run, file or request that the frame belongs to; 0 for the connection itself
///           12       payload
///
/// Numbers are little-endian. A message that does not fit into one frame is cut into several of the same type and id,
/// all but the last with FlagMore; a receiver joins at most MaxMessage bytes. Data frames are never joined.
///
/// The first frame of each side is Hello. The client names the versions it speaks and the runner answers with the
/// highest that both do, or with Refused, and ends. Version N speaks to N−1. A type that came with a version is sent
/// only where that version is spoken: an older runner takes it for rubbish and breaks off.
///
/// Ids are chosen by the client, are never 0 and are not used twice on a connection.
///
/// Flow control: the data frames Output, Input, FileData spend credit of their (id, stream); both sides begin with
/// InitialCredit for each and the receiver gives back with Credit what it has consumed. All other frames need
/// none and are sent before waiting data, but the end of a run comes after all of that run's output.
///
/// A run that names a queue waits in the runner until fewer runs of that queue are under way than it has places, and begins
/// then without a word from the client: where runs are short, the way there and back would leave a processor idle after
/// each. A queue may hold after a failure, so that the client decides whether the next begins. The Exit of one that is
/// ended while it waits says NeverBegan.
///
/// A folder is listed as a stream of entries (listing.h) in the FileData of the request, in no order. The runner reads the
/// folder only as far as there is credit, so its memory does not grow with the folder.
///
/// When the runner's stdin ends, it ends every run, removes its temporary folders and exits.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hermes::protocol {

inline constexpr uint32_t CurrentVersion = 2;
inline constexpr uint32_t OldestVersion = 1;

/// The first one that knows List.
inline constexpr uint32_t ListVersion = 2;

/// What a runner that was to speak over a socket writes first to its standard output: that it speaks here after all, or there. Then
/// a word of VoiceBytes follows, and a line end, which are also the first that it sends over the socket: whoever else connects to
/// that does not know them.
inline constexpr std::string_view SpeaksHere = "here\n";
inline constexpr std::string_view SpeaksThere = "there ";
inline constexpr size_t VoiceBytes = 32;

inline constexpr size_t HeaderBytes = 12;
inline constexpr size_t MaxFrame = 64 * 1024;
inline constexpr size_t MaxPayload = MaxFrame - HeaderBytes;
inline constexpr size_t MaxMessage = 64 * 1024 * 1024;
inline constexpr uint32_t InitialCredit = 256 * 1024;

enum class FrameType : uint8_t {
    // client → runner                 payload
    Hello = 1, ///< both ways   Hello / HelloReply
    Environment = 2, ///< message: Field::Variable…; replaces the base environment of later runs
    Start = 3, ///< message: StartMessage
    Input = 4, ///< data for the stdin of run `id`
    InputEnd = 5, ///< end of the stdin of run `id`
    End = 6, ///< end run `id` now: TERM, after its kill delay KILL; its Exit says Cancelled
    Signal = 7, ///< u32 signal number, to the whole tree of run `id`
    Credit = 8, ///< both ways   u32: bytes consumed of (id, stream)
    Ping = 9, ///< both ways   up to 64 bytes; answered by Pong with the same
    Pong = 10,
    MakeFolder = 11, ///< a new temporary folder; answered by Folder or Error
    RemoveFolder = 12, ///< message: Field::Path of a folder made by MakeFolder; answered by Done or Error
    Put = 13, ///< message: PutMessage, then FileData…, FileEnd; answered by Done or Error
    Get = 14, ///< message: Field::Path; answered by FileInfo, FileData…, FileEnd, or Error
    FileData = 15, ///< both ways
    FileEnd = 16, ///< both ways
    Abort = 17, ///< give up the Put, Get or List `id`; a partial file is removed; answered by Done
    Places = 18, ///< message: QueuePlaces; sets the places of a queue, which then goes on if it was held
    List = 19, ///< since version 2; message: Field::Path of a folder; answered by FileData…, FileEnd, or Error
    // runner → client
    Refused = 64, ///< message: Field::Text; the handshake failed
    Started = 65, ///< u32 process id of run `id`
    Output = 66, ///< u64 sequence number in the order in which the runner read (from 0, over both streams), then bytes
    Exit = 67, ///< message: ExitMessage; the last frame of run `id`
    Error = 68, ///< message: ErrorMessage; request `id` was not carried out. For a Start: nothing of it began.
    Folder = 69, ///< message: Field::Path
    FileInfo = 70, ///< message: Field::Size, Field::Mode
    Done = 71, ///< request `id` was carried out
};

enum FrameFlag : uint8_t { FlagMore = 1 };

enum class StreamId : uint16_t { None = 0, Stdout = 1, Stderr = 2, Stdin = 3, File = 4 };

/// Output frames begin with a sequence number of this size.
inline constexpr size_t SequenceBytes = 8;

struct FrameHeader
{
    uint32_t length = 0;
    FrameType type = FrameType::Ping;
    uint8_t flags = 0;
    StreamId stream = StreamId::None;
    uint32_t id = 0;

    bool operator==(const FrameHeader &) const = default;
};

/// Writes the header into the first HeaderBytes of `to`.
void encodeHeader(const FrameHeader &header, std::span<std::byte, HeaderBytes> to);
/// Nothing when the length is above MaxPayload, or type or stream are not known.
[[nodiscard]] std::optional<FrameHeader> decodeHeader(std::span<const std::byte, HeaderBytes> from);

/// A message cut into frames, ready to be written.
[[nodiscard]] std::string encodeMessage(FrameType type, uint32_t id, std::string_view payload, StreamId stream = StreamId::None);

void appendU32(std::string &to, uint32_t value);
void appendU64(std::string &to, uint64_t value);
[[nodiscard]] std::optional<uint32_t> readU32(std::span<const std::byte> from);
[[nodiscard]] std::optional<uint64_t> readU64(std::span<const std::byte> from);

} // namespace hermes::protocol
