// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/fakerefusal.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace hermes::tests {

bool FakeRefusal::concerns(const QJsonObject &created) const
{
    QJsonValue value = created;
    for (const QString &part : option.section(u'=', 0, 0).split(u'.'))
        value = value[part];
    const QString element = option.section(u'=', 1);
    if (!element.isEmpty())
        return value.toVariant().toStringList().join(u' ').contains(element);
    return !value.isNull() && !value.isUndefined() && value != QJsonValue(false) && value != QJsonValue(0)
        && value != QJsonValue(QString()) && value != QJsonValue(QJsonArray());
}

FakeRefusal FakeRefusal::snapInit()
{
    return {.option = u"HostConfig.Init"_s,
            .way = Way::Death,
            .status = 255,
            .message = u"exec /sbin/docker-init: operation not permitted"_s};
}

FakeRefusal FakeRefusal::snapNoNewPrivileges()
{
    return {.option = u"HostConfig.SecurityOpt=no-new-privileges"_s,
            .way = Way::Death,
            .status = 255,
            .message = u"exec /usr/bin/sleep: operation not permitted"_s};
}

FakeRefusal FakeRefusal::noInitProgram()
{
    return {.option = u"HostConfig.Init"_s,
            .way = Way::AtStart,
            .message = u"exec: \"docker-init\": executable file not found in $PATH"_s};
}

FakeRefusal FakeRefusal::rootlessMemory()
{
    return {
        .option = u"HostConfig.Memory"_s,
        .way = Way::Warning,
        .message = u"Your kernel does not support memory limit capabilities or the cgroup is not mounted. Limitation discarded."_s};
}

FakeRefusal FakeRefusal::rootlessPids()
{
    return {
        .option = u"HostConfig.PidsLimit"_s,
        .way = Way::Warning,
        .message = u"Your kernel does not support PIDs limit capabilities or the cgroup is not mounted. PIDs limit discarded."_s};
}

FakeRefusal FakeRefusal::podmanPids()
{
    return {.option = u"HostConfig.PidsLimit"_s,
            .way = Way::AtStart,
            .message = u"crun: the requested cgroup controller `pids` is not available: OCI runtime error"_s};
}

FakeRefusal FakeRefusal::podmanMemory()
{
    return {.option = u"HostConfig.Memory"_s,
            .way = Way::AtStart,
            .message = u"crun: the requested cgroup controller `memory` is not available: OCI runtime error"_s};
}

} // namespace hermes::tests
