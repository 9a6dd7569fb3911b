// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/runnerlocation.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace hermes::runner {

namespace {
constexpr auto Variable = "HERMES_RUNNER";

QStringList placesOf(const QString &fileName)
{
    const QDir program(QCoreApplication::applicationDirPath());
    return {program.filePath(fileName), QDir::cleanPath(program.filePath(u"../libexec/hermes-panel/"_s + fileName))};
}

Result<QString> firstOf(const QStringList &places, const QString &advice)
{
    for (const QString &place : places) {
        const QFileInfo file(place);
        if (file.isFile() && file.isExecutable())
            return file.absoluteFilePath();
    }
    return fail(FaultKind::NotConfigured, u"hermes-runner was not found; looked for %1"_s.arg(places.join(u", "_s)), advice);
}
} // namespace

Result<QString> findRunner()
{
    if (const QString named = qEnvironmentVariable(Variable); !named.isEmpty())
        return firstOf({named}, u"Correct or unset HERMES_RUNNER."_s);
    return firstOf(placesOf(u"hermes-runner"_s), u"Install the package again."_s);
}

Result<QString> findRunnerFor(const QString &machine)
{
    const QString own = QSysInfo::currentCpuArchitecture();
    if (machine == own || (machine == "aarch64"_L1 && own == "arm64"_L1))
        return findRunner();
    return firstOf(placesOf(u"hermes-runner-"_s + machine), u"There is none for this kind of CPU; use another image."_s);
}

} // namespace hermes::runner
