// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/settings.h"
#include "backends/secrets/tokenstore.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace hermes {

/// A secret as it is looked for.
struct SecretWish
{
    QString name = {};          ///< In the store.
    QString what = {};          ///< For messages: "The token of modal"; empty: the secret's name.
    QStringList variables = {}; ///< That come before the store, the first one first.
    /// Only what this user's programs have stored is read: nobody is asked to unlock a keychain for what also works without.
    bool onlyIfStored = false;
};

/// For a secret setting of a backend: HERMES_BACKEND_KEY and the vendor's own variables, then the store.
[[nodiscard]] SecretWish wishFor(const QString &backend, const QString &profile, const Setting &setting);

/// The variable that gives a secret; empty for none. One that is set and empty counts as not set.
[[nodiscard]] QString variableInForce(const SecretWish &wish);

struct FoundSecret
{
    Secret value = {};
    QString source = {};   ///< "the environment variable MODAL_TOKEN_ID", "the keychain (modal/token)": for messages.
    QString advice = {};   ///< How to change it, where what it gives is refused.
};

/// The one place that decides where a secret comes from: the environment, then the store. Any thread but the main one.
///
/// get() waits for the store, which answers on the main thread, until it is asked to stop. NotConfigured where nobody has the
/// secret; it names every place that was looked at, and a variable that is set but empty.
class SecretSource final
{
public:
    /// The store is asked on its own thread; where it is gone by then the answer is Cancelled.
    explicit SecretSource(TokenStore *store);
    ~SecretSource();

    [[nodiscard]] Result<FoundSecret> get(const SecretWish &wish, const std::stop_token &stop) const;
    /// Nothing where nobody has it, for what also works without.
    [[nodiscard]] Result<std::optional<FoundSecret>> find(const SecretWish &wish, const std::stop_token &stop) const;

private:
    class Line;
    std::shared_ptr<Line> m_line;
};

} // namespace hermes
