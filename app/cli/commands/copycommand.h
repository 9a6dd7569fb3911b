// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/command.h"

namespace hermes {

enum class CopyDirection { Put, Get };

/// Copies a file into a sandbox or out of it.
class CopyCommand final : public Command
{
public:
    explicit CopyCommand(CopyDirection direction) : m_direction(direction) { }

    [[nodiscard]] QString name() const override;
    [[nodiscard]] QString description() const override;
    [[nodiscard]] QList<OptionSpec> options() const override;
    [[nodiscard]] QList<PositionalSpec> positionals() const override;
    [[nodiscard]] bool usesBackend() const override { return true; }
    [[nodiscard]] Result<int> execute(const Arguments &arguments, CommandContext &context) override;

private:
    CopyDirection m_direction;
};

} // namespace hermes
