// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "dockerimages.h"

#include "backends/core/localfile.h"
#include "backends/docker/imagepull.h"
#include "backends/docker/images/imagelist.h"
#include "backends/docker/images/imagescanner.h"
#include "backends/docker/images/trivyreport.h"

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

// Outside of namespaces, as the macro wants it: a static library's resources are not found by themselves.
static void initialiseImages()
{
    Q_INIT_RESOURCE(images);
}

namespace hermes::docker {

namespace {
/// A registry, or a disk, may take its time between two pieces.
constexpr std::chrono::minutes SilenceLimit {10};
/// Removing a big one takes its time.
constexpr std::chrono::minutes RemovalLimit {5};
constexpr qint64 PieceBytes = 256 * 1024;
constexpr qint64 BytesPerMegabyte = 1000 * 1000;
constexpr qint64 WholePercent = 100;

/// Tells how far something is, when that has changed.
class StateTeller
{
public:
    explicit StateTeller(const ImageReporter &report) : m_report(report) { }

    void tell(const QString &text)
    {
        if (!m_report || text.isEmpty() || text == m_told)
            return;
        m_told = text;
        m_report({.kind = ImageReport::Kind::State, .text = text});
    }

private:
    const ImageReporter &m_report;
    QString m_told;
};

Result<> forget(const Result<QByteArray> &answer)
{
    return answer.transform([](const QByteArray &) { });
}

/// A daemon that cannot read an archive says so as if it were broken itself.
bool isAboutArchive(const Fault &fault)
{
    const bool isAnswer = fault.kind == FaultKind::Usage || fault.kind == FaultKind::Internal || fault.kind == FaultKind::Refused;
    return isAnswer && registryFaultKind(fault.what) != FaultKind::Exhausted;
}
} // namespace

ImageBuild sandboxImage()
{
    initialiseImages();
    QFile file(u":/images/hermes-sandbox.Dockerfile"_s);
    const bool isThere = file.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    return {.tag = u"hermes-sandbox:0.6"_s, .recipe = isThere ? file.readAll() : QByteArray()};
}

QString scanFolder(const QString &stateFolder)
{
    return stateFolder + u"/docker/scans"_s;
}

DockerImages::DockerImages(std::shared_ptr<EngineClient> client, CredentialSource credentials, const QString &stateFolder,
                           FindingsPolicy policy)
    : m_client(std::move(client)), m_credentials(std::move(credentials)), m_scans(scanFolder(stateFolder)), m_policy(policy)
{ }

Result<QHash<QString, QStringList>> DockerImages::users(std::stop_token stop)
{
    return m_client->askJson({.path = u"/containers/json"_s, .query = queryOf({{u"all"_s, u"1"_s}})}, std::move(stop))
        .transform([](const QJsonDocument &answer) { return usersFromContainers(answer.array()); });
}

Result<QList<ImageEntry>> DockerImages::list(std::stop_token stop)
{
    const auto used = users(stop);
    if (!used)
        return std::unexpected(used.error());
    return m_client->askJson({.path = u"/images/json"_s}, std::move(stop)).transform([&](const QJsonDocument &answer) {
        return imagesFromList(answer.array(), *used);
    });
}

Result<QString> DockerImages::idOf(const QString &image, std::stop_token stop)
{
    if (auto checked = checkImageName(image); !checked)
        return std::unexpected(checked.error());
    return m_client->askJson({.path = u"/images/"_s + image + u"/json"_s}, std::move(stop))
        .transform([](const QJsonDocument &answer) { return answer.object().value("Id"_L1).toString(); });
}

Result<> DockerImages::checkThere(const QString &image, std::stop_token stop)
{
    return idOf(image, std::move(stop)).transform([](const QString &) { });
}

Result<> DockerImages::pull(const QString &image, const ImageReporter &report, std::stop_token stop)
{
    if (auto checked = checkImageName(image); !checked)
        return checked;
    StateTeller state(report);
    return pullImage(
               *m_client, image, m_credentials, [&](const QString &text) { state.tell(text); }, std::move(stop))
        .transform_error([&](Fault fault) {
            return fault.kind == FaultKind::Cancelled ? fault : inContext(u"%1 was not pulled"_s.arg(image), std::move(fault));
        });
}

Result<> DockerImages::tag(const QString &image, const QString &name, std::stop_token stop)
{
    if (auto usable = checkImageName(image).and_then([&] { return checkNewImageName(name); }); !usable)
        return usable;
    const ImageName target = imageNameFromText(name);
    return forget(m_client->ask({.method = "POST",
                                 .path = u"/images/%1/tag"_s.arg(image),
                                 .query = queryOf({{u"repo"_s, target.repository}, {u"tag"_s, target.tag}})},
                                std::move(stop)));
}

Result<> DockerImages::remove(const QString &image, std::stop_token stop)
{
    if (auto checked = checkImageName(image); !checked)
        return checked;
    const auto removed = m_client->ask({.method = "DELETE", .path = u"/images/"_s + image, .silence = RemovalLimit}, stop);
    if (!removed && removed.error().kind == FaultKind::Conflict)
        return std::unexpected(inUse(image, removed.error(), std::move(stop)));
    return forget(removed);
}

Fault DockerImages::inUse(const QString &image, Fault fault, std::stop_token stop)
{
    const auto id = idOf(image, stop);
    const QStringList names = id ? users(std::move(stop)).value_or(QHash<QString, QStringList>()).value(*id) : QStringList();
    if (names.isEmpty()) {
        fault.advice = u"Remove it by one of its names."_s;
        return fault;
    }
    return {.kind = FaultKind::Conflict,
            .what = u"The image %1 is in use by %2"_s.arg(image, names.join(u", "_s)),
            .advice = u"Close what uses it first: sandboxes and sessions on the page Sessions, others with docker rm."_s};
}

Result<> DockerImages::exportTo(const QString &image, const QString &file, const ImageReporter &report, std::stop_token stop)
{
    // The daemon answers for one that is missing with an archive that breaks off.
    if (auto there = checkThere(image, stop); !there)
        return there;
    auto target = LocalTarget::open(file);
    if (!target)
        return std::unexpected(target.error());
    StateTeller state(report);
    qint64 written = 0;
    const auto take = [&](QByteArrayView piece) -> Result<bool> {
        if (auto done = target->write(piece); !done)
            return std::unexpected(done.error());
        written += piece.size();
        state.tell(u"Writing %1, %2 MB"_s.arg(image).arg(written / BytesPerMegabyte));
        return true;
    };
    const auto streamed = m_client->stream(
        {.path = u"/images/get"_s, .query = queryOf({{u"names"_s, image}}), .silence = SilenceLimit}, take, std::move(stop));
    return streamed.and_then([&] { return target->commit(); });
}

Result<QStringList> DockerImages::importFrom(const QString &file, const ImageReporter &report, std::stop_token stop)
{
    auto source = LocalSource::open(file);
    if (!source)
        return std::unexpected(source.error());
    const QString name = file == StandardStream ? u"What came by standard input"_s : file;
    StateTeller state(report);
    qint64 sent = 0;
    const auto next = [&]() -> Result<QByteArray> {
        QByteArray piece(PieceBytes, Qt::Uninitialized);
        const auto got = source->read(std::span(piece.data(), size_t(piece.size())), stop);
        if (!got)
            return std::unexpected(got.error());
        sent += *got;
        state.tell(source->size() > 0 ? u"Sending %1, %2 %"_s.arg(file).arg(WholePercent * sent / source->size())
                                      : u"Sending, %1 MB"_s.arg(sent / BytesPerMegabyte));
        return piece.first(*got);
    };
    QStringList names;
    const auto take = [&](const QJsonObject &line) -> Result<bool> {
        if (const QString error = line.value("error"_L1).toString(); !error.isEmpty())
            return fail(FaultKind::Refused, error);
        if (const QString loadedName = loadedImage(line.value("stream"_L1).toString()); !loadedName.isEmpty())
            names.append(loadedName);
        state.tell(line.value("status"_L1).toString());
        return true;
    };
    const auto loaded = m_client->streamObjects({.method = "POST",
                                                 .path = u"/images/load"_s,
                                                 .contentType = "application/x-tar",
                                                 .bodySource = next,
                                                 .silence = SilenceLimit},
                                                take, stop);
    if (!loaded && !isAboutArchive(loaded.error()))
        return std::unexpected(loaded.error());
    if (!loaded || names.isEmpty())
        return fail(FaultKind::Refused,
                    u"%1 could not be imported: %2"_s.arg(name, loaded ? u"there is no image in it"_s : loaded.error().what),
                    u"A file is meant that Export, or docker save, has written."_s);
    return names;
}

Result<> DockerImages::push(const QString &image, const ImageReporter &report, std::stop_token stop)
{
    if (auto there = checkThere(image, stop); !there)
        return there;
    const ImageName name = imageNameFromText(image);
    const auto logins = RegistryLogins::lookUp(m_credentials, {registryOf(image)}, stop);
    if (!logins)
        return std::unexpected(logins.error());
    StateTeller state(report);
    PullProgress progress;
    const auto take = [&](const QJsonObject &line) -> Result<bool> {
        if (auto added = progress.add(line); !added)
            return std::unexpected(added.error());
        state.tell(u"Pushing %1: %2"_s.arg(image, progress.text()));
        return true;
    };
    EngineRequest request {.method = "POST",
                           .path = u"/images/%1/push"_s.arg(name.repository),
                           .query = queryOf({{u"tag"_s, name.tag}}),
                           .silence = SilenceLimit};
    request.headers.append({.name = "X-Registry-Auth", .value = logins->forOne()});
    return m_client->streamObjects(request, take, std::move(stop)).transform_error([&](const Fault &fault) {
        return fault.kind == FaultKind::Cancelled ? fault : inContext(u"%1 was not pushed"_s.arg(image), logins->explained(fault));
    });
}

Result<ImageScan> DockerImages::scan(const QString &image, const ImageReporter &report, std::stop_token stop)
{
    const auto id = idOf(image, stop);
    if (!id)
        return std::unexpected(id.error());
    StateTeller(report).tell(u"Scanning %1 with trivy"_s.arg(image));
    auto findings = runTrivy(image, m_client->clientEnvironment(), stop).and_then(findingsFromTrivy);
    if (!findings)
        return std::unexpected(findings.error());
    const auto idNow = idOf(image, std::move(stop));
    if (!idNow || *idNow != *id)
        return fail(FaultKind::Conflict, u"%1 was replaced by another image while it was scanned"_s.arg(image),
                    u"Scan it again."_s);
    ImageScan scan {.image = image, .imageId = *id, .when = QDateTime::currentDateTimeUtc(), .findings = std::move(*findings)};
    if (auto kept = m_scans.keep(scan); !kept)
        return std::unexpected(kept.error());
    if (m_policy == FindingsPolicy::BlockCritical) {
        if (const auto allowed = m_scans.checkPolicy(image, *id); !allowed)
            scan.blocked = toText(allowed.error());
    }
    return scan;
}

Result<std::optional<ImageScan>> DockerImages::lastScan(const QString &imageId, std::stop_token)
{
    return m_scans.find(imageId);
}

} // namespace hermes::docker
