// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/protocol/frame.h"
#include "backends/runner/resident/guard.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace {

constexpr int UsageError = 2;

constexpr const char
    *Purpose = "hermes-runner carries out snippets for Hermes Panel. The panel starts it by itself and speaks a binary protocol\n"
               "on its standard input and output; there is nothing to type here. See hermesctl --help.\n";

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::printf("hermes-runner " HERMES_VERSION " protocol %u\n", unsigned {hermes::protocol::CurrentVersion});
        return 0;
    }
    if (argc != 1 || ::isatty(STDIN_FILENO)) {
        std::fputs(Purpose, stderr);
        return UsageError;
    }
    return hermes::resident::runGuarded();
}
