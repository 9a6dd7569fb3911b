// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QWidget;

namespace hermes {

/// Where the focus goes from one control to the next.
///
/// Qt goes in the order in which controls were made, and counts whatever hands its focus on to a control inside as that
/// control: Tab would jump over all that stands before it, and what is made later would come last. These go by how the
/// controls lie: as they stand in their layouts, else from the top down and from left to right.

/// The next control, or the one before, that Tab leads to; the last one is followed by the first. Null when there is none.
[[nodiscard]] QWidget *nextTabStop(QWidget *window, const QWidget *current, bool forward);
/// Where the focus is best when its control is hidden or cannot be used any more: the main control of the innermost part
/// around it (its focus proxy), else the next tab stop.
[[nodiscard]] QWidget *focusAfterLoss(QWidget *window, const QWidget *lost);

} // namespace hermes
