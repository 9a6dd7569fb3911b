// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the I/O thread of a connection does with the frames that it receives.

#include "backends/runner/connectionloop.h"

#include "backends/runner/exitmapping.h"

using namespace Qt::StringLiterals;

namespace hermes::runner {

using protocol::FrameType;

namespace {
constexpr qsizetype ShownBytes = 120;

uint64_t joinKey(const protocol::FrameHeader &header)
{
    return uint64_t(header.type) << 32 | header.id;
}

QString shown(std::span<const std::byte> bytes)
{
    const auto text = QByteArrayView(bytes.data(), qMin(qsizetype(bytes.size()), ShownBytes));
    QString printable = QString::fromUtf8(text);
    for (QChar &c : printable) {
        if (!c.isPrint())
            c = u' ';
    }
    return printable.simplified();
}
} // namespace

bool ConnectionLoop::takeFrames()
{
    while (!hasEnded()) {
        const auto rest = m_reader.rest();
        const auto next = m_reader.next();
        if (!next) {
            lose(FaultKind::Protocol, u"it answered something that is not the runner's protocol: \"%1\""_s.arg(shown(rest)));
            return false;
        }
        const std::optional<Frame> &frame = *next;
        if (!frame)
            return true;
        if (!handle(*frame) && !hasEnded()) {
            lose(FaultKind::Protocol, u"a frame of type %1 makes no sense"_s.arg(int(frame->header.type)));
            return false;
        }
    }
    return false;
}

bool ConnectionLoop::handle(const Frame &frame)
{
    const auto &header = frame.header;
    if (m_state == State::Starting && header.type != FrameType::Hello && header.type != FrameType::Refused)
        return false;
    switch (header.type) {
    case FrameType::Output: return m_runs.onOutput(frame);
    case FrameType::Started: m_runs.onStarted(frame); return true;
    case FrameType::Credit:
        if (m_runs.knows(header.id))
            m_runs.onInputCredit(frame);
        else
            m_exchanges.onCredit(frame);
        return true;
    case FrameType::FileData: m_exchanges.onFileData(frame); return true;
    case FrameType::FileEnd:
    case FrameType::Done: m_exchanges.onEnd(header.id, std::string()); return true;
    case FrameType::Ping: m_writer.append({.type = FrameType::Pong, .id = header.id}, frame.payload); return true;
    case FrameType::Pong: m_exchanges.onEnd(header.id, std::string()); return true;
    default: break;
    }
    if (header.flags & protocol::FlagMore || m_joined.contains(joinKey(header)))
        return joinMessage(frame);
    return handleMessage(header, frame.text());
}

bool ConnectionLoop::joinMessage(const Frame &frame)
{
    std::string &joined = m_joined[joinKey(frame.header)];
    if (joined.size() + frame.payload.size() > protocol::MaxMessage)
        return false;
    joined.append(frame.text());
    if (frame.header.flags & protocol::FlagMore)
        return true;
    const auto node = m_joined.extract(joinKey(frame.header));
    return handleMessage(frame.header, node.mapped());
}

bool ConnectionLoop::handleMessage(const protocol::FrameHeader &header, std::string_view payload)
{
    switch (header.type) {
    case FrameType::Hello: return m_state == State::Starting && handleHello(payload);
    case FrameType::Refused: {
        const auto text = protocol::decodeField(protocol::Field::Text, payload);
        lose(FaultKind::Protocol, u"it refused: %1"_s.arg(QString::fromUtf8(text.value_or(std::string()))));
        return true;
    }
    case FrameType::Exit: {
        const auto message = protocol::decodeExit(payload);
        if (message)
            m_runs.onExit(header.id, *message);
        return message.has_value();
    }
    case FrameType::Error: {
        const auto message = protocol::decodeError(payload);
        if (!message)
            return false;
        if (header.id == 0)
            lose(FaultKind::Protocol, faultOf(*message).what);
        else if (m_runs.knows(header.id))
            m_runs.onError(header.id, faultOf(*message, m_options.interpreterAdvice));
        else
            m_exchanges.onEnd(header.id, std::unexpected(faultOf(*message)));
        return true;
    }
    case FrameType::Folder: {
        auto path = protocol::decodeField(protocol::Field::Path, payload);
        if (path)
            m_exchanges.onEnd(header.id, std::move(*path));
        return path.has_value();
    }
    case FrameType::FileInfo: {
        const auto info = protocol::decodeFileInfo(payload);
        if (info)
            m_exchanges.onFileInfo(header.id, *info);
        return info.has_value();
    }
    default: return false;
    }
}

bool ConnectionLoop::handleHello(std::string_view payload)
{
    const auto reply = protocol::decodeHelloReply(payload);
    if (!reply || reply->version < protocol::OldestVersion || reply->version > protocol::CurrentVersion)
        return false;
    if (m_options.environment)
        m_writer.append(protocol::encodeMessage(FrameType::Environment, 0, protocol::encodeVariables(*m_options.environment)));
    m_state = State::Open;
    m_stateDeadline = Clock::time_point::max();
    if (m_options.pingEvery.count() > 0)
        m_nextPing = Clock::now() + m_options.pingEvery;
    {
        const std::lock_guard lock(m_openMutex);
        m_opened = *reply;
    }
    m_openChanged.notify_all();
    return true;
}

} // namespace hermes::runner
