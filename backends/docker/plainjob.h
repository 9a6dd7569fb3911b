// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/plainexec.h"
#include "backends/docker/plainwire.h"

#include <array>
#include <atomic>

namespace hermes::docker {

/// One request to a plain runner that takes execs: a run, or a file. Its frames come on the connection's thread, and it is carried
/// out on another, which owns all but the mail.
class PlainJob
{
public:
    PlainJob(std::shared_ptr<PlainWire> wire, uint32_t id);
    PlainJob(const PlainJob &) = delete;
    PlainJob &operator=(const PlainJob &) = delete;
    virtual ~PlainJob() = default;

    /// Carries it out and answers. Blocks.
    virtual void execute() = 0;

    /// The first who asks may carry it out, or drop it.
    [[nodiscard]] bool take() { return !m_taken.exchange(true); }
    void addBytes(std::string_view bytes);
    void endBytes();
    void addCredit(protocol::StreamId stream, uint32_t bytes);
    void requestEnd();

protected:
    /// Moves what has come since; false once nothing waits for this job any more.
    [[nodiscard]] bool readMail();
    void waitForMail() const;
    /// Sends what there is credit for, and removes it.
    void sendData(protocol::FrameType type, protocol::StreamId stream, QByteArray &bytes, uint64_t *sequence = nullptr);
    /// Gives what has come to the process, and the credit for what it took back.
    void passInput(PlainExec &exec, protocol::StreamId stream);
    [[nodiscard]] bool hasCredit(protocol::StreamId stream) const { return m_credit.at(size_t(stream)) > 0; }
    [[nodiscard]] uint64_t sent(protocol::StreamId stream) const { return m_sent.at(size_t(stream)); }
    [[nodiscard]] PlainWire &wire() const { return *m_wire; }
    [[nodiscard]] uint32_t id() const { return m_id; }
    [[nodiscard]] int wakeFd() const { return m_wake.get(); }
    [[nodiscard]] bool endRequested() const { return m_endRequested; }
    [[nodiscard]] bool hasAllInput() const { return m_inputEnded && m_input.isEmpty(); }
    [[nodiscard]] bool hasInput() const { return !m_input.isEmpty(); }

private:
    using PerStream = std::array<uint64_t, 5>; ///< By StreamId.
    struct Mail
    {
        QByteArray bytes = {};
        bool bytesEnded = false;
        bool endRequested = false;
        PerStream credit = {};
    };
    void wake();

    std::shared_ptr<PlainWire> m_wire;
    uint32_t m_id;
    std::atomic<bool> m_taken = false;
    Descriptor m_wake; ///< eventfd
    std::stop_callback<std::function<void()>> m_onGone;
    std::mutex m_mutex;
    Mail m_mail;

    QByteArray m_input;
    bool m_inputEnded = false;
    bool m_endRequested = false;
    PerStream m_credit;
    PerStream m_sent {};
};

} // namespace hermes::docker
