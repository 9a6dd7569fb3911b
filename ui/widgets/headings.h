// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QLabel;
class QString;
class QWidget;

namespace hermes {

/// A heading over a part of a page; its mnemonic leads to `buddy`, whose parent it gets.
[[nodiscard]] QLabel *makeHeading(const QString &text, QWidget *buddy);

} // namespace hermes
