// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDateTime>
#include <QList>
#include <QString>

namespace hermes {

/// How bad a weakness is, as those who collect them rate it.
enum class Severity { Unknown, Low, Medium, High, Critical };

/// The word of files and outputs: "critical".
[[nodiscard]] QString severityName(Severity severity);
/// In whatever case; Unknown for any other word.
[[nodiscard]] Severity severityFromName(const QString &name);

/// A known weakness of a package in an image.
struct ImageFinding
{
    QString id = {}; ///< "CVE-2024-1234".
    QString package = {};
    QString installed = {}; ///< Version.
    QString fixedIn = {};   ///< The first version without it; empty: there is none yet.
    Severity severity = Severity::Unknown;
    QString title = {};

    bool operator==(const ImageFinding &) const = default;
};

/// What a scan of an image has found; worst first.
struct ImageScan
{
    QString image = {}; ///< As it was named then.
    QString imageId = {};
    QDateTime when = {};
    QList<ImageFinding> findings = {};
    QString blocked = {}; ///< Why the backend runs nothing on it; empty where it does. Of a scan just made.

    bool operator==(const ImageScan &) const = default;
    [[nodiscard]] qsizetype count(Severity severity) const;
};

} // namespace hermes
