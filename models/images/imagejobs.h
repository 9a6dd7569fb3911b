// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/imagestore.h"
#include "backends/core/settings.h"
#include "models/images/imagetablemodel.h"

#include <QFuture>
#include <QObject>

#include <optional>

namespace hermes {

class Engine;

/// Lists the images of a backend, and does one thing with them after another: what is under way goes on when another backend is
/// shown. GUI thread only; nothing waits.
class ImageJobs final : public QObject
{
    Q_OBJECT

public:
    enum class Phase : quint8 {
        Nothing, ///< No backend is shown.
        Loading, ///< Its images are on the way for the first time.
        Shown,
        Failed   ///< fault() says why they cannot be listed.
    };

    /// How a job ended.
    struct Report
    {
        QString done = {}; ///< What was done, as a sentence; empty where it was not.
        std::optional<Fault> fault = {};
    };

    /// The engine must outlive it.
    explicit ImageJobs(Engine *engine, QObject *parent = nullptr);
    /// What is under way is asked to stop.
    ~ImageJobs() override;

    [[nodiscard]] ImageTableModel *images() { return &m_images; }
    /// The images of the backend with these settings; ignored for those that are shown.
    void show(const Settings &settings);
    void showNothing();
    void refresh();
    [[nodiscard]] Phase phase() const { return m_phase; }
    /// Why the images could not be listed.
    [[nodiscard]] const std::optional<Fault> &fault() const { return m_fault; }

    // Ignored while something is under way.
    void pull(const QString &image);
    void build(const ImageBuild &build);
    void tag(const QString &image, const QString &name);
    void remove(const QString &image);
    void exportTo(const QString &image, const QString &file);
    void importFrom(const QString &file);
    void push(const QString &image);
    void scan(const QString &image);
    void cancel();
    [[nodiscard]] bool isActive() const { return m_job.has_value(); }
    [[nodiscard]] bool isBuilding() const { return m_job && m_job->isBuild; }
    [[nodiscard]] bool isStopping() const { return m_job && m_job->stop.stop_requested(); }
    /// How far it is: "Pulling python:3.11-slim: Downloading, 45 %".
    [[nodiscard]] QString text() const { return m_job ? m_job->text : QString(); }

    /// Asks what the last scan of an image has found; scanKnown() tells it.
    void askScan(const QString &imageId);

Q_SIGNALS:
    /// Phase or fault of the list.
    void listChanged();
    void jobChanged();
    void logAdded(const QString &text);
    void finished(const hermes::ImageJobs::Report &report);
    /// Without a value the image was never scanned.
    void scanKnown(const QString &imageId, const std::optional<hermes::ImageScan> &scan);

private:
    struct Job
    {
        QString text = {};
        bool isBuild = false;
        std::stop_source stop = {};
    };
    /// What a job is asked for with.
    struct Begun
    {
        Settings settings = {};
        ImageReporter reporter = {};
        std::stop_token stop = {};
    };
    /// Nothing while another one is under way.
    [[nodiscard]] std::optional<Begun> begin(const QString &text, bool isBuild = false);
    template<typename T, typename Done>
    void await(QFuture<Result<T>> future, const Done &done);
    void end(const Report &report);
    void takeReport(int job, const ImageReport &report);
    void takeList(Result<QList<ImageEntry>> images);
    void stopListing();

    Engine *m_engine;
    ImageTableModel m_images;
    std::optional<Settings> m_settings;
    Phase m_phase = Phase::Nothing;
    std::optional<Fault> m_fault;
    std::stop_source m_listing {std::nostopstate};
    int m_lists = 0; ///< The answer to an earlier question is no news.
    std::optional<Job> m_job;
    int m_jobs = 0;
};

} // namespace hermes
