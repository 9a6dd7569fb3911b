// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/imagescommand.h"

#include "app/cli/backendchoice.h"
#include "app/cli/imagework.h"
#include "app/cli/launching.h"
#include "app/cli/localfiles.h"
#include "app/cli/resultjson.h"
#include "app/cli/snippetoptions.h"
#include "backends/core/localfile.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr auto ActionName = "list|pull|build|tag|remove|export|import|push|scan"_L1;
constexpr auto ImageName = "IMAGE"_L1;
constexpr auto TargetName = "TARGET"_L1;

/// What the actions work with.
struct Place
{
    Engine &engine;
    const Settings &settings;
    const BackendKind &kind;
    const Arguments &arguments;
    Output &output;
    ImageWork &work;
};

Result<QString> argument(const Place &place, const QString &name, const QString &meaning)
{
    QString text = place.arguments.text(name);
    if (text.isEmpty())
        return fail(FaultKind::Usage, u"%1 is missing: %2"_s.arg(name, meaning), u"See: hermesctl images --help."_s);
    return text;
}

Result<QString> image(const Place &place)
{
    return argument(place, ImageName, u"the name or id of an image"_s);
}

/// The end of an action that has nothing to tell but that it was done.
Result<int> conclude(const Result<> &done, const Place &place, const QString &word, const QString &name)
{
    if (!done)
        return std::unexpected(done.error());
    if (place.output.json())
        place.output.document(QJsonObject {{u"image"_s, name}, {word, true}});
    else
        place.output.line(word + u' ' + name);
    return exitcode::Success;
}

QString shortId(const QString &id)
{
    constexpr qsizetype Shown = 12;
    return id.section(u':', -1).first(std::min(Shown, id.section(u':', -1).size()));
}

QJsonObject imageObject(const ImageEntry &entry)
{
    return {{u"id"_s, entry.id},
            {u"names"_s, QJsonArray::fromStringList(entry.names)},
            {u"size"_s, entry.bytes},
            {u"created"_s, timeValue(entry.created)},
            {u"used_by"_s, QJsonArray::fromStringList(entry.usedBy)}};
}

Result<int> listImages(const Place &place)
{
    auto images = place.work.wait(place.engine.images(place.settings, place.work.stop()));
    if (!images)
        return std::unexpected(images.error());
    std::ranges::sort(*images, {}, [](const ImageEntry &entry) { return entry.names.value(0); });
    if (place.output.json()) {
        QJsonArray array;
        for (const ImageEntry &entry : *images)
            array.append(imageObject(entry));
        place.output.document(array);
        return exitcode::Success;
    }
    constexpr double BytesPerMegabyte = 1e6;
    TextTable table({u"NAME"_s, u"ID"_s, u"SIZE"_s, u"CREATED"_s, u"IN USE"_s},
                    {Alignment::Left, Alignment::Left, Alignment::Right});
    for (const ImageEntry &entry : *images) {
        for (const QString &name : entry.names.isEmpty() ? QStringList {u"-"_s} : entry.names)
            table.add({name, shortId(entry.id), QString::number(double(entry.bytes) / BytesPerMegabyte, 'f', 1) + u" MB"_s,
                       timeText(entry.created), entry.usedBy.isEmpty() ? u"-"_s : entry.usedBy.join(u", "_s)});
    }
    place.output.write(table.takeText().toUtf8());
    return exitcode::Success;
}

Result<int> pullImage(const Place &place)
{
    return image(place).and_then([&](const QString &name) {
        return conclude(place.work.wait(place.engine.pullImage(place.settings, name, place.work.reporter(), place.work.stop())),
                        place, u"pulled"_s, name);
    });
}

