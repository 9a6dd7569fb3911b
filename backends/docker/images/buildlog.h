// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runrequest.h"
#include "backends/docker/imagepull.h"

namespace hermes::docker {

/// The daemon's log of a build, line by line.
class BuildLog final
{
public:
    /// What a line adds to the log. The fault when it tells one, with the step at which that happened: Refused where the step
    /// itself failed, else what stood in its way.
    [[nodiscard]] Result<QString> add(const QJsonObject &line);
    /// The id of the image, once it is told.
    [[nodiscard]] const QString &imageId() const { return m_imageId; }
    /// What the steps so far have left on the daemon, by ids, the first step's first. What came from the cache was there before.
    [[nodiscard]] const QStringList &made() const { return m_made; }
    /// How far a base image is that is fetched just now, or the step: as a part of a sentence.
    [[nodiscard]] const QString &state() const { return m_state; }

private:
    [[nodiscard]] static FaultKind kindOf(const QJsonObject &line);
    void noteStep(const QString &text);
    void noteResult(const QString &text);

    QString m_imageId;
    QStringList m_made;
    bool m_isCached = false; ///< The result of this step; or it is a base image.
    QString m_step; ///< "Step 2/3 : RUN make"
    QString m_state;
    PullProgress m_pull;
};

/// The images that a Dockerfile builds upon, where they can be told: with the ARGs before its first FROM filled in, without
/// stages of its own.
[[nodiscard]] QStringList baseImages(const QByteArray &recipe, const QList<EnvironmentVariable> &arguments);

} // namespace hermes::docker
