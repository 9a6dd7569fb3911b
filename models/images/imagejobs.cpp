// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "imagejobs.h"

#include "backends/engine/engine.h"
#include "models/displaytext.h"
#include "models/images/findingtablemodel.h"

#include <QPointer>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr qsizetype NameCharacters = 80;

bool isSame(const Settings &left, const Settings &right)
{
    if (left.backend() != right.backend() || left.values().size() != right.values().size())
        return false;
    return std::ranges::all_of(left.values().asKeyValueRange(),
                               [&](const auto &entry) { return right.text(entry.first) == entry.second.text; });
}

QString shown(const QString &name)
{
    return lineText(name, NameCharacters);
}
} // namespace

ImageJobs::ImageJobs(Engine *engine, QObject *parent) : QObject(parent), m_engine(engine) { }

ImageJobs::~ImageJobs()
{
    m_listing.request_stop();
    if (m_job)
        m_job->stop.request_stop();
}

void ImageJobs::show(const Settings &settings)
{
    if (m_settings && isSame(*m_settings, settings))
        return;
    m_settings = settings;
    m_phase = Phase::Loading;
    m_fault.reset();
    m_images.setImages({});
    refresh();
    Q_EMIT listChanged();
}

void ImageJobs::showNothing()
{
    stopListing();
    m_settings.reset();
    m_phase = Phase::Nothing;
    m_fault.reset();
    m_images.setImages({});
    Q_EMIT listChanged();
}

void ImageJobs::stopListing()
{
    m_listing.request_stop();
    ++m_lists;
}

void ImageJobs::refresh()
{
    if (!m_settings)
        return;
    stopListing();
    m_listing = std::stop_source();
    m_engine->images(*m_settings, m_listing.get_token()).then(this, [this, list = m_lists](Result<QList<ImageEntry>> images) {
        if (list == m_lists)
            takeList(std::move(images));
    });
}

void ImageJobs::takeList(Result<QList<ImageEntry>> images)
{
    m_phase = images ? Phase::Shown : Phase::Failed;
    m_fault = images ? std::nullopt : std::optional(images.error());
    m_images.setImages(images.value_or(QList<ImageEntry>()));
    Q_EMIT listChanged();
}

std::optional<ImageJobs::Begun> ImageJobs::begin(const QString &text, bool isBuild)
{
    if (m_job || !m_settings)
        return std::nullopt;
    m_job = Job {.text = text, .isBuild = isBuild};
    const int job = ++m_jobs;
    Q_EMIT jobChanged();
    // The engine reports in its own name, whether anybody is still there to hear it or not.
    const auto reporter = [self = QPointer(this), job](const ImageReport &report) {
        if (self)
            self->takeReport(job, report);
    };
    return Begun {.settings = *m_settings, .reporter = reporter, .stop = m_job->stop.get_token()};
}

void ImageJobs::takeReport(int job, const ImageReport &report)
{
    if (job != m_jobs || !m_job)
        return;
    if (report.kind == ImageReport::Kind::Log) {
        Q_EMIT logAdded(report.text);
        return;
    }
    m_job->text = lineText(report.text);
    Q_EMIT jobChanged();
}

template<typename T, typename Done>
void ImageJobs::await(QFuture<Result<T>> future, const Done &done)
{
    future.then(this, [this, done](const Result<T> &result) {
        if (!result)
            end({.fault = result.error()});
        else if constexpr (std::is_void_v<T>)
            end({.done = done()});
        else
            end({.done = done(*result)});
    });
}

void ImageJobs::end(const Report &report)
{
    m_job.reset();
    refresh();
    Q_EMIT jobChanged();
    Q_EMIT finished(report);
}

void ImageJobs::cancel()
{
    if (!m_job || isStopping())
        return;
    m_job->stop.request_stop();
    m_job->text = tr("Cancelling…");
    Q_EMIT jobChanged();
}

void ImageJobs::pull(const QString &image)
{
    if (auto job = begin(tr("Pulling %1").arg(shown(image))))
        await(m_engine->pullImage(job->settings, image, job->reporter, job->stop),
              [image] { return tr("%1 was pulled.").arg(shown(image)); });
}

void ImageJobs::build(const ImageBuild &build)
{
    auto job = begin(tr("Building %1").arg(shown(build.tag)), true);
    if (!job)
        return;
    await(m_engine->buildImage(job->settings, build, job->reporter, job->stop),
          [tag = build.tag](const QString &) { return tr("%1 was built.").arg(shown(tag)); });
}

void ImageJobs::tag(const QString &image, const QString &name)
{
    if (auto job = begin(tr("Tagging %1").arg(shown(image))))
        await(m_engine->tagImage(job->settings, image, name, job->stop),
              [image, name] { return tr("%1 is called %2 as well.").arg(shown(image), shown(name)); });
}

void ImageJobs::remove(const QString &image)
{
    if (auto job = begin(tr("Removing %1").arg(shown(image))))
        await(m_engine->removeImage(job->settings, image, job->stop), [image] { return tr("%1 was removed.").arg(shown(image)); });
}

void ImageJobs::exportTo(const QString &image, const QString &file)
{
    if (auto job = begin(tr("Exporting %1").arg(shown(image))))
        await(m_engine->exportImage(job->settings, image, file, job->reporter, job->stop),
              [image, file] { return tr("%1 was exported to %2.").arg(shown(image), lineText(file)); });
}

void ImageJobs::importFrom(const QString &file)
{
    if (auto job = begin(tr("Importing %1").arg(lineText(file))))
        await(m_engine->importImages(job->settings, file, job->reporter, job->stop),
              [](const QStringList &names) { return tr("Imported: %1.").arg(lineText(names.join(u", "_s))); });
}

void ImageJobs::push(const QString &image)
{
    if (auto job = begin(tr("Pushing %1").arg(shown(image))))
        await(m_engine->pushImage(job->settings, image, job->reporter, job->stop),
              [image] { return tr("%1 was pushed.").arg(shown(image)); });
}

void ImageJobs::scan(const QString &image)
{
    auto job = begin(tr("Scanning %1").arg(shown(image)));
    if (!job)
        return;
    await(m_engine->scanImage(job->settings, image, job->reporter, job->stop), [this, image](const ImageScan &scan) {
        Q_EMIT scanKnown(scan.imageId, scan);
        return tr("%1 was scanned: %2.").arg(shown(image), scanCountsText(scan));
    });
}

void ImageJobs::askScan(const QString &imageId)
{
    if (!m_settings)
        return;
    m_engine->lastImageScan(*m_settings, imageId, {}).then(this, [this, imageId](Result<std::optional<ImageScan>> scan) {
        Q_EMIT scanKnown(imageId, scan.value_or(std::nullopt));
    });
}

} // namespace hermes
