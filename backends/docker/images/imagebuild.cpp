// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/images/buildcontext.h"
#include "backends/docker/images/buildlog.h"
#include "backends/docker/images/dockerimages.h"
#include "backends/docker/images/imagelist.h"

#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// A step may say nothing for long: a compiler, a solver of dependencies.
constexpr std::chrono::hours SilenceLimit {2};
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
    if (auto checked = checkImageName(build.tag); !checked)
        return checked;
    if (build.tag.contains(u'@'))
        return fail(FaultKind::Usage, u"\"%1\" has a digest, which cannot be given"_s.arg(build.tag), u"Write NAME:TAG."_s);
    if (build.recipe.trimmed().isEmpty())
        return fail(FaultKind::Usage, u"The Dockerfile is empty"_s, u"It begins with FROM and the image to build upon."_s);
    return {};
}
} // namespace

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
        tell(ImageReport::Kind::State, log.state());
        return true;
    };
    EngineRequest request {.method = "POST",
                           .path = u"/build"_s,
                           .query = parametersOf(build, context->recipeName()),
                           .contentType = "application/x-tar",
                           .bodySource = next,
                           .silence = SilenceLimit};
    request.headers.append({.name = "X-Registry-Config", .value = logins->forBuild()});
    if (auto built = m_client->streamObjects(request, take, stop); !built)
        return std::unexpected(logins->explained(built.error()));
    // Not every daemon tells it in the log.
    return log.imageId().isEmpty() ? idOf(build.tag, std::move(stop)) : Result<QString>(log.imageId());
}

} // namespace hermes::docker
