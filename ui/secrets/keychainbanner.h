// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QString;
class QWidget;

namespace hermes {

class Banner;
class SecretTasks;

/// Says what is wrong with the keychain as long as it is, with a button to try the last task again. The tasks must outlive it.
[[nodiscard]] Banner *makeKeychainBanner(const QString &name, SecretTasks *tasks, QWidget *parent);

} // namespace hermes
