// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace hermes {

/// How the user wants a column of a table, by its title.
struct ColumnLook
{
    QString title = {};
    int place = 0;
    int width = 0; ///< In pixels, as the user made it; 0: left to the table.
    bool hidden = false;

    bool operator==(const ColumnLook &) const = default;
};

} // namespace hermes
