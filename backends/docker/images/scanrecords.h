// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/imagescan.h"

#include <optional>

namespace hermes::docker {

/// The last scan of each image, one JSON file each. Any thread; several programs may use one folder.
class ScanRecords final
{
public:
    explicit ScanRecords(QString folder) : m_folder(std::move(folder)) { }

    [[nodiscard]] Result<> keep(const ImageScan &scan) const;
    /// Nothing for an image that was never scanned. Storage for a record that cannot be read.
    [[nodiscard]] Result<std::optional<ImageScan>> find(const QString &imageId) const;

    /// Denied where the image was never scanned or has critical findings, with what to do.
    [[nodiscard]] Result<> checkPolicy(const QString &image, const QString &imageId) const;

private:
    [[nodiscard]] QString fileOf(const QString &imageId) const;

    QString m_folder;
};

} // namespace hermes::docker
