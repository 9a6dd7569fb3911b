// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/support/enginefixture.h"

namespace hermes {

/// An engine with launches of a test in its journal.
class LaunchFixture : public EngineFixture
{
    Q_OBJECT

public:
    using EngineFixture::EngineFixture;

protected:
    [[nodiscard]] static LaunchSpec sweep(const QString &name, const QString &values);
    /// Launches and comes back once the end of it is stored as well.
    LaunchId run(LaunchSpec spec);
    [[nodiscard]] bool waitForStoredEnd(LaunchId id);
};

} // namespace hermes
