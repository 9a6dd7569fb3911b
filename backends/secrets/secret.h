// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArrayView>

#include <cstring>
#include <iosfwd>
#include <memory>
#include <vector>

class QDebug;

namespace hermes {

/// A token or password. A value; any thread. Copies share one memory, which is overwritten with zeros when the last one goes.
///
/// It cannot be printed: what needs the bytes says so with reveal(), and nothing of them belongs into a log, a text of a
/// fault, a file or an argument of a program.
class Secret final
{
public:
    Secret() = default;
    explicit Secret(QByteArrayView bytes) : m_bytes(std::make_shared<Bytes>(bytes)) { }

    [[nodiscard]] bool isEmpty() const { return !m_bytes || m_bytes->bytes.empty(); }
    /// Valid as long as this object is.
    [[nodiscard]] QByteArrayView reveal() const { return m_bytes ? QByteArrayView(m_bytes->bytes) : QByteArrayView(); }

    friend bool operator==(const Secret &one, const Secret &other) { return one.reveal() == other.reveal(); }
    friend QDebug operator<<(QDebug, const Secret &) = delete;
    friend std::ostream &operator<<(std::ostream &, const Secret &) = delete;

private:
    struct Bytes
    {
        explicit Bytes(QByteArrayView from) : bytes(from.begin(), from.end()) { }
        Bytes(const Bytes &) = delete;
        Bytes &operator=(const Bytes &) = delete;
        ~Bytes()
        {
            if (!bytes.empty())
                ::explicit_bzero(bytes.data(), bytes.size());
        }

        std::vector<char> bytes;
    };

    std::shared_ptr<const Bytes> m_bytes;
};

} // namespace hermes
