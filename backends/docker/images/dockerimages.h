// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/imagestore.h"
#include "backends/docker/api/engineclient.h"
#include "backends/docker/images/registrycredential.h"
#include "backends/docker/images/scanrecords.h"

#include <QSet>

namespace hermes::docker {

/// The image for snippets that the panel brings along: python with the usual libraries, and the usual tools.
[[nodiscard]] ImageBuild sandboxImage();

/// Where the program keeps what is found in images, below its state folder.
[[nodiscard]] QString scanFolder(const QString &stateFolder);

/// What becomes of critical findings in an image: they are told, or runs on it are refused as well.
enum class FindingsPolicy { Tell, BlockCritical };

/// The images of a daemon, by the Engine API.
class DockerImages final : public ImageStore
{
public:
    DockerImages(std::shared_ptr<EngineClient> client, CredentialSource credentials, const QString &stateFolder,
                 FindingsPolicy policy);

    [[nodiscard]] Result<QList<ImageEntry>> list(std::stop_token stop) override;
    [[nodiscard]] Result<> pull(const QString &image, const ImageReporter &report, std::stop_token stop) override;
    [[nodiscard]] Result<QString> build(const ImageBuild &build, const ImageReporter &report, std::stop_token stop) override;
    [[nodiscard]] Result<> tag(const QString &image, const QString &name, std::stop_token stop) override;
    [[nodiscard]] Result<> remove(const QString &image, std::stop_token stop) override;
    [[nodiscard]] Result<> exportTo(const QString &image, const QString &file, const ImageReporter &report,
                                    std::stop_token stop) override;
    [[nodiscard]] Result<QStringList> importFrom(const QString &file, const ImageReporter &report, std::stop_token stop) override;
    [[nodiscard]] Result<> push(const QString &image, const ImageReporter &report, std::stop_token stop) override;
    [[nodiscard]] Result<ImageScan> scan(const QString &image, const ImageReporter &report, std::stop_token stop) override;
    [[nodiscard]] Result<std::optional<ImageScan>> lastScan(const QString &imageId, std::stop_token stop) override;

private:
    [[nodiscard]] Result<QHash<QString, QStringList>> users(std::stop_token stop);
    [[nodiscard]] Result<QString> idOf(const QString &image, std::stop_token stop);
    [[nodiscard]] Fault inUse(const QString &image, Fault fault, std::stop_token stop);
    /// Takes away what the steps of a failed build have made. What cannot be removed stays: the build's own fault counts.
    void removeMade(QStringList made, const QSet<QString> &before);
    /// Of every image, also of those that are steps of others.
    [[nodiscard]] Result<QSet<QString>> allIds(std::stop_token stop);
    [[nodiscard]] Result<> checkThere(const QString &image, std::stop_token stop);

    std::shared_ptr<EngineClient> m_client;
    CredentialSource m_credentials;
    ScanRecords m_scans;
    FindingsPolicy m_policy;
};

} // namespace hermes::docker
