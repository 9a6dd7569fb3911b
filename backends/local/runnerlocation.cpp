// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/runnerlocation.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace hermes::local {

namespace {
constexpr auto Variable = "HERMES_RUNNER";

QStringList placesOfRunner()
{
    if (const QString named = qEnvironmentVariable(Variable); !named.isEmpty())
        return {named};
    const QDir program(QCoreApplication::applicationDirPath());
    return {program.filePath(u"hermes-runner"_s), QDir::cleanPath(program.filePath(u"../libexec/hermes-panel/hermes-runner"_s))};
}
} // namespace

Result<QString> findRunner()
{
    const QStringList places = placesOfRunner();
    for (const QString &place : places) {
        const QFileInfo file(place);
        if (file.isFile() && file.isExecutable())
            return file.absoluteFilePath();
    }
    return fail(FaultKind::NotConfigured, u"hermes-runner was not found; looked for %1"_s.arg(places.join(u", "_s)),
                qEnvironmentVariableIsSet(Variable) ? u"Correct or unset HERMES_RUNNER."_s : u"Install the package again."_s);
}

} // namespace hermes::local
