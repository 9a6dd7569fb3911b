// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/secrets/tokenstore.h"

#include <QMap>

namespace hermes {

/// Keeps secrets until the program ends: for a desktop without a keychain.
class MemoryTokenStore final : public TokenStore
{
    Q_OBJECT

public:
    using TokenStore::TokenStore;

    [[nodiscard]] QFuture<Result<Secret>> read(const QString &name) override;
    [[nodiscard]] QFuture<Result<>> write(const QString &name, const Secret &value) override;
    [[nodiscard]] QFuture<Result<>> remove(const QString &name) override;
    [[nodiscard]] QFuture<Result<QStringList>> names() override;
    [[nodiscard]] StoreState state() const override { return StoreState::MemoryOnly; }

    [[nodiscard]] bool isEmpty() const { return m_secrets.isEmpty(); }
    [[nodiscard]] bool has(const QString &name) const { return m_secrets.contains(name); }
    [[nodiscard]] QStringList keptNames() const { return m_secrets.keys(); }

private:
    QMap<QString, Secret> m_secrets;
};

} // namespace hermes
