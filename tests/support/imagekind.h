// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"

#include <condition_variable>
#include <mutex>

namespace hermes::test {

/// The images of the kind "imaged", and what its calls do; shared by the backends and the test. Any thread.
///
/// A call whose name is that of `held` waits until it is let go, or cancelled.
class ImageWorld final
{
public:
    /// The outcome of the call with this name ("pull", "build", …), with its first argument.
    std::function<Result<>(const QString &call, const QString &argument)> outcome = [](const QString &, const QString &) {
        return Result<>();
    };
    /// What a build writes, piece by piece.
    QStringList log = {};
    QList<ImageFinding> findings = {};

    void setImages(const QList<ImageEntry> &images);
    [[nodiscard]] QList<ImageEntry> images() const;
    void hold(const QString &call);
    void letGo();
    /// "pull a:1", in their order; lists are left out.
    [[nodiscard]] QStringList calls() const;
    [[nodiscard]] ImageBuild lastBuild() const;

    /// For the store: notes a call and waits while it is held.
    [[nodiscard]] Result<> enter(const QString &call, const QString &argument, const std::stop_token &stop);
    void noteBuild(const ImageBuild &build);

private:
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    QList<ImageEntry> m_images;
    QString m_held;
    QStringList m_calls;
    ImageBuild m_lastBuild;
};

/// A kind "imaged" whose backends have the images of `world`, and one setting, "host".
[[nodiscard]] BackendKind imageKind(std::shared_ptr<ImageWorld> world);

} // namespace hermes::test
