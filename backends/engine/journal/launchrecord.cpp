// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchrecord.h"

#include "backends/core/enumnames.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr EnumNames<LaunchKind, 4> KindNames {{
    {LaunchKind::Run, "run"_L1},
    {LaunchKind::Sandbox, "sandbox"_L1},
    {LaunchKind::Session, "session"_L1},
    {LaunchKind::Sweep, "sweep"_L1},
}};

constexpr EnumNames<LaunchState, 6> StateNames {{
    {LaunchState::Running, "running"_L1},
    {LaunchState::Done, "done"_L1},
    {LaunchState::Cancelled, "cancelled"_L1},
    {LaunchState::Stopped, "stopped"_L1},
    {LaunchState::Failed, "failed"_L1},
    {LaunchState::Interrupted, "interrupted"_L1},
}};

} // namespace

QString launchKindName(LaunchKind kind)
{
    return nameOf(KindNames, kind);
}

QString launchStateName(LaunchState state)
{
    return nameOf(StateNames, state);
}

std::optional<LaunchKind> launchKindFromName(const QString &name)
{
    return valueOf(KindNames, name);
}

std::optional<LaunchState> launchStateFromName(const QString &name)
{
    return valueOf(StateNames, name);
}

} // namespace hermes
