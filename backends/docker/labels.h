// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/sessioninfo.h"

#include <QDateTime>
#include <QHash>
#include <QJsonObject>

#include <optional>

namespace hermes::docker {

/// What a container of ours is for.
enum class Purpose {
    Sandbox,  ///< Kept until it is closed.
    Executor, ///< One run of a session or sweep.
    Pool,     ///< Started ahead.
    Helper    ///< Fills the volume with the runner, or probes.
};

/// What is written on a container, so that it is found again whatever happened to the program that made it.
struct ContainerLabels
{
    Purpose purpose = Purpose::Executor;
    ProfiledId name = {};  ///< Of its sandbox or session; a pool's and helper's has no id.
    QString machine = {};  ///< The machine id of the program that made it.
    QString owner = {};    ///< That program, as ownerToText() has it; empty for a sandbox, which outlives its program.
    QString settings = {}; ///< Digest of what the container was made by: another one is another container.
    QJsonObject texts = {}; ///< The settings behind the digest, for people; see settingsTexts().
    QDateTime expires = {}; ///< UTC; for others who clean up.

    bool operator==(const ContainerLabels &) const = default;
};

/// The label that every container, volume and image helper of ours has, whoever made it.
inline constexpr auto OwnLabel = "hermes-panel";

[[nodiscard]] QJsonObject toJson(const ContainerLabels &labels);
/// Nothing for a container that is not ours.
[[nodiscard]] std::optional<ContainerLabels> labelsFromJson(const QJsonObject &labels);

/// NAME=VALUE of the labels by which the container of a sandbox is found.
[[nodiscard]] QStringList labelsOfSandbox(const ProfiledId &name, const QString &machine);

[[nodiscard]] QString purposeName(Purpose purpose);

} // namespace hermes::docker
