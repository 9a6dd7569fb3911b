// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/protocol/frame.h"
#include "backends/runner/resident/container.h"
#include "backends/runner/resident/guard.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

constexpr int UsageError = 2;

constexpr const char
    *Purpose = "hermes-runner carries out snippets for Hermes Panel. The panel starts it by itself and speaks a binary protocol\n"
               "on its standard input and output; there is nothing to type here. See hermesctl --help.\n";

constexpr mode_t FolderMode = 0700;

/// What the command line asks for.
struct Plan
{
    bool stay = false;             ///< --stay: do nothing until told to end; what keeps a container going.
    const char *socket = nullptr;  ///< --socket PATH: speak the protocol there instead, if somebody listens.
    std::vector<const char *> folders = {}; ///< --make PATH: folders that are made first, if that can be.
};

std::optional<Plan> planOf(std::span<char *> words)
{
    Plan plan;
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const bool hasValue = i + 1 < words.size();
        if (word == "--stay")
            plan.stay = true;
        else if (word == "--socket" && hasValue)
            plan.socket = words[++i];
        else if (word == "--make" && hasValue)
            plan.folders.push_back(words[++i]);
        else
            return std::nullopt;
    }
    return plan;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::printf("hermes-runner " HERMES_VERSION " protocol %u\n", unsigned {hermes::protocol::CurrentVersion});
        return 0;
    }
    const auto plan = planOf({argv + 1, argv + argc});
    if (!plan || (!plan->stay && ::isatty(STDIN_FILENO))) {
        std::fputs(Purpose, stderr);
        return UsageError;
    }
    for (const char *folder : plan->folders)
        ::mkdir(folder, FolderMode);
    if (plan->stay)
        return hermes::resident::stay();
    if (plan->socket && !hermes::resident::speakOver(plan->socket))
        hermes::resident::say(STDOUT_FILENO, hermes::protocol::SpeaksHere);
    return hermes::resident::runGuarded();
}
