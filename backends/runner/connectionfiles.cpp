// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files over a connection: the calling thread reads or writes the file, the I/O thread moves the frames.

#include "backends/runner/connection.h"

#include "backends/core/localfile.h"
#include "backends/core/shellword.h"
#include "backends/runner/connectionloop.h"
#include "backends/runner/protocol/listing.h"

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace hermes::runner {

using protocol::FrameType;
using protocol::StreamId;

namespace {
/// Without any progress for so long a transfer is given up.
constexpr std::chrono::milliseconds ProgressLimit {60'000};
constexpr std::chrono::milliseconds AbortLimit {2'000};

std::string frameOf(const protocol::FrameHeader &header, QByteArrayView payload)
{
    std::string frame(protocol::HeaderBytes, '\0');
    protocol::FrameHeader whole = header;
    whole.length = uint32_t(payload.size());
    protocol::encodeHeader(whole, std::as_writable_bytes(std::span(frame)).first<protocol::HeaderBytes>());
    frame.append(payload.data(), size_t(payload.size()));
    return frame;
}

std::string creditFrame(uint32_t id, uint32_t bytes)
{
    std::string amount;
    protocol::appendU32(amount, bytes);
    return frameOf({.type = FrameType::Credit, .stream = StreamId::File, .id = id}, QByteArrayView(amount));
}

FileEntry entryOf(const protocol::ListedEntry &entry)
{
    constexpr auto Most = uint64_t(std::numeric_limits<qint64>::max());
    return {.name = QByteArray::fromStdString(entry.name),
            .kind = FileEntry::Kind(entry.kind),
            .size = qint64(std::min(entry.size, Most)),
            .modified = std::chrono::sys_seconds(std::chrono::seconds(entry.modified))};
}

std::unexpected<Fault> brokenListing()
{
    return fail(FaultKind::Protocol, u"The runner answered something that is no listing"_s);
}

/// What the runner says of a file that somebody has named: it is there, but not to be had in this way.
Fault aboutNamedFile(const QString &context, Fault fault)
{
    if (fault.kind == FaultKind::Denied || fault.kind == FaultKind::NotConfigured)
        fault.kind = FaultKind::Refused;
    return inContext(context, std::move(fault));
}
} // namespace

Result<> Connection::put(const QString &localFile, const QByteArray &path, std::stop_token stop)
{
    auto file = LocalSource::open(localFile);
    if (!file)
        return std::unexpected(file.error());
    const auto exchange = std::make_shared<Exchange>();
    const uint32_t id = nextId();
    const protocol::PutMessage message {.path = path.toStdString(), .mode = file->mode()};
    ask(id, exchange, protocol::encodeMessage(FrameType::Put, id, protocol::encode(message)));
    auto sent = sendFile(*file, id, *exchange, stop).and_then([&] {
        return exchange->waitForEnd(stop, ProgressLimit).transform([](const std::string &) { });
    });
    if (sent)
        return {};
    abort(id, *exchange);
    return std::unexpected(aboutNamedFile(u"Copying %1 to %2"_s.arg(localFile, nameInLine(path)), sent.error()));
}

Result<> Connection::sendFile(LocalSource &file, uint32_t id, Exchange &exchange, std::stop_token stop)
{
    QByteArray block(qsizetype(protocol::MaxPayload), Qt::Uninitialized);
    for (;;) {
        const auto credit = exchange.takeCredit(uint32_t(block.size()), stop, ProgressLimit);
        if (!credit)
            return std::unexpected(credit.error());
        // The runner has answered already: it could not write.
        if (*credit == 0)
            return {};
        const auto got = file.read(std::span(block.data(), *credit), stop);
        if (!got)
            return std::unexpected(got.error());
        exchange.addCredit(*credit - uint32_t(*got));
        if (*got == 0)
            break;
        send(frameOf({.type = FrameType::FileData, .stream = StreamId::File, .id = id}, QByteArrayView(block).first(*got)));
    }
    send(frameOf({.type = FrameType::FileEnd, .stream = StreamId::File, .id = id}, {}));
    return {};
}

Result<> Connection::get(const QByteArray &path, const QString &localFile, std::stop_token stop)
{
    auto file = LocalTarget::open(localFile);
    if (!file)
        return std::unexpected(file.error());
    const auto exchange = std::make_shared<Exchange>();
    const uint32_t id = nextId();
    ask(id, exchange,
        protocol::encodeMessage(FrameType::Get, id, protocol::encodeField(protocol::Field::Path, path.toStdString())));
    const auto write = [&file](const QByteArray &block) { return file->write(block).transform([] { return true; }); };
    auto received = receiveData(write, id, *exchange, stop);
    if (!received) {
        abort(id, *exchange);
        return std::unexpected(aboutNamedFile(u"Copying %1 to %2"_s.arg(nameInLine(path), localFile), received.error()));
    }
    if (const auto info = exchange->info(); info && info->mode & S_IXUSR)
        file->makeExecutable();
    return file->commit();
}

Result<> Connection::receiveData(const Take &take, uint32_t id, Exchange &exchange, std::stop_token stop)
{
    uint32_t owed = 0;
    for (;;) {
        const auto block = exchange.takeData(stop, ProgressLimit);
        if (!block)
            return std::unexpected(block.error());
        if (block->isEmpty())
            return {};
        const auto taken = take(*block);
        if (!taken)
            return std::unexpected(taken.error());
        if (!*taken)
            return {};
        owed += uint32_t(block->size());
        if (owed >= CreditAccount::Batch)
            send(creditFrame(id, std::exchange(owed, 0)));
    }
}

Result<FolderContent> Connection::list(const QByteArray &path, std::stop_token stop)
{
    if (m_runner.version < protocol::ListVersion)
        return fail(FaultKind::Usage,
                    u"The runner of this sandbox (%1) is too old to list files"_s.arg(QString::fromStdString(m_runner.build)),
                    u"Close what is open in the sandbox, so that a new runner is started."_s);
    const auto exchange = std::make_shared<Exchange>();
    const uint32_t id = nextId();
    ask(id, exchange,
        protocol::encodeMessage(FrameType::List, id, protocol::encodeField(protocol::Field::Path, path.toStdString())));
    FolderContent content;
    protocol::ListingReader reader;
    const auto read = [&](const QByteArray &block) -> Result<bool> {
        reader.feed(std::string_view(block.constData(), size_t(block.size())));
        while (const auto entry = reader.next()) {
            content.isComplete = content.entries.size() < FolderContent::MostEntries;
            if (!content.isComplete)
                return false;
            content.entries.append(entryOf(*entry));
        }
        if (reader.broken())
            return brokenListing();
        return true;
    };
    auto received = receiveData(read, id, *exchange, stop);
    if (received && content.isComplete && !reader.atEnd())
        received = brokenListing();
    abort(id, *exchange);
    if (!received)
        return std::unexpected(aboutNamedFile(u"Listing %1"_s.arg(nameInLine(path)), std::move(received.error())));
    return content;
}

void Connection::abort(uint32_t id, Exchange &exchange)
{
    if (exchange.hasEnded())
        return;
    send(frameOf({.type = FrameType::Abort, .id = id}, {}));
    // So that nothing of the transfer is left there when the caller goes on; a lost connection has ended it too.
    std::ignore = exchange.waitForEnd({}, AbortLimit);
}

} // namespace hermes::runner
