// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/localsettings.h"

#include "backends/core/runsettings.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace hermes::local {

namespace {
QString absoluteFolder(const QString &text)
{
    if (text == "~"_L1 || text.startsWith("~/"_L1))
        return QDir::cleanPath(QDir::homePath() + text.sliced(1));
    return QDir::cleanPath(QDir::current().absoluteFilePath(text));
}
} // namespace

SettingsSchema localSchema()
{
    return {
        .backend = u"local"_s,
        .settings =
            {
                {.key = u"workdir"_s,
                 .label = u"Work folder"_s,
                 .help = u"Folder in which sandboxes and temporary folders are made, from / or ~/; it is made when missing."_s,
                 .type = SettingType::Path,
                 .absolute = true,
                 .placesSandboxes = true},
                timeoutSetting(),
                {.key = u"memory"_s,
                 .label = u"Memory limit"_s,
                 .help = u"Most memory that a snippet may use, for example 512m or 4g."_s,
                 .type = SettingType::Size,
                 .minimum = 1024 * 1024,
                 .advanced = true},
                {.key = u"processes"_s,
                 .label = u"Process limit"_s,
                 .help = u"Most processes and threads that a snippet may have at a time. Needs a writable cgroup."_s,
                 .type = SettingType::Integer,
                 .minimum = 1,
                 .advanced = true},
                {.key = u"cpu-time"_s,
                 .label = u"CPU time limit"_s,
                 .help = u"Most processor time that each process of a snippet may use, in whole seconds."_s,
                 .type = SettingType::Integer,
                 .unit = u"s"_s,
                 .minimum = 1,
                 .advanced = true},
                {.key = u"file-size"_s,
                 .label = u"File size limit"_s,
                 .help = u"Largest file that a snippet may write, for example 100m."_s,
                 .type = SettingType::Size,
                 .minimum = 0,
                 .advanced = true},
                killDelaySetting(),
            },
    };
}

LocalSettings localSettings(const Settings &settings)
{
    LocalSettings local;
    if (const QString workdir = settings.text(u"workdir"_s); !workdir.isEmpty()) {
        local.workdir = absoluteFolder(workdir);
        local.workdirOrigin = settings.value(u"workdir"_s).origin;
    }
    local.timeout = settings.duration(u"timeout"_s);
    local.killDelay = settings.duration(u"kill-delay"_s);
    local.limits.memoryBytes = settings.integer(u"memory"_s);
    local.limits.fileBytes = settings.integer(u"file-size"_s);
    if (const auto seconds = settings.integer(u"cpu-time"_s))
        local.limits.cpuTime = std::chrono::seconds(*seconds);
    if (const auto processes = settings.integer(u"processes"_s))
        local.limits.processes = int(std::min<qint64>(*processes, std::numeric_limits<int>::max()));
    return local;
}

} // namespace hermes::local
