// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessioninfo.h"

using namespace Qt::StringLiterals;

namespace hermes {

QString sessionKindName(SessionKind kind)
{
    return kind == SessionKind::Sandbox ? u"sandbox"_s : u"session"_s;
}

QString sessionStateName(SessionState state)
{
    switch (state) {
        using enum SessionState;
    case Open: return u"open"_s;
    case Running: return u"running"_s;
    case Closed: return u"closed"_s;
    case Lost: return u"lost"_s;
    }
    return {};
}

std::optional<SessionKind> sessionKindFromName(const QString &name)
{
    for (const auto kind : {SessionKind::Sandbox, SessionKind::Session}) {
        if (sessionKindName(kind) == name)
            return kind;
    }
    return std::nullopt;
}

std::optional<SessionState> sessionStateFromName(const QString &name)
{
    using enum SessionState;
    for (const auto state : {Open, Running, Closed, Lost}) {
        if (sessionStateName(state) == name)
            return state;
    }
    return std::nullopt;
}

} // namespace hermes
