// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <optional>

namespace hermes {

/// How well a command's text fits what the user has typed: its letters in their order, whatever the case; the more of them
/// begin words or follow one another, the better. Nothing when it does not fit. An empty query fits everything alike.
[[nodiscard]] std::optional<int> commandMatch(const QString &text, const QString &query);

} // namespace hermes
