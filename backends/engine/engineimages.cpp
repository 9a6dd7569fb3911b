// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The images that backends run snippets in.

#include "engineprivate.h"

#include "backends/engine/inbox.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Hands reports over to the main thread, many at a time: a build may write faster than a window can show it.
class ReportPost final
{
public:
    ReportPost(QObject *receiver, ImageReporter report)
        : m_inbox(receiver, [report = std::move(report)](std::vector<ImageReport> &&reports) {
              for (const ImageReport &one : joined(std::move(reports)))
                  report(one);
          })
    { }

    void post(const ImageReport &report) { m_inbox.post(report); }

private:
    /// Pieces of a log in one, and of several states the last.
    [[nodiscard]] static std::vector<ImageReport> joined(std::vector<ImageReport> &&reports)
    {
        std::vector<ImageReport> few;
        for (ImageReport &report : reports) {
            if (few.empty() || few.back().kind != report.kind)
                few.push_back(std::move(report));
            else if (report.kind == ImageReport::Kind::Log)
                few.back().text += report.text;
            else
                few.back().text = std::move(report.text);
        }
        return few;
    }

    Inbox<ImageReport> m_inbox;
};

template<typename T>
Result<T> inImages(BackendRegistry &registry, const Settings &settings, const std::function<Result<T>(ImageStore &)> &work)
{
    const Result<std::shared_ptr<Backend>> backend = registry.backend(settings);
    if (!backend)
        return std::unexpected(backend.error());
    ImageStore *images = (*backend)->images();
    if (!images)
        return fail(FaultKind::Usage, u"The backend %1 has no images"_s.arg(settings.backend()),
                    u"Name one that has, with --backend docker for example."_s);
    return work(*images);
}

} // namespace

template<typename T>
QFuture<Result<T>> Engine::Private::askImages(Engine *engine, Settings settings, ImageReporter report, std::stop_token asker,
                                              std::function<Result<T>(ImageStore &, const ImageReporter &, std::stop_token)> work)
{
    const auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    const auto post = report ? std::make_shared<ReportPost>(engine, std::move(report)) : nullptr;
    postTo(pool, [this, engine, promise, post, settings = std::move(settings), asker = std::move(asker), work = std::move(work)] {
        const JoinedStop joined(asker, stop.get_token());
        const auto reporter = post ? ImageReporter([post](const ImageReport &one) { post->post(one); }) : ImageReporter();
        Result<T> answer = inImages<T>(registry, settings,
                                       [&](ImageStore &images) { return work(images, reporter, joined.token()); });
        // By the same way as the reports, so that it cannot overtake them; and it keeps what these are posted with.
        QMetaObject::invokeMethod(
            engine,
            [promise, post, answer = std::move(answer)]() mutable {
                promise->addResult(std::move(answer));
                promise->finish();
            },
            Qt::QueuedConnection);
    });
    return promise->future();
}

QFuture<Result<QList<ImageEntry>>> Engine::images(Settings settings, std::stop_token stop)
{
    return d->askImages<QList<ImageEntry>>(
        this, std::move(settings), {}, std::move(stop),
        [](ImageStore &images, const ImageReporter &, std::stop_token joined) { return images.list(std::move(joined)); });
}

QFuture<Result<>> Engine::pullImage(Settings settings, QString image, ImageReporter report, std::stop_token stop)
{
    return d->askImages<void>(
        this, std::move(settings), std::move(report), std::move(stop),
        [image = std::move(image)](ImageStore &images, const ImageReporter &reporter, std::stop_token joined) {
            return images.pull(image, reporter, std::move(joined));
        });
}

QFuture<Result<QString>> Engine::buildImage(Settings settings, ImageBuild build, ImageReporter report, std::stop_token stop)
{
    return d->askImages<QString>(
        this, std::move(settings), std::move(report), std::move(stop),
        [build = std::move(build)](ImageStore &images, const ImageReporter &reporter, std::stop_token joined) {
            return images.build(build, reporter, std::move(joined));
        });
}

QFuture<Result<>> Engine::tagImage(Settings settings, QString image, QString name, std::stop_token stop)
{
    return d->askImages<void>(
        this, std::move(settings), {}, std::move(stop),
        [image = std::move(image), name = std::move(name)](ImageStore &images, const ImageReporter &, std::stop_token joined) {
            return images.tag(image, name, std::move(joined));
        });
}

QFuture<Result<>> Engine::removeImage(Settings settings, QString image, std::stop_token stop)
{
    return d->askImages<void>(this, std::move(settings), {}, std::move(stop),
                              [image = std::move(image)](ImageStore &images, const ImageReporter &, std::stop_token joined) {
                                  return images.remove(image, std::move(joined));
                              });
}

QFuture<Result<>> Engine::exportImage(Settings settings, QString image, QString file, ImageReporter report, std::stop_token stop)
{
    return d->askImages<void>(this, std::move(settings), std::move(report), std::move(stop),
                              [image = std::move(image), file = std::move(file)](ImageStore &images, const ImageReporter &reporter,
                                                                                 std::stop_token joined) {
                                  return images.exportTo(image, file, reporter, std::move(joined));
                              });
}

QFuture<Result<QStringList>> Engine::importImages(Settings settings, QString file, ImageReporter report, std::stop_token stop)
{
    return d->askImages<QStringList>(
        this, std::move(settings), std::move(report), std::move(stop),
        [file = std::move(file)](ImageStore &images, const ImageReporter &reporter, std::stop_token joined) {
            return images.importFrom(file, reporter, std::move(joined));
        });
}

QFuture<Result<>> Engine::pushImage(Settings settings, QString image, ImageReporter report, std::stop_token stop)
{
    return d->askImages<void>(
        this, std::move(settings), std::move(report), std::move(stop),
        [image = std::move(image)](ImageStore &images, const ImageReporter &reporter, std::stop_token joined) {
            return images.push(image, reporter, std::move(joined));
        });
}

QFuture<Result<ImageScan>> Engine::scanImage(Settings settings, QString image, ImageReporter report, std::stop_token stop)
{
    return d->askImages<ImageScan>(
        this, std::move(settings), std::move(report), std::move(stop),
        [image = std::move(image)](ImageStore &images, const ImageReporter &reporter, std::stop_token joined) {
            return images.scan(image, reporter, std::move(joined));
        });
}

QFuture<Result<std::optional<ImageScan>>> Engine::lastImageScan(Settings settings, QString imageId, std::stop_token stop)
{
    return d->askImages<std::optional<ImageScan>>(
        this, std::move(settings), {}, std::move(stop),
        [imageId = std::move(imageId)](ImageStore &images, const ImageReporter &, std::stop_token joined) {
            return images.lastScan(imageId, std::move(joined));
        });
}

} // namespace hermes
