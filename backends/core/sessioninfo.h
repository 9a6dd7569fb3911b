// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDateTime>
#include <QHash>
#include <QString>

#include <optional>

namespace hermes {

enum class SessionKind { Sandbox, Session };
enum class SessionState { Open, Running, Closed, Lost };

[[nodiscard]] QString sessionKindName(SessionKind kind);
[[nodiscard]] QString sessionStateName(SessionState state);
[[nodiscard]] std::optional<SessionKind> sessionKindFromName(const QString &name);
[[nodiscard]] std::optional<SessionState> sessionStateFromName(const QString &name);

/// What names a sandbox or session to its backend: an id is unique within a profile.
struct ProfiledId
{
    QString id = {};
    QString profile = {}; ///< Empty: of no profile.

    bool operator==(const ProfiledId &) const = default;
};

[[nodiscard]] inline size_t qHash(const ProfiledId &name, size_t seed = 0) noexcept
{
    return qHashMulti(seed, name.id, name.profile);
}

/// One sandbox or session, wherever it is.
struct SessionInfo
{
    QString backend = {};
    QString profile = {};
    QString id = {};
    SessionKind kind = SessionKind::Sandbox;
    SessionState state = SessionState::Open;
    QDateTime created = {};  ///< UTC.
    QDateTime lastUsed = {}; ///< UTC.
    QString folder = {};
    QString owner = {}; ///< The program that has it open now, or empty.
    bool isOwn = false; ///< That program is this one.
    bool stale = false;
    QString staleReason = {};
    QString problem = {}; ///< Why its backend could not be asked; the rest is what was known of it last then.
    std::optional<double> cost = {}; ///< US dollars so far; nothing where it is unknown.
    // Of what its backend keeps elsewhere, as far as that tells:
    QString place = {};  ///< What it is called there: the name of its container.
    QString image = {};
    QString status = {}; ///< In the words of the place: "exited (137), out of memory".
    QString limits = {}; ///< "2 CPUs, 512 MiB, 256 processes".
    std::optional<double> cpu = {};         ///< CPUs that are busy with it now.
    std::optional<qint64> memory = {};      ///< Bytes now.
    std::optional<qint64> memoryLimit = {}; ///< Bytes; nothing where it has none.

    bool operator==(const SessionInfo &) const = default;
};

} // namespace hermes
