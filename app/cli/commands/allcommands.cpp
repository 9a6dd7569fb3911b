// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/backendscommand.h"
#include "app/cli/commands/checkcommand.h"
#include "app/cli/commands/closecommand.h"
#include "app/cli/commands/copycommand.h"
#include "app/cli/commands/deletecommand.h"
#include "app/cli/commands/filescommand.h"
#include "app/cli/commands/historycommand.h"
#include "app/cli/commands/imagescommand.h"
#include "app/cli/commands/listcommand.h"
#include "app/cli/commands/runcommand.h"
#include "app/cli/commands/sandboxcommand.h"
#include "app/cli/commands/secretscommand.h"
#include "app/cli/commands/sessioncommand.h"
#include "app/cli/commands/showcommand.h"
#include "app/cli/commands/sweepcommand.h"

namespace hermes {

std::vector<std::unique_ptr<Command>> allCommands()
{
    std::vector<std::unique_ptr<Command>> commands;
    commands.push_back(std::make_unique<RunCommand>());
    commands.push_back(std::make_unique<SandboxCommand>());
    commands.push_back(std::make_unique<SessionCommand>());
    commands.push_back(std::make_unique<SweepCommand>());
    commands.push_back(std::make_unique<BackendsCommand>());
    commands.push_back(std::make_unique<CheckCommand>());
    commands.push_back(std::make_unique<ListCommand>());
    commands.push_back(std::make_unique<CloseCommand>());
    commands.push_back(std::make_unique<DeleteCommand>());
    commands.push_back(std::make_unique<HistoryCommand>());
    commands.push_back(std::make_unique<ShowCommand>());
    commands.push_back(std::make_unique<FilesCommand>());
    commands.push_back(std::make_unique<CopyCommand>(CopyDirection::Put));
    commands.push_back(std::make_unique<CopyCommand>(CopyDirection::Get));
    commands.push_back(std::make_unique<SecretsCommand>());
    commands.push_back(std::make_unique<ImagesCommand>());
    return commands;
}

} // namespace hermes
