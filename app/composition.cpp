// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "composition.h"

#include "backends/local/localbackend.h"

#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace hermes {

QString stateFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/hermes-panel"_s;
}

QString profilesFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/hermes-panel/profiles.toml"_s;
}

QList<BackendKind> backendKinds()
{
    return {local::localKind()};
}

Result<std::unique_ptr<Engine>> openEngine(const QString &program, bool journalled)
{
    Result<std::unique_ptr<Engine>> engine = Engine::open(
        {.stateFolder = stateFolder(), .program = program, .journalled = journalled});
    for (const BackendKind &kind : engine ? backendKinds() : QList<BackendKind>())
        (*engine)->addKind(kind);
    return engine;
}

} // namespace hermes
