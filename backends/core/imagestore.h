// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/imagescan.h"
#include "backends/core/runrequest.h"

#include <QDateTime>
#include <QStringList>

#include <functional>
#include <optional>
#include <stop_token>

namespace hermes {

/// An image that a backend has.
struct ImageEntry
{
    QString id = {};        ///< "sha256:…"
    QStringList names = {}; ///< "hermes-sandbox:0.6"; empty: nothing names it any more.
    qint64 bytes = 0;
    QDateTime created = {};
    QStringList usedBy = {}; ///< Names of the containers that were made from it, in whatever state.

    bool operator==(const ImageEntry &) const = default;
};

/// How an image is made.
struct ImageBuild
{
    QString tag = {};       ///< "hermes-sandbox:0.6"
    QByteArray recipe = {}; ///< The text of a Dockerfile.
    QString context = {};   ///< A folder of this machine whose files the recipe may copy; empty: none.
    QList<EnvironmentVariable> arguments = {};
    bool usesCache = true;
};

/// What is told while an image is on its way.
struct ImageReport
{
    enum class Kind {
        State, ///< How far it is, in place of what was told before: "Downloading, 45 %".
        Log    ///< More of the log, with its line ends.
    };
    Kind kind = Kind::State;
    QString text = {};
};
using ImageReporter = std::function<void(const ImageReport &)>;

/// The images of a backend that runs snippets in such.
///
/// Every call blocks, runs on a worker thread and returns soon after a stop request, with what it began undone. Several threads
/// may call at once. Reports come on the calling thread. `image` is a name or an id.
class ImageStore
{
public:
    virtual ~ImageStore() = default;

    [[nodiscard]] virtual Result<QList<ImageEntry>> list(std::stop_token stop) = 0;
    /// Refused, with what to do, where the registry wants a login or refuses the one that is stored.
    [[nodiscard]] virtual Result<> pull(const QString &image, const ImageReporter &report, std::stop_token stop) = 0;
    /// The id of the new image. A fault of the recipe names the step at which it failed.
    [[nodiscard]] virtual Result<QString> build(const ImageBuild &build, const ImageReporter &report, std::stop_token stop) = 0;
    [[nodiscard]] virtual Result<> tag(const QString &image, const QString &name, std::stop_token stop) = 0;
    /// Takes the name away, and the image with its last name. Conflict, naming what uses it, where that forbids it.
    [[nodiscard]] virtual Result<> remove(const QString &image, std::stop_token stop) = 0;
    /// Writes it to a file of this machine, under a temporary name that is then renamed; one that is there is replaced. Or to
    /// standard output, where the file is StandardStream; import takes standard input in the same way.
    [[nodiscard]] virtual Result<> exportTo(const QString &image, const QString &file, const ImageReporter &report,
                                            std::stop_token stop) = 0;
    /// Takes the images of such a file; their names, or ids of those without.
    [[nodiscard]] virtual Result<QStringList> importFrom(const QString &file, const ImageReporter &report,
                                                         std::stop_token stop) = 0;
    /// To the registry that its name begins with; faults as pull().
    [[nodiscard]] virtual Result<> push(const QString &image, const ImageReporter &report, std::stop_token stop) = 0;

    /// Looks for known weaknesses with a scanner of this machine, and keeps what it finds. Unreachable, with what to do, where
    /// there is no scanner.
    [[nodiscard]] virtual Result<ImageScan> scan(const QString &image, const ImageReporter &report, std::stop_token stop) = 0;
    /// What the last scan of this image has found; nothing for one that was never scanned.
    [[nodiscard]] virtual Result<std::optional<ImageScan>> lastScan(const QString &imageId, std::stop_token stop) = 0;
};

} // namespace hermes
