// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The only program of an image without a shell: it ends at once with 0, or with any argument it waits for a signal.

#include <csignal>
#include <unistd.h>

int main(int argc, char *[])
{
    // As process 1 of a container only signals with a handler arrive.
    std::signal(SIGTERM, [](int) { _exit(0); });
    if (argc > 1)
        pause();
    return 0;
}
