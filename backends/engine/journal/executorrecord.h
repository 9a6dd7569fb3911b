// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/owner.h"
#include "backends/core/sessioninfo.h"

#include <QByteArray>

namespace hermes {

/// A sandbox or session is known by these three together.
struct ExecutorKey
{
    QString backend = {};
    QString profile = {};
    QString id = {};

    /// As its backend knows it.
    [[nodiscard]] ProfiledId name() const { return {.id = id, .profile = profile}; }
    bool operator==(const ExecutorKey &) const = default;
};

/// A sandbox or session as the journal has it: what is needed to find and close it by its id alone.
struct ExecutorRecord
{
    ExecutorKey key = {};
    SessionKind kind = SessionKind::Sandbox;
    SessionState state = SessionState::Open;
    QDateTime created = {};  ///< UTC.
    QDateTime lastUsed = {}; ///< UTC.
    QString folder = {};
    QByteArray settings = {};        ///< JSON of the settings that it was opened with; no secrets.
    std::optional<Owner> owner = {}; ///< The program that has it open.

    bool operator==(const ExecutorRecord &) const = default;
};

} // namespace hermes
