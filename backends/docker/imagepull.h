// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/progress.h"
#include "backends/docker/containers.h"
#include "backends/docker/images/registrycredential.h"

namespace hermes::docker {

/// An image as it is named: "python:3.11-slim", "localhost:5000/team/x@sha256:…".
struct ImageName
{
    QString registry = {};   ///< "localhost:5000"; empty: Docker Hub.
    QString repository = {}; ///< With the registry.
    QString tag = {};        ///< Or the digest; "latest" where none is named.

    bool operator==(const ImageName &) const = default;
};
[[nodiscard]] ImageName imageNameFromText(const QString &text);

/// What kind of failure a daemon tells of when a registry is in play: it has no kinds of its own for these. Internal where
/// nothing is known about the words.
[[nodiscard]] FaultKind registryFaultKind(const QString &text);

/// One line of a pull, push or build as the daemon reports it: a word, and how far each layer is.
class PullProgress final
{
public:
    /// The fault when the line tells one.
    [[nodiscard]] Result<> add(const QJsonObject &line);
    /// "Downloading, 45 %", "Extracting", as a part of a sentence.
    [[nodiscard]] QString text() const;

private:
    struct Layer
    {
        qint64 current = 0;
        qint64 total = 0;
    };
    QHash<QString, Layer> m_layers; ///< Those that are being downloaded, by id.
    QString m_status;
};

/// Fetches an image from its registry with the login that is stored for that, telling how far it is.
[[nodiscard]] Result<> pullImage(EngineClient &client, const QString &name, const CredentialSource &credentials,
                                 const Progress &progress, std::stop_token stop);

} // namespace hermes::docker
