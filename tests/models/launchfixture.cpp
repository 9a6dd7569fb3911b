// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchfixture.h"

using namespace std::chrono_literals;

namespace hermes {

LaunchSpec LaunchFixture::sweep(const QString &name, const QString &values)
{
    LaunchSpec spec = EngineFixture::sweep(values);
    spec.name = name;
    return spec;
}

bool LaunchFixture::waitForStoredEnd(LaunchId id)
{
    return QTest::qWaitFor([&] { return m_finished.contains(id) && recordOf(id).state != LaunchState::Running; }, 30s);
}

LaunchId LaunchFixture::run(LaunchSpec spec)
{
    const LaunchId id = launch(std::move(spec)).id;
    if (!waitForStoredEnd(id))
        QTest::qFail("the launch did not end", __FILE__, __LINE__);
    return id;
}

} // namespace hermes