Result<QList<EnvironmentVariable>> buildArguments(const Arguments &arguments)
{
    static const QRegularExpression identifier(u"^[A-Za-z_][A-Za-z0-9_]*$"_s);
    QList<EnvironmentVariable> list;
    for (const QByteArray &word : arguments.all(u"--build-arg"_s)) {
        const qsizetype equals = word.indexOf('=');
        const QString name = QString::fromUtf8(word.first(std::max<qsizetype>(equals, 0)));
        if (!identifier.match(name).hasMatch())
            return fail(FaultKind::Usage, u"--build-arg %1 is no argument of a build"_s.arg(QString::fromUtf8(word)),
                        u"Write --build-arg NAME=VALUE."_s);
        list.append({.name = name, .value = word.sliced(equals + 1)});
    }
    return list;
}

Result<ImageBuild> readBuild(const Place &place)
{
    if (place.arguments.has(ImageName))
        return fail(FaultKind::Usage, u"\"%1\" is one argument too many for build"_s.arg(place.arguments.text(ImageName)),
                    u"The name of the new image stands behind --tag, the folder behind --context."_s);
    const std::optional<ImageBuild> &own = place.kind.ownImage;
    ImageBuild build = own ? *own : ImageBuild {};
    if (place.arguments.has(u"--tag"_s))
        build.tag = place.arguments.text(u"--tag"_s);
    const QString context = place.arguments.text(u"--context"_s);
    QString file = place.arguments.text(u"--file"_s);
    // As docker has it: the folder's own, unless another is named.
    if (!place.arguments.has(u"--file"_s) && !context.isEmpty())
        file = context + u"/Dockerfile"_s;
    if (!file.isEmpty()) {
        if (!place.arguments.has(u"--tag"_s))
            return fail(FaultKind::Usage, u"--tag is missing: what the new image is called"_s, u"For example --tag work:1."_s);
        auto recipe = file == "-"_L1 ? readStandardInput(u"--file"_s) : readNamedFile(u"--file"_s, file);
        if (!recipe)
            return std::unexpected(recipe.error());
        build.recipe = *std::move(recipe);
    }
    if (!context.isEmpty()) {
        const auto folder = absolutePath(u"--context"_s, context);
        if (!folder)
            return std::unexpected(folder.error());
        build.context = *folder;
    }
    build.usesCache = !place.arguments.has(u"--no-cache"_s);
    return buildArguments(place.arguments).transform([&](const QList<EnvironmentVariable> &list) {
        build.arguments = list;
        return build;
    });
}

Result<int> buildImage(const Place &place)
{
    const auto build = readBuild(place);
    if (!build)
        return std::unexpected(build.error());
    const auto id = place.work.wait(place.engine.buildImage(place.settings, *build, place.work.reporter(), place.work.stop()));
    if (!id)
        return std::unexpected(id.error());
    if (place.output.json())
        place.output.document(QJsonObject {{u"image"_s, build->tag}, {u"id"_s, *id}});
    else
        place.output.line(u"built %1 (%2)"_s.arg(build->tag, shortId(*id)));
    return exitcode::Success;
}

Result<int> tagImage(const Place &place)
{
    const auto name = image(place);
    const auto target = argument(place, TargetName, u"the new name, NAME:TAG"_s);
    if (!name || !target)
        return std::unexpected(name ? target.error() : name.error());
    return conclude(place.work.wait(place.engine.tagImage(place.settings, *name, *target, place.work.stop())), place, u"tagged"_s,
                    *target);
}

Result<int> removeImage(const Place &place)
{
    return image(place).and_then([&](const QString &name) {
        return conclude(place.work.wait(place.engine.removeImage(place.settings, name, place.work.stop())), place, u"removed"_s,
                        name);
    });
}

Result<int> exportImage(const Place &place)
{
    const auto name = image(place);
    const auto path = argument(place, TargetName, u"the file to write"_s).and_then([&](const QString &file) {
        return targetFile(TargetName, file, place.output.json());
    });
    if (!name || !path)
        return std::unexpected(name ? path.error() : name.error());
    const auto done = place.work.wait(
        place.engine.exportImage(place.settings, *name, *path, place.work.reporter(), place.work.stop()));
    // Standard output has the image, and nothing else.
    if (done && *path == StandardStream)
        return exitcode::Success;
    return conclude(done, place, u"exported"_s, *name);
}

