// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/secrets/secret.h"

#include <QString>

#include <expected>
#include <functional>
#include <memory>

namespace hermes {

/// Why a keychain did not do what it was asked for.
struct KeychainFault
{
    enum class Kind {
        NoService, ///< Nothing on this desktop is a keychain.
        NotFound,  ///< It is open, and has no such entry.
        Locked,    ///< It is locked, and stayed so.
        Refused    ///< It answered with an error, or with no.
    };

    Kind kind = Kind::Refused;
    QString detail = {}; ///< What it said; never a value.
};

/// The keychain service of the desktop. Main thread; nothing waits. An answer may come at any time, or never; none comes after
/// this object is gone.
class Keychain
{
public:
    template<typename T>
    using Answer = std::move_only_function<void(std::expected<T, KeychainFault>)>;

    virtual ~Keychain() = default;

    virtual void read(const QString &name, Answer<Secret> answer) = 0;
    virtual void write(const QString &name, const Secret &value, Answer<void> answer) = 0;
    /// NotFound where there was none.
    virtual void remove(const QString &name, Answer<void> answer) = 0;
};

/// The function by which the module `keychain` is entered: what it links takes longer to load than the whole program.
inline constexpr auto KeychainEntry = "hermesDesktopKeychain";
using KeychainMaker = Keychain *(*)();

} // namespace hermes
