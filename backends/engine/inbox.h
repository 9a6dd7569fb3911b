// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <functional>
#include <mutex>
#include <vector>

namespace hermes {

/// Messages from any thread to the thread of `receiver`, delivered in batches: one wake-up for all that
/// gathered meanwhile. The owner must outlive every poster, or be told by them that they are done.
template<typename Message>
class Inbox final
{
public:
    Inbox(QObject *receiver, std::function<void(std::vector<Message> &&)> deliver)
        : m_receiver(receiver), m_deliver(std::move(deliver))
    { }

    void post(Message message)
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_messages.push_back(std::move(message));
            if (m_messages.size() > 1)
                return;
        }
        QMetaObject::invokeMethod(m_receiver, [this] { deliver(); }, Qt::QueuedConnection);
    }

private:
    void deliver()
    {
        std::vector<Message> messages;
        {
            const std::scoped_lock lock(m_mutex);
            messages.swap(m_messages);
        }
        m_deliver(std::move(messages));
    }

    QObject *m_receiver;
    std::function<void(std::vector<Message> &&)> m_deliver;
    std::mutex m_mutex;
    std::vector<Message> m_messages;
};

} // namespace hermes
