// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/gui/shots/shots.h"
#include "ui/theme/theme.h"

#include <QString>

#include <optional>

class QCoreApplication;

namespace hermes {

/// The command line of hermes-panel.
struct PanelOptions
{
    bool sample = false;
    QString file = {};
    ShotOrder shots = {}; ///< Without a folder: none.
    std::optional<Theme> theme = {}; ///< As chosen in the window when not set.
};

/// Shows help or version and ends the program where they are asked for, or where the command line cannot be understood.
[[nodiscard]] PanelOptions parseOptions(const QCoreApplication &application);

} // namespace hermes
