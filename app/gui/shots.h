// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QApplication;
class QString;

namespace hermes {

/// Writes `<page>-<light|dark>-<state>.png` for every page into the folder, from the real engine with a state folder of
/// its own. Returns the program's exit code: 1 when a picture could not be made.
[[nodiscard]] int takeShots(QApplication &application, const QString &folder);

} // namespace hermes
