// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"
#include "backends/core/fault.h"

#include <QString>

namespace hermes::docker {

/// A folder of ours that a container sees, with a socket in it to which the runner there connects.
///
/// It lies in a private folder (others on this machine cannot get at the socket) and can be entered by every user of the
/// container, which sees it read-only. The socket is gone once it was used; one thread at a time.
class SocketFolder final
{
public:
    /// A new one with a name of its own, below `parent`, which is made (mode 0700) when it is missing.
    [[nodiscard]] static Result<SocketFolder> make(const QString &parent);
    /// One that stays for the time of a container: `path` itself, made when it is missing.
    [[nodiscard]] static Result<SocketFolder> keep(const QString &path);
    SocketFolder(SocketFolder &&other) noexcept;
    SocketFolder &operator=(SocketFolder &&) = delete;
    /// Removes a new one; what is kept stays.
    ~SocketFolder();

    [[nodiscard]] const QString &path() const { return m_path; }
    /// Listens at a name that nobody has used, which is given to the runner.
    [[nodiscard]] Result<Descriptor> listen();
    [[nodiscard]] const QString &socketName() const { return m_socket; }
    /// Removes the socket: who is connected stays so.
    void removeSocket();

private:
    SocketFolder(QString path, bool isNew) : m_path(std::move(path)), m_isNew(isNew) { }

    QString m_path;
    QString m_socket;
    bool m_isNew = false;
};

} // namespace hermes::docker
