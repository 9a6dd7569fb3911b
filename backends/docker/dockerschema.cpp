// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/dockersettings.h"

#include "backends/core/runsettings.h"

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr double SmallestMemory = 6.0 * 1024 * 1024; ///< The daemon refuses less.
constexpr double SmallestCpus = 0.01;                ///< Likewise.
constexpr double MostCpus = 8192; ///< No machine has more.
constexpr double MostProcesses = 4'194'304; ///< The kernel counts no further.

QList<Setting> placeSettings()
{
    return {
        {.key = u"image"_s,
         .label = u"Image"_s,
         .help =
             u"Image of the containers, for example python:3.11-slim. The default is built with hermesctl images build, or on the page Backends under Images."_s,
         .defaultText = u"hermes-sandbox:0.6"_s},
        {.key = u"pull"_s,
         .label = u"Pull the image"_s,
         .help = u"When to fetch the image from its registry: when it is not here yet, before the first use, or never."_s,
         .type = SettingType::Choice,
         .defaultText = u"missing"_s,
         .choices = {u"missing"_s, u"always"_s, u"never"_s},
         .advanced = true},
        {.key = u"block-critical"_s,
         .label = u"Block runs on critical findings"_s,
         .help = u"Refuse runs on an image in which a scan has found critical weaknesses, or which was never scanned."_s,
         .type = SettingType::Boolean,
         .defaultText = u"false"_s,
         .advanced = true},
        {.key = u"host"_s,
         .label = u"Daemon"_s,
         .help = u"Where the daemon listens: unix:///var/run/docker.sock or tcp://host:2376. When not set: the docker context "
                 "in use, else the usual sockets of Docker and Podman."_s,
         .vendorVariables = {u"DOCKER_HOST"_s},
         .advanced = true,
         .placesSandboxes = true},
        {.key = u"context"_s,
         .label = u"Docker context"_s,
         .help = u"Name of a docker context that says where the daemon is."_s,
         .vendorVariables = {u"DOCKER_CONTEXT"_s},
         .advanced = true,
         .placesSandboxes = true},
        {.key = u"tls-verify"_s,
         .label = u"Use TLS"_s,
         .help = u"Encrypt the connection to a tcp:// daemon and check its certificate."_s,
         .type = SettingType::Boolean,
         .defaultText = u"false"_s,
         .vendorVariables = {u"DOCKER_TLS_VERIFY"_s},
         .advanced = true,
         .placesSandboxes = true},
        {.key = u"cert-path"_s,
         .label = u"Certificates"_s,
         .help = u"Folder with ca.pem, cert.pem and key.pem. When not set: ~/.docker."_s,
         .type = SettingType::Path,
         .vendorVariables = {u"DOCKER_CERT_PATH"_s},
         .advanced = true,
         .absolute = true,
         .placesSandboxes = true},
    };
}

QList<Setting> limitSettings()
{
    return {
        {.key = u"network"_s,
         .label = u"Network"_s,
         .help = u"none: no network. bridge: the daemon's own. host: this machine's, without isolation. Or the name of a "
                 "network of the daemon."_s,
         .defaultText = u"none"_s},
        {.key = u"cpus"_s,
         .label = u"CPUs"_s,
         .help = u"Most CPUs that a container may use, fractions allowed. No limit when not set."_s,
         .type = SettingType::Number,
         .minimum = SmallestCpus,
         .maximum = MostCpus},
        {.key = u"memory"_s,
         .label = u"Memory limit"_s,
         .help = u"Most memory that a container may use, for example 512m or 4g; there is no swap on top. No limit when not set."_s,
         .type = SettingType::Size,
         .minimum = SmallestMemory,
         .maximum = double(LargestSize)},
        {.key = u"pids"_s,
         .label = u"Process limit"_s,
         .help = u"Most processes and threads that a container may have at a time."_s,
         .type = SettingType::Integer,
         .defaultText = u"512"_s,
         .minimum = 8,
         .maximum = MostProcesses,
         .advanced = true},
        {.key = u"without-missing-limits"_s,
         .label = u"Run without limits that the daemon cannot hold"_s,
         .help = u"A limit that the daemon cannot hold fails the run. With this it runs without that limit, and says so."_s,
         .type = SettingType::Boolean,
         .defaultText = u"false"_s,
         .advanced = true},
        {.key = u"gpus"_s,
         .label = u"GPUs"_s,
         .help = u"all, a number, or ids parted by commas. None when not set."_s,
         .advanced = true},
        timeoutSetting(),
        killDelaySetting(),
        {.key = u"concurrency"_s,
         .label = u"Containers at once"_s,
         .help = u"How many containers of a sweep run at a time unless it asks for another number."_s,
         .type = SettingType::Integer,
         .defaultText = u"4"_s,
         .minimum = 1,
         .maximum = 64},
    };
}

