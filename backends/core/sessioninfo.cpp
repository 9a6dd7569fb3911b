// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessioninfo.h"

#include "backends/core/enumnames.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr EnumNames<SessionKind, 2> KindNames {{
    {SessionKind::Sandbox, "sandbox"_L1},
    {SessionKind::Session, "session"_L1},
}};

constexpr EnumNames<SessionState, 4> StateNames {{
    {SessionState::Open, "open"_L1},
    {SessionState::Running, "running"_L1},
    {SessionState::Closed, "closed"_L1},
    {SessionState::Lost, "lost"_L1},
}};

} // namespace

QString sessionKindName(SessionKind kind)
{
    return nameOf(KindNames, kind);
}

QString sessionStateName(SessionState state)
{
    return nameOf(StateNames, state);
}

std::optional<SessionKind> sessionKindFromName(const QString &name)
{
    return valueOf(KindNames, name);
}

std::optional<SessionState> sessionStateFromName(const QString &name)
{
    return valueOf(StateNames, name);
}

} // namespace hermes
