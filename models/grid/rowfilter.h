// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace hermes {

/// Decides which rows of a table are shown. Asked on the GUI thread, for many rows one after another: it must be quick.
class RowFilter
{
public:
    virtual ~RowFilter() = default;
    /// By the row of the source.
    [[nodiscard]] virtual bool passes(int row) const = 0;
    /// Nothing is filtered: nobody needs to ask.
    [[nodiscard]] virtual bool passesAll() const = 0;
};

} // namespace hermes