QList<Setting> containerSettings()
{
    return {
        {.key = u"read-only"_s,
         .label = u"Read-only container"_s,
         .help = u"Only /tmp and the folders in memory can be written; pip installs into /tmp/site-packages."_s,
         .type = SettingType::Boolean,
         .defaultText = u"true"_s,
         .advanced = true},
        {.key = u"tmp-size"_s,
         .label = u"Size of /tmp"_s,
         .help = u"Most that /tmp can hold, which lies in memory, for example 1g. 0: half of the machine's memory."_s,
         .type = SettingType::Size,
         .defaultText = u"1g"_s,
         .minimum = 0,
         .maximum = double(LargestSize),
         .advanced = true},
        {.key = u"tmpfs"_s,
         .label = u"Folders in memory"_s,
         .help = u"More folders that can be written, with their sizes: /scratch=2g; /var/cache."_s,
         .advanced = true},
        {.key = u"mounts"_s,
         .label = u"Mounts"_s,
         .help = u"Folders, files and volumes for the container, read-only unless :rw: /data:/mnt; cache:/cache:rw."_s,
         .advanced = true},
        {.key = u"env"_s,
         .label = u"Environment"_s,
         .help = u"Variables for every snippet: A=1; B=two words. No secrets; those are given to a run."_s,
         .advanced = true},
        {.key = u"user"_s,
         .label = u"User"_s,
         .help = u"User in the container, as a name, uid or uid:gid. The image's own when not set."_s,
         .advanced = true},
        {.key = u"cap-add"_s,
         .label = u"Capabilities"_s,
         .help = u"All capabilities are dropped but these, for example CHOWN, SETUID."_s,
         .advanced = true},
        {.key = u"init"_s,
         .label = u"First process"_s,
         .help = u"docker: the daemon's small init. none: our runner. image: the entrypoint of the image, for those that bring "
                 "an init of their own."_s,
         .type = SettingType::Choice,
         .defaultText = u"docker"_s,
         .choices = {u"docker"_s, u"none"_s, u"image"_s},
         .advanced = true},
        {.key = u"shm-size"_s,
         .label = u"Shared memory"_s,
         .help = u"Size of /dev/shm, for example 1g. The daemon's own size (64m) when not set."_s,
         .type = SettingType::Size,
         .minimum = 0,
         .maximum = double(LargestSize),
         .advanced = true},
        {.key = u"warm"_s,
         .label = u"Warm containers"_s,
         .help = u"How many containers the window keeps started ahead, so that a run begins at once. hermesctl keeps none."_s,
         .type = SettingType::Integer,
         .defaultText = u"3"_s,
         .minimum = 0,
         .maximum = 64},
        {.key = u"warm-memory"_s,
         .label = u"Memory for warm containers"_s,
         .help = u"Fewer are kept when they would take more memory together than this, for example 2g. No bound when not set."_s,
         .type = SettingType::Size,
         .minimum = 0,
         .maximum = double(LargestSize),
         .advanced = true},
    };
}
} // namespace

SettingsSchema dockerSchema()
{
    return {.backend = u"docker"_s, .settings = placeSettings() + limitSettings() + containerSettings()};
}

} // namespace hermes::docker
