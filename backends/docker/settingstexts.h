// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/dockersettings.h"

#include <QJsonObject>

namespace hermes::docker {

/// What makes a container of these settings what it is: texts for people by the keys of the settings, without those that are not set.
/// None is a secret; variables and what belongs to runs are no part of it.
[[nodiscard]] QJsonObject settingsTexts(const DockerSettings &settings);

/// "memory: 512 MiB → 1 GiB", one for each that is another now.
[[nodiscard]] QStringList settingsDifferences(const QJsonObject &before, const QJsonObject &now);

} // namespace hermes::docker
