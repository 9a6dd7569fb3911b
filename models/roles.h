// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <Qt>

namespace hermes {

/// What models say beyond Qt's own roles. Colours and pictures are chosen by the views.
enum ModelRole {
    SortRole = Qt::UserRole + 1, ///< The raw value: a number, or text that sorts as text.
    StateRole,                   ///< RunState as int.
    IndexRole,                   ///< The candidate's index in its launch.
    ProblemRole                  ///< Why the row cannot be used, as text; empty when it can.
};

} // namespace hermes
