// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/secrets/keychain.h"
#include "backends/secrets/keychaintokenstore.h"

#include <QMap>

#include <deque>
#include <functional>
#include <optional>

namespace hermes::test {

/// What the keychains that are opened on it have; shared by them and the test. Main thread.
class KeychainWorld final
{
public:
    std::optional<KeychainFault> fault = {}; ///< What it says to everything.
    bool holds = false;                      ///< Answers wait until they are let go.
    QMap<QString, Secret> secrets = {};
    int opened = 0; ///< How often it was loaded.

    /// As the keychain is then.
    void letGo();
    [[nodiscard]] std::function<Result<std::unique_ptr<Keychain>>()> opener();

    void answer(std::move_only_function<void()> what);

private:
    std::deque<std::move_only_function<void()>> m_held;
};

} // namespace hermes::test
