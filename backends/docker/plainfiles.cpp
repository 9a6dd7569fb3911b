// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/plainfiles.h"

#include "backends/docker/plainscripts.h"

#include <QRandomGenerator>

#include <cerrno>

namespace hermes::docker {

using protocol::FrameType;
using protocol::StreamId;

namespace {
constexpr qsizetype MostPending = 256 * 1024;

protocol::ErrorMessage errorOf(const Fault &fault, const std::string &stage)
{
    return {.errorNumber = EIO, .stage = stage, .text = toText(fault).toStdString()};
}
} // namespace

void PlainGet::takeHead(QByteArray &out)
{
    const qsizetype line = out.indexOf('\n');
    if (m_hasHead || line < 0)
        return;
    const QList<QByteArray> words = out.first(line).split(' ');
    out.remove(0, line + 1);
    m_hasHead = true;
    const protocol::FileInfoMessage info {.size = words.value(0).toULongLong(), .mode = words.value(1).toUInt(nullptr, 8)};
    wire().send(FrameType::FileInfo, id(), protocol::encode(info));
}

void PlainGet::execute()
{
    const std::string stage = "read " + m_path;
    auto exec = PlainExec::start(wire().containers(), wire().container(), readCommand(m_path), wire().gone());
    if (!exec) {
        wire().sendError(id(), errorOf(exec.error(), stage));
        return;
    }
    exec->closeInput();
    QByteArray out;
    QByteArray err;
    while (readMail()) {
        takeHead(out);
        if (m_hasHead)
            sendData(FrameType::FileData, StreamId::File, out);
        if (endRequested()) {
            wire().send(FrameType::Done, id());
            return;
        }
        if (exec->hasEnded() && (out.isEmpty() || !m_hasHead))
            break;
        exec->wait(wakeFd(), {.read = out.size() < MostPending});
        if (out.size() < MostPending)
            exec->read(out, err);
    }
    const auto code = exec->exitCode(wire().gone());
    if (!code)
        wire().sendError(id(), errorOf(code.error(), stage));
    else if (*code != 0)
        wire().sendError(id(), fileError(*code, err, stage, m_path));
    else
        wire().send(FrameType::FileEnd, id());
}

void PlainPut::execute()
{
    const std::string part = m_message.path + ".hermes-part-" + std::to_string(QRandomGenerator::system()->generate());
    auto exec = PlainExec::start(wire().containers(), wire().container(), writeCommand(m_message, part), wire().gone());
    if (!exec) {
        wire().sendError(id(), errorOf(exec.error(), "write " + m_message.path));
        return;
    }
    QByteArray out;
    QByteArray err;
    while (readMail() && !exec->hasEnded() && !endRequested()) {
        passInput(*exec, StreamId::File);
        exec->wait(wakeFd(), {.write = hasInput()});
        exec->read(out, err);
    }
    if (!endRequested()) {
        conclude(*exec, part, err);
        return;
    }
    std::ignore = PlainExec::complete(wire().containers(), wire().container(), removeCommand(part), {}, wire().gone());
    wire().send(FrameType::Done, id());
}

void PlainPut::conclude(const PlainExec &exec, const std::string &part, const QByteArray &words)
{
    const std::string stage = "write " + m_message.path;
    const auto run = [&](const QStringList &command) {
        return PlainExec::complete(wire().containers(), wire().container(), command, {}, wire().gone());
    };
    QByteArray why = words;
    const auto code = exec.exitCode(wire().gone()).and_then([&](int written) -> Result<int> {
        if (written != 0)
            return written;
        return run(renameCommand(part, m_message.path)).transform([&](const PlainExec::Outcome &outcome) {
            why = outcome.err;
            return outcome.exitCode;
        });
    });
    if (code && *code == 0) {
        wire().send(FrameType::Done, id());
        return;
    }
    std::ignore = run(removeCommand(part));
    wire().sendError(id(), code ? fileError(*code, why, stage, m_message.path) : errorOf(code.error(), stage));
}

void PlainList::execute()
{
    const std::string stage = "list " + m_path;
    const auto listed = PlainExec::complete(wire().containers(), wire().container(), listCommand(m_path), {}, wire().gone());
    if (!listed || listed->exitCode != 0) {
        wire().sendError(id(), listed ? fileError(listed->exitCode, listed->err, stage, m_path) : errorOf(listed.error(), stage));
        return;
    }
    QByteArray listing = QByteArray::fromStdString(listingFrom(listed->out));
    while (readMail() && !endRequested()) {
        sendData(FrameType::FileData, StreamId::File, listing);
        if (listing.isEmpty())
            break;
        waitForMail();
    }
    if (endRequested())
        wire().send(FrameType::Done, id());
    else
        wire().send(FrameType::FileEnd, id());
}

} // namespace hermes::docker
