// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "module.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibrary>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr auto Variable = "HERMES_MODULES";

QString moduleFolder()
{
    const QString named = qEnvironmentVariable(Variable);
    return named.isEmpty() ? QDir::cleanPath(QCoreApplication::applicationDirPath() + u"/" HERMES_MODULE_PLACE ""_s) : named;
}
} // namespace

Result<QFunctionPointer> loadModule(const QString &name, const char *entry)
{
    QLibrary library(moduleFolder() + u'/' + name);
    // Destroying the object leaves the library loaded.
    if (const QFunctionPointer found = library.resolve(entry))
        return found;
    return fail(FaultKind::NotConfigured, u"A part of the program could not be loaded: %1"_s.arg(library.errorString()),
                qEnvironmentVariableIsSet(Variable) ? u"Correct or unset HERMES_MODULES."_s : u"Install the package again."_s);
}

} // namespace hermes
