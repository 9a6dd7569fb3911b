// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/command.h"

namespace hermes {

/// What was launched, newest first.
class HistoryCommand final : public Command
{
public:
    [[nodiscard]] QString name() const override;
    [[nodiscard]] QString description() const override;
    [[nodiscard]] QList<OptionSpec> options() const override;
    [[nodiscard]] Result<int> execute(const Arguments &arguments, CommandContext &context) override;
};

} // namespace hermes