Result<int> importImages(const Place &place)
{
    const auto path = argument(place, ImageName, u"the file to read"_s).and_then([](const QString &file) {
        return sourceFile(ImageName, file);
    });
    if (!path)
        return std::unexpected(path.error());
    const auto names = place.work.wait(place.engine.importImages(place.settings, *path, place.work.reporter(), place.work.stop()));
    if (!names)
        return std::unexpected(names.error());
    if (place.output.json())
        place.output.document(QJsonObject {{u"images"_s, QJsonArray::fromStringList(*names)}});
    for (const QString &name : place.output.json() ? QStringList() : *names)
        place.output.line(u"imported "_s + name);
    return exitcode::Success;
}

Result<int> pushImage(const Place &place)
{
    return image(place).and_then([&](const QString &name) {
        return conclude(place.work.wait(place.engine.pushImage(place.settings, name, place.work.reporter(), place.work.stop())),
                        place, u"pushed"_s, name);
    });
}

QJsonObject findingObject(const ImageFinding &finding)
{
    return {{u"id"_s, finding.id},
            {u"package"_s, finding.package},
            {u"installed"_s, finding.installed},
            {u"fixed"_s, finding.fixedIn},
            {u"severity"_s, severityName(finding.severity)},
            {u"title"_s, finding.title}};
}

void writeScan(const ImageScan &scan, Output &output)
{
    QJsonObject counts;
    QStringList words;
    using enum Severity;
    for (const Severity severity : {Critical, High, Medium, Low, Unknown}) {
        counts[severityName(severity)] = scan.count(severity);
        words.append(u"%1 %2"_s.arg(scan.count(severity)).arg(severityName(severity)));
    }
    QJsonArray findings;
    TextTable table({u"SEVERITY"_s, u"PACKAGE"_s, u"INSTALLED"_s, u"FIXED IN"_s, u"ID"_s, u"TITLE"_s});
    for (const ImageFinding &finding : scan.findings) {
        findings.append(findingObject(finding));
        table.add({severityName(finding.severity), finding.package, finding.installed,
                   finding.fixedIn.isEmpty() ? u"-"_s : finding.fixedIn, finding.id, finding.title});
    }
    if (output.json()) {
        output.document(QJsonObject {{u"image"_s, scan.image},
                                     {u"image_id"_s, scan.imageId},
                                     {u"scanned"_s, timeValue(scan.when)},
                                     {u"counts"_s, counts},
                                     {u"findings"_s, findings},
                                     {u"blocked"_s, scan.blocked.isEmpty() ? QJsonValue() : QJsonValue(scan.blocked)}});
        return;
    }
    if (!scan.findings.isEmpty())
        output.write(table.takeText().toUtf8());
    output.note(u"%1: %2"_s.arg(scan.image, words.join(u", "_s)));
}

Result<int> scanImage(const Place &place)
{
    const auto name = image(place);
    if (!name)
        return std::unexpected(name.error());
    const auto scan = place.work.wait(place.engine.scanImage(place.settings, *name, place.work.reporter(), place.work.stop()));
    if (!scan)
        return std::unexpected(scan.error());
    writeScan(*scan, place.output);
    if (scan->blocked.isEmpty())
        return exitcode::Success;
    place.output.message(scan->blocked);
    return exitcode::Negative;
}

struct Action
{
    QLatin1StringView name;
    Result<int> (*carryOut)(const Place &);
};
constexpr std::array Actions {
    Action {"list"_L1, listImages},     Action {"pull"_L1, pullImage},     Action {"build"_L1, buildImage},
    Action {"tag"_L1, tagImage},        Action {"remove"_L1, removeImage}, Action {"export"_L1, exportImage},
    Action {"import"_L1, importImages}, Action {"push"_L1, pushImage},     Action {"scan"_L1, scanImage},
};

