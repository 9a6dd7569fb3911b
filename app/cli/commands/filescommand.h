// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/command.h"

namespace hermes {

/// Lists what is in a folder of a sandbox that is there.
class FilesCommand final : public Command
{
public:
    [[nodiscard]] QString name() const override;
    [[nodiscard]] QString description() const override;
    [[nodiscard]] QString details() const override;
    [[nodiscard]] QList<OptionSpec> options() const override;
    [[nodiscard]] QList<PositionalSpec> positionals() const override;
    [[nodiscard]] bool usesBackend() const override { return true; }
    [[nodiscard]] Result<int> execute(const Arguments &arguments, CommandContext &context) override;
};

} // namespace hermes
