// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/images/buildcontext.h"
#include "backends/docker/images/buildlog.h"
#include "backends/docker/images/dockerimages.h"
#include "backends/docker/images/imagelist.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <thread>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// A step may say nothing for long: a compiler, a solver of dependencies.
constexpr std::chrono::hours SilenceLimit {2};
/// For what a failed build has left; a stop is not waited for longer.
constexpr std::chrono::seconds RemovalLimit {10};
constexpr std::chrono::milliseconds RemovalLook {100};
constexpr qint64 BytesPerMegabyte = 1000 * 1000;

QUrlQuery parametersOf(const ImageBuild &build, const QByteArray &recipeName)
{
    QJsonObject arguments;
    for (const EnvironmentVariable &argument : build.arguments)
        arguments[argument.name] = QString::fromUtf8(argument.value);
    return queryOf({{u"t"_s, build.tag},
                    {u"dockerfile"_s, QString::fromUtf8(recipeName)},
                    {u"buildargs"_s, QString::fromUtf8(QJsonDocument(arguments).toJson(QJsonDocument::Compact))},
                    {u"nocache"_s, build.usesCache ? u"0"_s : u"1"_s},
                    // What a step was run in goes with it, also when it fails.
                    {u"rm"_s, u"1"_s},
                    {u"forcerm"_s, u"1"_s}});
}

Result<> checkBuild(const ImageBuild &build)
{
    if (auto checked = checkNewImageName(build.tag); !checked)
        return checked;
    if (build.recipe.trimmed().isEmpty())
        return fail(FaultKind::Usage, u"The Dockerfile is empty"_s, u"It begins with FROM and the image to build upon."_s);
    return {};
}
} // namespace

Result<QSet<QString>> DockerImages::allIds(std::stop_token stop)
{
    return m_client->askJson({.path = u"/images/json"_s, .query = queryOf({{u"all"_s, u"1"_s}})}, std::move(stop))
        .transform([](const QJsonDocument &answer) {
            QSet<QString> ids;
            for (const ImageEntry &entry : imagesFromList(answer.array(), {}))
                ids.insert(entry.id);
            return ids;
        });
}

void DockerImages::removeMade(QStringList made, const QSet<QString> &before)
{
    const auto deadline = std::chrono::steady_clock::now() + RemovalLimit;
    std::ranges::reverse(made);
    for (const QString &id : std::as_const(made)) {
        if (std::chrono::steady_clock::now() >= deadline)
            return;
        // A step may write whatever it likes into the log.
        const auto known = m_client->askJson({.path = u"/images/"_s + id + u"/json"_s, .silence = RemovalLimit}, {});
        if (!known || before.contains(wholeImageId((*known)["Id"_L1].toString())) || !(*known)["RepoTags"_L1].toArray().isEmpty())
            continue;
        // Without what it was built upon: that may have been there before, as the cache of another build.
        const EngineRequest removal {
            .method = "DELETE", .path = u"/images/"_s + id, .query = queryOf({{u"noprune"_s, u"1"_s}}), .silence = RemovalLimit};
        for (;;) {
            const auto removed = m_client->ask(removal, {});
            // The container of the step that was cut off goes a moment later; with Podman when the step has ended by itself.
            const bool isHeld = !removed && removed.error().kind == FaultKind::Conflict
                && removed.error().what.contains("container"_L1);
            if (!isHeld || std::chrono::steady_clock::now() >= deadline)
                break;
            std::this_thread::sleep_for(RemovalLook);
        }
    }
}

Result<QString> DockerImages::build(const ImageBuild &build, const ImageReporter &report, std::stop_token stop)
{
    if (auto checked = checkBuild(build); !checked)
        return std::unexpected(checked.error());
    QStringList registries;
    for (const QString &image : baseImages(build.recipe, build.arguments))
        registries.append(registryOf(image));
    registries.removeDuplicates();
    const auto logins = RegistryLogins::lookUp(m_credentials, registries, stop);
    if (!logins)
        return std::unexpected(logins.error());
    auto context = BuildContext::open(build.recipe, build.context);
    if (!context)
        return std::unexpected(context.error());

    QString told;
    const auto tell = [&](ImageReport::Kind kind, const QString &text) {
        if (!report || text.isEmpty() || (kind == ImageReport::Kind::State && text == std::exchange(told, text)))
            return;
        report({.kind = kind, .text = text});
    };
    const auto next = [&]() -> Result<QByteArray> {
        if (stop.stop_requested())
            return fail(FaultKind::Cancelled, u"Cancelled"_s);
        if (context->bytes() >= BytesPerMegabyte)
            tell(ImageReport::Kind::State, u"Sending the folder, %1 MB"_s.arg(context->bytes() / BytesPerMegabyte));
        return context->next();
    };
    BuildLog log;
    const auto take = [&](const QJsonObject &line) -> Result<bool> {
        const auto added = log.add(line);
        if (!added)
            return std::unexpected(added.error());
        tell(ImageReport::Kind::Log, *added);
        if (!log.state().isEmpty())
            tell(ImageReport::Kind::State, u"Building %1: %2"_s.arg(build.tag, log.state()));
        return true;
    };
    const auto before = allIds(stop);
    if (!before)
        return std::unexpected(before.error());
    EngineRequest request {.method = "POST",
                           .path = u"/build"_s,
                           .query = parametersOf(build, context->recipeName()),
                           .contentType = "application/x-tar",
                           .bodySource = next,
                           .silence = SilenceLimit};
    request.headers.append({.name = "X-Registry-Config", .value = logins->forBuild()});
    if (auto built = m_client->streamObjects(request, take, stop); !built) {
        removeMade(log.made(), *before);
        Fault fault = logins->explained(built.error());
        // What is asked for was right in its form; the Dockerfile is not.
        if (fault.kind == FaultKind::Usage)
            fault = inContext(u"The image could not be built"_s, {.kind = FaultKind::Refused, .what = fault.what});
        return std::unexpected(std::move(fault));
    }
    // Not every daemon tells it in the log.
    return log.imageId().isEmpty() ? idOf(build.tag, std::move(stop)) : Result<QString>(log.imageId());
}

} // namespace hermes::docker
