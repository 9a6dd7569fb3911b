// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/secrets/secret.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace hermes {

// What secrets are called, and what they may be. Any thread.
//
//   BACKEND/KEY            a secret setting of a backend without a profile
//   BACKEND/PROFILE/KEY    the same of a profile
//   registry/HOST[:PORT]   what a registry of images is logged in to with, as user:password
//   any other              a secret of the user's own, for --secret

[[nodiscard]] QString settingSecretName(const QString &backend, const QString &profile, const QString &key);
[[nodiscard]] QString registrySecretName(const QString &host);
/// The host of such a name; nothing for another one.
[[nodiscard]] std::optional<QString> registryOfSecret(const QString &name);

/// Usage unless it is one line of 1 to 200 characters without blanks around it, "=" and ",".
[[nodiscard]] Result<> checkSecretName(const QString &name);

/// The value as it was typed, pasted or read: without the line end that it may have; Usage for an empty one, and for what is
/// no UTF-8 text, has a NUL, or more than 64 KiB. The fault does not tell the value.
[[nodiscard]] Result<Secret> secretFromInput(QByteArrayView input);

struct RegistryLogin
{
    QString user = {};
    Secret password = {};
};

/// As it is stored: user, a colon, password; so a user name has no colon, a password may.
[[nodiscard]] Result<Secret> toSecret(const RegistryLogin &login);
/// NotConfigured, naming the secret, for a value that is none.
[[nodiscard]] Result<RegistryLogin> registryLogin(const QString &name, const Secret &value);

/// A secret that a run gets as a variable of its environment. Has no value: it is read when the run is launched.
struct SecretVariable
{
    QString variable = {};
    QString secret = {};

    bool operator==(const SecretVariable &) const = default;
};

/// "NAME", for the variable of the same name, in upper case and with "_" for what it cannot have where that is none; or
/// "VARIABLE=NAME". Usage, which does not repeat what was given: it might be a value.
[[nodiscard]] Result<SecretVariable> secretVariableFrom(const QString &text);
/// The text that it is made from, the shorter one where that does.
[[nodiscard]] QString toText(const SecretVariable &secret);

} // namespace hermes
