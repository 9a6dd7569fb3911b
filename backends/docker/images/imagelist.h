// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/imagestore.h"

#include <QHash>
#include <QJsonArray>

/// The Engine API's texts on images as values. Pure functions; any thread.

namespace hermes::docker {

/// With the kind of its digest, which some answers leave out.
[[nodiscard]] QString wholeImageId(const QString &id);
/// From GET /containers/json: the names of containers, by the id of their image.
[[nodiscard]] QHash<QString, QStringList> usersFromContainers(const QJsonArray &containers);
/// From GET /images/json. What is no object with an id is passed over.
[[nodiscard]] QList<ImageEntry> imagesFromList(const QJsonArray &images, const QHash<QString, QStringList> &users);
/// The name, or the id of one without, in a line of the answer to POST /images/load; empty for another line.
[[nodiscard]] QString loadedImage(const QString &line);

/// Usage for what can be neither the name nor the id of an image.
[[nodiscard]] Result<> checkImageName(const QString &name);
/// The same for a name that an image is to be given: it has no digest, and no capitals before its tag.
[[nodiscard]] Result<> checkNewImageName(const QString &name);

} // namespace hermes::docker
