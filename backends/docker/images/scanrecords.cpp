// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "scanrecords.h"

#include "backends/core/savefile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr qsizetype MostNamed = 3;

QJsonObject objectOf(const ImageFinding &finding)
{
    return {{u"id"_s, finding.id},
            {u"package"_s, finding.package},
            {u"installed"_s, finding.installed},
            {u"fixed"_s, finding.fixedIn},
            {u"severity"_s, severityName(finding.severity)},
            {u"title"_s, finding.title}};
}

ImageFinding findingFrom(const QJsonObject &object)
{
    return {.id = object.value("id"_L1).toString(),
            .package = object.value("package"_L1).toString(),
            .installed = object.value("installed"_L1).toString(),
            .fixedIn = object.value("fixed"_L1).toString(),
            .severity = severityFromName(object.value("severity"_L1).toString()),
            .title = object.value("title"_L1).toString()};
}

std::unexpected<Fault> unreadable(const QString &file, const QString &why)
{
    return fail(FaultKind::Storage, u"The scan that is kept in %1 cannot be read: %2"_s.arg(file, why), u"Scan the image again."_s);
}

/// "CVE-2024-1 in openssl, CVE-2024-2 in zlib and 4 more"
QString namedCritical(const ImageScan &scan)
{
    QStringList names;
    for (const ImageFinding &finding : scan.findings) {
        if (finding.severity == Severity::Critical && names.size() < MostNamed)
            names.append(u"%1 in %2"_s.arg(finding.id, finding.package));
    }
    const qsizetype others = scan.count(Severity::Critical) - names.size();
    return names.join(u", "_s) + (others > 0 ? u" and %1 more"_s.arg(others) : QString());
}
} // namespace

QString ScanRecords::fileOf(const QString &imageId) const
{
    // Whatever an id looks like, its file lies in the folder.
    const QByteArray name = QCryptographicHash::hash(imageId.toUtf8(), QCryptographicHash::Sha256).toHex();
    return m_folder + u'/' + QString::fromLatin1(name) + u".json"_s;
}

Result<> ScanRecords::keep(const ImageScan &scan) const
{
    QJsonArray findings;
    for (const ImageFinding &finding : scan.findings)
        findings.append(objectOf(finding));
    const QJsonObject object {{u"image"_s, scan.image},
                              {u"image_id"_s, scan.imageId},
                              {u"scanned"_s, scan.when.toUTC().toString(Qt::ISODateWithMs)},
                              {u"findings"_s, findings}};
    QDir().mkpath(m_folder);
    SaveFile file(fileOf(scan.imageId));
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(object).toJson()) < 0 || !file.commit())
        return fail(FaultKind::Storage, u"The scan cannot be kept in %1: %2"_s.arg(file.fileName(), file.errorString()),
                    u"Make the folder writable."_s);
    return {};
}

Result<std::optional<ImageScan>> ScanRecords::find(const QString &imageId) const
{
    QFile file(fileOf(imageId));
    if (!file.exists())
        return std::nullopt;
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(file.fileName(), file.errorString());
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    ImageScan scan {.image = object.value("image"_L1).toString(),
                    .imageId = object.value("image_id"_L1).toString(),
                    .when = QDateTime::fromString(object.value("scanned"_L1).toString(), Qt::ISODateWithMs)};
    if (scan.imageId != imageId || !object.value("findings"_L1).isArray())
        return unreadable(file.fileName(), u"it is damaged"_s);
    const QJsonArray findings = object.value("findings"_L1).toArray();
    for (const auto finding : findings)
        scan.findings.append(findingFrom(finding.toObject()));
    return scan;
}

Result<> ScanRecords::checkPolicy(const QString &image, const QString &imageId) const
{
    const auto found = find(imageId);
    if (!found)
        return std::unexpected(found.error());
    const QString policy = u"runs on images with critical findings are blocked (--docker-block-critical)"_s;
    const std::optional<ImageScan> &scan = *found;
    if (!scan)
        return fail(FaultKind::Denied, u"The image %1 was never scanned, and %2"_s.arg(image, policy),
                    u"Scan it first: on the page Backends, under Images, or by hermesctl images scan %1."_s.arg(image));
    const auto critical = scan->count(Severity::Critical);
    if (critical == 0)
        return {};
    return fail(FaultKind::Denied,
                u"The image %1 has %2 critical findings, and %3: %4"_s.arg(image).arg(critical).arg(policy, namedCritical(*scan)),
                u"Build it again with newer packages and scan it, or choose another image."_s);
}

} // namespace hermes::docker
