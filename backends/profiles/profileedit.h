// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/settings.h"

#include <QByteArray>
#include <QString>

namespace hermes {

/// Edits of the text of a profile file. Each changes only the place that it is about, so that comments, order and layout
/// stay, and returns the whole new text. A place that is written in another way than `[profile.NAME]` with one
/// `key = value` a line (an inline table) is a Conflict that asks the user to edit it.

/// Sets a value, in its place or behind the last key of the profile. A secret is refused: it belongs to the keychain.
[[nodiscard]] Result<QByteArray> withProfileValue(const QByteArray &text, const QString &profile, const Setting &setting,
                                                  const QString &value);
/// Removes a key with its line; one that is not there is success.
[[nodiscard]] Result<QByteArray> withoutProfileValue(const QByteArray &text, const QString &profile, const QString &key);
/// Adds a profile at the end. Conflict when the name is taken, Usage when it is empty or has control characters.
[[nodiscard]] Result<QByteArray> withProfile(const QByteArray &text, const QString &name, const QString &backend);
/// Gives a profile another name, in its place. Conflict when that is taken, Usage when it is no name.
[[nodiscard]] Result<QByteArray> withProfileName(const QByteArray &text, const QString &name, const QString &newName);
/// Removes a profile from its header to its last key; NotFound when there is none.
[[nodiscard]] Result<QByteArray> withoutProfile(const QByteArray &text, const QString &name);

} // namespace hermes
