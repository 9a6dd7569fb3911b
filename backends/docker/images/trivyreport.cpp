// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trivyreport.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
ImageFinding findingFrom(const QJsonObject &weakness)
{
    return {.id = weakness.value("VulnerabilityID"_L1).toString(),
            .package = weakness.value("PkgName"_L1).toString(),
            .installed = weakness.value("InstalledVersion"_L1).toString(),
            .fixedIn = weakness.value("FixedVersion"_L1).toString(),
            .severity = severityFromName(weakness.value("Severity"_L1).toString()),
            .title = weakness.value("Title"_L1).toString().simplified()};
}

bool isWorse(const ImageFinding &left, const ImageFinding &right)
{
    if (left.severity != right.severity)
        return left.severity > right.severity;
    return std::tie(left.package, left.id) < std::tie(right.package, right.id);
}
} // namespace

Result<QList<ImageFinding>> findingsFromTrivy(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    // Without findings the list is missing, so the version has to tell a report from anything else.
    const bool isReport = document.object().contains("SchemaVersion"_L1) || document.object().contains("Results"_L1);
    if (error.error != QJsonParseError::NoError || !isReport)
        return fail(FaultKind::Protocol,
                    u"What trivy wrote is no report in JSON: %1"_s.arg(
                        error.error == QJsonParseError::NoError ? u"it has no results"_s : error.errorString()),
                    u"Run \"trivy image --format json NAME\" in a terminal to see what it says."_s);
    QList<ImageFinding> findings;
    QSet<QString> seen;
    const QJsonArray results = document.object().value("Results"_L1).toArray();
    for (const auto result : results) {
        const QJsonArray weaknesses = result["Vulnerabilities"_L1].toArray();
        for (const auto weakness : weaknesses) {
            const ImageFinding finding = findingFrom(weakness.toObject());
            const QString key = finding.id + u'\n' + finding.package + u'\n' + finding.installed;
            if (finding.id.isEmpty() || seen.contains(key))
                continue;
            seen.insert(key);
            findings.append(finding);
        }
    }
    std::ranges::sort(findings, isWorse);
    return findings;
}

} // namespace hermes::docker
