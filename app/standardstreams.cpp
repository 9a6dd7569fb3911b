// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/standardstreams.h"

#include <fcntl.h>
#include <unistd.h>

namespace hermes {

void fillStandardStreams()
{
    // Each open() takes the lowest number that is free; for reading only, so that lost output is an error and no success.
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (::fcntl(descriptor, F_GETFD) < 0)
            (void)::open("/dev/null", O_RDONLY);
    }
}

} // namespace hermes
