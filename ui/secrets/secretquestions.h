// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/secrettasks.h"
#include "ui/secrets/secretdialog.h"

namespace hermes {

class Dialogs;

/// Asks for what a task needs and begins it. The tasks must outlive the dialogs' parent.
void askForSecret(const SecretDialog::Request &request, SecretTasks *tasks, QWidget *parent);
void askToForget(const QString &name, SecretTasks *tasks, Dialogs *dialogs, QWidget *parent);
/// Of a stored secret, for a new value: the login of a registry is asked for as such.
[[nodiscard]] SecretDialog::Request replacementOf(const QString &name);

} // namespace hermes
