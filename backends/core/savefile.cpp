// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "savefile.h"

#include "backends/core/writeall.h"

namespace hermes {

qint64 SaveFile::writeData(const char *data, qint64 size)
{
    const int error = writeAll(handle(), QByteArrayView(data, size));
    if (error == 0)
        return size;
    setErrorString(qt_error_string(error));
    return -1;
}

} // namespace hermes
