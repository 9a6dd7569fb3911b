// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/secrets/secret.h"

#include <QFuture>
#include <QObject>
#include <QStringList>

namespace hermes {

/// How a store stands, as its latest answer told.
enum class StoreState {
    Unasked,      ///< Nothing was asked of it yet.
    Keychain,     ///< The desktop's keychain answers.
    MemoryOnly,   ///< There is no keychain service: secrets are kept in memory until the program ends.
    Locked,       ///< The keychain is locked, and was not unlocked when it asked for that.
    Refusing,     ///< The keychain answers, but does not do what it is asked for.
    NotAnswering  ///< The keychain takes longer than anybody wants to wait for.
};

/// One sentence for people.
[[nodiscard]] QString stateSentence(StoreState state);

/// Keeps secrets under names. Lives on the main thread and is called there only; nothing waits: answers come as futures, in
/// the order of the questions or not. No text of a fault holds a value.
class TokenStore : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// NotFound only where the store itself says that it has none of this name. A store that is locked, refuses or does not
    /// answer is Denied, Unreachable or TimedOut.
    [[nodiscard]] virtual QFuture<Result<Secret>> read(const QString &name) = 0;
    /// Stores it, in the place of an earlier one. After TimedOut it may still come to be stored.
    [[nodiscard]] virtual QFuture<Result<>> write(const QString &name, const Secret &value) = 0;
    /// NotFound for a name that there is nothing of.
    [[nodiscard]] virtual QFuture<Result<>> remove(const QString &name) = 0;
    /// The names of what was stored by this user's programs, sorted. What another program did to the keychain meanwhile is not
    /// in it. Opens no keychain.
    [[nodiscard]] virtual QFuture<Result<QStringList>> names() = 0;
    [[nodiscard]] virtual StoreState state() const = 0;

Q_SIGNALS:
    void stateChanged(hermes::StoreState state);
    /// names() answers something else now.
    void namesChanged();
};

} // namespace hermes
