// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <expected>
#include <utility>

namespace hermes {

/// What kind of thing went wrong. Callers branch on the kind, never on the text.
enum class FaultKind {
    Usage,         ///< The caller gave something that cannot be carried out as it stands.
    NotConfigured, ///< A setting that is needed is missing or wrong.
    NotFound,      ///< The named thing does not exist.
    Conflict,      ///< The thing is in a state that forbids the operation ("close first").
    Refused,       ///< What was asked for was looked at and turned down: a step of a build fails, a registry or a folder says no.
    Denied,        ///< No permission: file mode, credentials, policy.
    Unreachable,   ///< The other side did not answer, or the connection was lost.
    TimedOut,      ///< The operation itself (not a snippet) was over its deadline.
    Cancelled,     ///< A stop was requested while the operation was under way.
    Exhausted,     ///< No space, no memory, a quota, a limit.
    Protocol,      ///< The other side answered something that makes no sense.
    Storage,       ///< The journal or a file of ours could not be read or written.
    Internal       ///< A fault of this program.
};

/// Why an operation could not be done, and what the user can do about it.
///
/// `what` names the field, file, host or variable. Neither text ever holds a secret.
/// A snippet that ends with a non-zero exit code is not a Fault.
struct Fault
{
    FaultKind kind = FaultKind::Internal;
    QString what = {};
    QString advice = {};
    /// Trying the same again later may succeed (a full table, a lost connection), as opposed to
    /// a cause that only the user can remove (no python3).
    bool transient = false;

    bool operator==(const Fault &) const = default;
};

template<typename T = void>
using Result = std::expected<T, Fault>;

/// `what`, and the advice behind it when there is one, as one line of text.
[[nodiscard]] QString toText(const Fault &fault);

/// The same fault with "context: " in front: each layer adds its context once.
[[nodiscard]] Fault inContext(const QString &context, Fault fault);

[[nodiscard]] inline std::unexpected<Fault> fail(FaultKind kind, QString what, QString advice = {})
{
    return std::unexpected(Fault {.kind = kind, .what = std::move(what), .advice = std::move(advice)});
}

} // namespace hermes
