// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/owner.h"
#include "backends/docker/dockerbackend.h"
#include "backends/engine/machineid.h"

#include <QCoreApplication>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace hermes;

/// poolholder ADDRESS IMAGE STATE_FOLDER: keeps three containers started ahead, as the window does, until it is killed.
int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 4)
        return 2;
    const auto settings = resolveSettings(
        docker::dockerSchema(),
        {.flags = {{u"host"_s, arguments.at(1)}, {u"image"_s, arguments.at(2)}, {u"pull"_s, u"never"_s}, {u"warm"_s, u"3"_s}}});
    const auto identity = [&] {
        return docker::ProgramIdentity {.machine = machineId(arguments.at(3)),
                                        .owner = ownerToText(currentOwner(u"hermes-panel"_s)),
                                        .stateFolder = arguments.at(3),
                                        .keepsWarm = true};
    };
    const auto backend = settings.and_then(docker::dockerKind(identity).create);
    if (!backend) {
        std::fputs(qPrintable(toText(backend.error())), stderr);
        return 1;
    }
    (*backend)->fillPool();
    return QCoreApplication::exec();
}
