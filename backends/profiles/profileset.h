// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/settings.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

namespace hermes {

/// A configured backend with a name. `backend` is not checked: an unknown one is an error when it is used.
struct Profile
{
    QString name = {};
    QString backend = {};
    QHash<QString, QString> values = {}; ///< By setting key; numbers and booleans as text.

    bool operator==(const Profile &) const = default;
};

/// The profile file as it was read. A value; any thread.
struct ProfileSet
{
    QString path = {};
    QByteArray text = {}; ///< The bytes of the file; empty where there is none.
    QList<Profile> profiles = {}; ///< In the order of the file.
    QHash<QString, QHash<QString, SettingPlace>> places = {}; ///< By profile and key, "backend" among them.

    /// Everything else follows from these two.
    bool operator==(const ProfileSet &other) const { return path == other.path && text == other.text; }
    /// Null when there is none of this name.
    [[nodiscard]] const Profile *find(const QString &name) const;
};

/// `$XDG_CONFIG_HOME/hermes-panel/profiles.toml`.
[[nodiscard]] QString defaultProfilesPath();

/// Reads the file; one that does not exist is an empty set. Faults name line and column. Blocks on the file.
///
///     [profile.gpu-box]
///     backend = "ssh"
///     host = "gpu.example.org"
///     port = 22
///
/// Values are texts, whole numbers, finite numbers, true and false. Other tables and top-level keys are faults.
[[nodiscard]] Result<ProfileSet> readProfiles(const QString &path);
/// The same from text; `origin` names it in messages.
[[nodiscard]] Result<ProfileSet> parseProfiles(const QByteArray &text, const QString &origin);

/// Replaces the file by `text`, which the functions of profileedit.h made of `read`, in one step (write and rename), making
/// its folder if need be. Conflict, and nothing written, when the file is no longer as it was read. Returns the new set.
[[nodiscard]] Result<ProfileSet> writeProfiles(const ProfileSet &read, const QByteArray &text);

} // namespace hermes
