// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backendsettings.h"

#include <QProcessEnvironment>

namespace hermes {

Result<Settings> settingsInForce(const BackendKind &kind)
{
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    SettingSources sources;
    for (const QString &name : environment.keys())
        sources.environment.insert(name, environment.value(name));
    return resolveSettings(kind.schema, sources);
}

} // namespace hermes
