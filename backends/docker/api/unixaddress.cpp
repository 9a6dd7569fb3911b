// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/api/unixaddress.h"

#include <QStringBuilder>

#include <algorithm>

#include <fcntl.h>

#include <cstring>

namespace hermes::docker {

UnixAddress::UnixAddress(const QByteArray &path)
{
    m_address.sun_family = AF_UNIX;
    QByteArray fitting = path;
    if (fitting.size() >= qsizetype(sizeof(m_address.sun_path))) {
        const qsizetype slash = path.lastIndexOf('/');
        m_folder = Descriptor(::open(path.first(slash + 1).constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        fitting = "/proc/self/fd/" + QByteArray::number(m_folder.get()) + path.sliced(slash);
    }
    // One that is too long even so is cut, and found by nobody.
    std::memcpy(m_address.sun_path, fitting.constData(), std::min(size_t(fitting.size()), sizeof(m_address.sun_path) - 1));
}

} // namespace hermes::docker
