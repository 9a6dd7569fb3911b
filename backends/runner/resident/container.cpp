// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/container.h"

#include "backends/core/descriptor.h"
#include "backends/runner/protocol/frame.h"

#include <signal.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <tuple>

namespace hermes::resident {

namespace {
/// As much as is on the way to a busy client at once.
constexpr int BufferBytes = 1024 * 1024;

std::string randomWord()
{
    constexpr std::string_view Digits = "0123456789abcdef";
    std::array<unsigned char, protocol::VoiceBytes> bytes = {};
    std::ignore = ::getrandom(bytes.data(), bytes.size(), 0);
    std::string word;
    for (const unsigned char byte : bytes)
        word += Digits[byte % Digits.size()];
    return word;
}
} // namespace

void say(int file, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno != EINTR)
            return;
        text.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
    }
}

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
    const std::string word = randomWord() + '\n';
    say(STDOUT_FILENO, std::string(protocol::SpeaksThere) + word);
    say(socket.get(), word);
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
