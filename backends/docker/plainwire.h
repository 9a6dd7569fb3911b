// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/containers.h"
#include "backends/runner/protocol/frame.h"
#include "backends/runner/protocol/message.h"

#include <condition_variable>
#include <map>
#include <mutex>

namespace hermes::docker {

/// What the jobs of a plain runner share: the frames on their way to its connection, the questions to its guard (see
/// guardCommand()), and the container. Any thread, except where it says otherwise.
class PlainWire final
{
public:
    PlainWire(Containers containers, QString container, QString folder);

    [[nodiscard]] const Containers &containers() const { return m_containers; }
    [[nodiscard]] const QString &container() const { return m_container; }
    /// Of the connection, in the container.
    [[nodiscard]] const QString &folder() const { return m_folder; }

    void send(protocol::FrameType type, uint32_t id, std::string_view payload = {},
              protocol::StreamId stream = protocol::StreamId::None);
    void sendError(uint32_t id, const protocol::ErrorMessage &error);
    /// Asks the guard "VERB ID"; nothing when it does not answer in time. Blocks; not the connection's thread.
    [[nodiscard]] std::optional<int> ask(const QByteArray &verb, uint32_t id, std::chrono::milliseconds limit);

    /// From here on nothing waits any more.
    void giveUp();
    [[nodiscard]] std::stop_token gone() const { return m_gone.get_token(); }

    /// The rest is for the connection's thread. Readable when there is something new.
    [[nodiscard]] int wakeFd() const { return m_wake.get(); }
    void acknowledge();
    [[nodiscard]] bool hasFrames() const;
    /// Moves frames out; how many bytes.
    [[nodiscard]] size_t takeFrames(std::span<std::byte> into);
    /// Lines for the guard.
    [[nodiscard]] QByteArray takeQuestions();
    /// A line that it answered.
    void answer(const QByteArray &line);

private:
    Containers m_containers;
    QString m_container;
    QString m_folder;
    Descriptor m_wake; ///< eventfd
    std::stop_source m_gone;

    mutable std::mutex m_mutex;
    std::condition_variable_any m_answered;
    std::string m_frames;
    size_t m_taken = 0; ///< Of them.
    QByteArray m_questions;
    std::map<QByteArray, std::optional<int>> m_asked; ///< By "VERB ID".
};

} // namespace hermes::docker
