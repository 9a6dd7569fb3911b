// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "backends/profiles/profileset.h"

#include <QHash>

namespace hermes {

/// From what the user names to the settings in force: the same for the window and the command line. Any thread.

/// By name or alias; the Usage fault for an unknown one lists the known.
[[nodiscard]] Result<const BackendKind *> findBackendKind(const QString &name, const QList<BackendKind> &kinds);
/// The answer points into the list, which must not be a temporary.
Result<const BackendKind *> findBackendKind(const QString &name, QList<BackendKind> &&kinds) = delete;
/// The Usage fault for an unknown one lists the known.
[[nodiscard]] Result<Profile> findProfile(const ProfileSet &set, const QString &name);

/// A backend as it is named: either text may be empty.
struct BackendName
{
    QString backend = {}; ///< Empty: that of the profile, else local.
    QString profile = {}; ///< Empty: none.

    bool operator==(const BackendName &) const = default;
};

[[nodiscard]] inline size_t qHash(const BackendName &name, size_t seed = 0) noexcept
{
    return qHashMulti(seed, name.backend, name.profile);
}

/// The kind that is meant. A Usage fault where it or the profile is unknown, or the profile is one of another kind.
[[nodiscard]] Result<const BackendKind *> chooseKind(const BackendName &name, const ProfileSet &set,
                                                     const QList<BackendKind> &kinds);
Result<const BackendKind *> chooseKind(const BackendName &name, const ProfileSet &set, QList<BackendKind> &&kinds) = delete;

/// Those variables of this program's environment that a setting of the schema takes its value from.
[[nodiscard]] QHash<QString, QString> variablesFor(const SettingsSchema &schema);

/// The settings in force: flags over this program's environment over the profile over the defaults. The profile may be
/// empty; one that is unknown is a Usage fault. Whatever else is wrong is one that names where it stands.
[[nodiscard]] Result<Settings> settingsInForce(const SettingsSchema &schema, const ProfileSet &set, const QString &profile,
                                               const QHash<QString, QString> &flags = {});

/// The settings in force of everything that is configured: every profile; every kind without one, but a kind that keeps things elsewhere
/// only where a variable of the environment sets something of it. What cannot be used as it stands is left out.
[[nodiscard]] QList<Settings> configuredSettings(const ProfileSet &set, const QList<BackendKind> &kinds);

} // namespace hermes