/// The chosen backend; where none is named, the first kind that has images.
Result<BackendChoice> chooseImageBackend(const Arguments &arguments, const QList<BackendKind> &kinds)
{
    const auto hasImages = [](const BackendKind &kind) { return kind.ownImage.has_value(); };
    Arguments given = arguments;
    if (const auto first = std::ranges::find_if(kinds, hasImages);
        first != kinds.end() && !given.has(u"--backend"_s) && !given.has(u"--profile"_s))
        given.add(u"--backend"_s, first->kind.toUtf8());
    return chooseBackend(given, kinds);
}

} // namespace

QString ImagesCommand::name() const
{
    return u"images"_s;
}

QString ImagesCommand::description() const
{
    return u"Lists, pulls, builds, tags, removes, exports, imports, pushes and scans images."_s;
}

QString ImagesCommand::details() const
{
    return u"  hermesctl images list\n"
           "  hermesctl images pull python:3.11-slim\n"
           "  hermesctl images build                              the image for snippets, hermes-sandbox:0.6\n"
           "  hermesctl images build --tag work:1 --context . --build-arg VERSION=3\n"
           "  hermesctl images build --tag work:1 --file - < Dockerfile\n"
           "  hermesctl images tag work:1 localhost:5000/team/work:1\n"
           "  hermesctl images push localhost:5000/team/work:1\n"
           "  hermesctl images export work:1 work.tar\n"
           "  hermesctl images import work.tar\n"
           "  hermesctl images export work:1 - | ssh box hermesctl images import -\n"
           "  hermesctl images scan work:1 --json\n\n"
           "Without --backend and --profile it is the daemon of docker. Logs and progress go to standard error. Ctrl-C\n"
           "cancels. A registry's login is stored as the secret\n"
           "registry/HOST[:PORT]. scan needs trivy on this machine; what it finds is kept, and with --docker-block-critical\n"
           "runs on an image with critical findings, or on one that was never scanned, are refused."_s;
}

QList<OptionSpec> ImagesCommand::options() const
{
    return {
        {u"--tag"_s, u"NAME:TAG"_s, u"build: what the new image is called. Default: hermes-sandbox:0.6 for the own one."_s},
        {u"--file"_s, u"FILE"_s,
         u"build: the Dockerfile; - is standard input. Default: that of --context, else the one for snippets."_s},
        {u"--context"_s, u"DIR"_s, u"build: a folder whose files the Dockerfile may copy, less those of its .dockerignore."_s},
        {u"--build-arg"_s, u"NAME=VALUE"_s, u"build: a value for an ARG of the Dockerfile."_s, true},
        {u"--no-cache"_s, {}, u"build: carry out every step again."_s},
    };
}

QList<PositionalSpec> ImagesCommand::positionals() const
{
    return {{ActionName, u"What to do."_s},
            {ImageName, u"An image by its name or id; for import the file, - is standard input."_s, false},
            {TargetName, u"tag: the new name. export: the file, - is standard output."_s, false}};
}

Result<int> ImagesCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const QString wanted = arguments.text(ActionName);
    const auto action = std::ranges::find_if(Actions, [&](const Action &one) { return wanted == one.name; });
    if (action == Actions.end())
        return fail(FaultKind::Usage, u"\"%1\" is nothing that can be done with images"_s.arg(wanted),
                    u"One of %1."_s.arg(QString(ActionName).replace(u'|', u", "_s)));
    const auto choice = chooseImageBackend(arguments, context.kinds);
    if (!choice)
        return std::unexpected(choice.error());
    const auto kind = std::ranges::find(context.kinds, choice->kind, &BackendKind::kind);
    if (kind == context.kinds.end() || !kind->ownImage)
        return fail(FaultKind::Usage, u"The backend %1 has no images"_s.arg(choice->kind), u"Name one that has: docker."_s);
    const auto engine = openEngineFor(context, JournalNeed::Wanted);
    if (!engine)
        return std::unexpected(engine.error());
    ImageWork work;
    return action->carryOut({**engine, choice->settings, *kind, arguments, context.output, work});
}

} // namespace hermes
