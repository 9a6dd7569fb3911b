// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

class QApplication;

namespace hermes {

/// Which pictures `hermes-panel --shot` takes.
struct ShotOrder
{
    QString folder = {};
    /// Empty: everything, in every theme, as `<page>-<theme>-<state>.png`. Otherwise the light theme in a small window only, with
    /// this at the end of the names: for another scale (QT_SCALE_FACTOR), or other letters.
    QString variant = {};
    int textPercent = 100; ///< Of the usual size of letters.
};

/// Writes pictures of every page into the folder, from the real engine with a state folder of its own. Returns the program's exit
/// code: 1 when a picture could not be made.
[[nodiscard]] int takeShots(QApplication &application, const ShotOrder &order);

} // namespace hermes
