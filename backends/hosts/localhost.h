// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/hosts/host.h"

namespace hermes::hosts {

/// This machine. Without state: any thread, any number of calls at once.
class LocalHost final : public Host
{
public:
    [[nodiscard]] QString name() const override;
    [[nodiscard]] Result<std::unique_ptr<Process>> start(const Command &command, std::stop_token stop) override;
    void killMarked(const QByteArray &mark) override;
    [[nodiscard]] Result<> put(const QString &localFile, const QString &target, std::stop_token stop) override;
    [[nodiscard]] Result<> get(const QString &source, const QString &localFile, std::stop_token stop) override;
};

} // namespace hermes::hosts
