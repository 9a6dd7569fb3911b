// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/plainjob.h"

namespace hermes::docker {

/// A file from the container, by one exec.
class PlainGet final : public PlainJob
{
public:
    PlainGet(std::shared_ptr<PlainWire> wire, uint32_t id, std::string path)
        : PlainJob(std::move(wire), id), m_path(std::move(path))
    { }
    void execute() override;

private:
    /// Once its line is there: tells size and mode.
    void takeHead(QByteArray &out);

    std::string m_path;
    bool m_hasHead = false;
};

/// A file into the container: one exec writes it under another name, a second one renames it.
class PlainPut final : public PlainJob
{
public:
    PlainPut(std::shared_ptr<PlainWire> wire, uint32_t id, protocol::PutMessage message)
        : PlainJob(std::move(wire), id), m_message(std::move(message))
    { }
    void execute() override;

private:
    void conclude(const PlainExec &exec, const std::string &part, const QByteArray &words);

    protocol::PutMessage m_message;
};

/// What is in a folder of the container.
class PlainList final : public PlainJob
{
public:
    PlainList(std::shared_ptr<PlainWire> wire, uint32_t id, std::string path)
        : PlainJob(std::move(wire), id), m_path(std::move(path))
    { }
    void execute() override;

private:
    std::string m_path;
};

} // namespace hermes::docker
