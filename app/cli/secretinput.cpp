// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/secretinput.h"

#include "app/cli/output.h"
#include "backends/secrets/secretname.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <termios.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// More than any secret may have, so that what is longer is seen to be.
constexpr size_t BufferBytes = 64 * 1024 + 8;

termios shownTerminal {};

/// Leaves the terminal as it was, and ends as the signal would have.
extern "C" void giveBackTerminal(int signal)
{
    ::tcsetattr(STDIN_FILENO, TCSANOW, &shownTerminal);
    ::raise(signal);
}

/// While it lives the terminal shows nothing of what is typed.
class HiddenTyping final
{
public:
    HiddenTyping()
    {
        if (::tcgetattr(STDIN_FILENO, &shownTerminal) != 0)
            return;
        struct sigaction action {};
        action.sa_handler = giveBackTerminal;
        action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
        for (size_t i = 0; i < Ending.size(); ++i)
            ::sigaction(Ending[i], &action, &m_before[i]);
        termios hidden = shownTerminal;
        hidden.c_lflag &= ~tcflag_t(ECHO);
        m_isHidden = ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0;
    }
    HiddenTyping(const HiddenTyping &) = delete;
    HiddenTyping &operator=(const HiddenTyping &) = delete;
    ~HiddenTyping()
    {
        if (!m_isHidden)
            return;
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &shownTerminal);
        for (size_t i = 0; i < Ending.size(); ++i)
            ::sigaction(Ending[i], &m_before[i], nullptr);
    }

    [[nodiscard]] bool isHidden() const { return m_isHidden; }

private:
    static constexpr std::array Ending {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

    std::array<struct sigaction, Ending.size()> m_before {};
    bool m_isHidden = false;
};

/// Until the end, or the end of a line that is typed.
Result<Secret> readBytes(bool oneLine)
{
    std::array<char, BufferBytes> buffer {};
    size_t size = 0;
    int error = 0;
    while (size < buffer.size()) {
        const ssize_t got = ::read(STDIN_FILENO, buffer.data() + size, buffer.size() - size);
        if (got < 0 && errno == EINTR)
            continue;
        error = got < 0 ? errno : 0;
        if (got <= 0)
            break;
        size += size_t(got);
        if (oneLine && buffer[size - 1] == '\n')
            break;
    }
    auto secret = error == 0 ? secretFromInput(QByteArrayView(buffer.data(), qsizetype(size)))
                             : fail(FaultKind::Usage, u"Standard input cannot be read: %1"_s.arg(qt_error_string(error)));
    ::explicit_bzero(buffer.data(), buffer.size());
    return secret;
}

} // namespace

Result<Secret> readSecret(const QString &prompt)
{
    if (::isatty(STDIN_FILENO) == 0)
        return readBytes(false);
    const HiddenTyping hidden;
    if (!hidden.isHidden())
        return fail(FaultKind::Usage, u"This terminal cannot hide what is typed"_s, u"Give the value through a pipe."_s);
    writeAll(STDERR_FILENO, prompt.toUtf8());
    auto secret = readBytes(true);
    writeAll(STDERR_FILENO, "\n");
    return secret;
}

} // namespace hermes
