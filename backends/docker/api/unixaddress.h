// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"

#include <QByteArray>

#include <sys/socket.h>
#include <sys/un.h>

namespace hermes::docker {

/// The address of a Unix socket at a path of any length: one beyond the 107 bytes that fit is reached by its folder's
/// descriptor. Valid as long as this object.
class UnixAddress final
{
public:
    explicit UnixAddress(const QByteArray &path);

    [[nodiscard]] const sockaddr *get() const { return reinterpret_cast<const sockaddr *>(&m_address); }
    [[nodiscard]] socklen_t size() const { return sizeof(m_address); }

private:
    sockaddr_un m_address = {};
    Descriptor m_folder;
};

} // namespace hermes::docker
