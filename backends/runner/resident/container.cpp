// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/container.h"

#include "backends/core/descriptor.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

namespace hermes::resident {

namespace {
/// As much as is on the way to a busy client at once.
constexpr int BufferBytes = 1024 * 1024;
} // namespace

bool speakOver(const char *socketPath)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (std::strlen(socketPath) >= sizeof(address.sun_path))
        return false;
    std::strcpy(address.sun_path, socketPath);
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!socket.isOpen() || ::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof(address)) != 0)
        return false;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDBUF, &BufferBytes, sizeof(BufferBytes));
    return ::dup2(socket.get(), STDIN_FILENO) >= 0 && ::dup2(socket.get(), STDOUT_FILENO) >= 0;
}

int stay()
{
    sigset_t signals;
    ::sigemptyset(&signals);
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT})
        ::sigaddset(&signals, signal);
    ::sigprocmask(SIG_BLOCK, &signals, nullptr);
    for (;;) {
        const int signal = ::sigwaitinfo(&signals, nullptr);
        if (signal == SIGTERM || signal == SIGINT)
            return 0;
        while (::waitpid(-1, nullptr, WNOHANG) > 0) { }
    }
}

} // namespace hermes::resident
