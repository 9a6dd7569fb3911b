// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "imagekind.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::test {

namespace {

class WorldImages final : public ImageStore
{
public:
    explicit WorldImages(std::shared_ptr<ImageWorld> world) : m_world(std::move(world)) { }

    Result<QList<ImageEntry>> list(std::stop_token stop) override
    {
        return m_world->enter(u"list"_s, {}, stop).transform([this] { return m_world->images(); });
    }
    Result<> pull(const QString &image, const ImageReporter &report, std::stop_token stop) override
    {
        report({.kind = ImageReport::Kind::State, .text = u"Pulling %1: Downloading, 45 %"_s.arg(image)});
        return m_world->enter(u"pull"_s, image, stop);
    }
    Result<QString> build(const ImageBuild &build, const ImageReporter &report, std::stop_token stop) override
    {
        m_world->noteBuild(build);
        for (const QString &text : m_world->log)
            report({.kind = ImageReport::Kind::Log, .text = text});
        report({.kind = ImageReport::Kind::State, .text = u"Step 2/2 : RUN make"_s});
        return m_world->enter(u"build"_s, build.tag, stop).transform([] { return u"sha256:bb"_s; });
    }
    Result<> tag(const QString &image, const QString &name, std::stop_token stop) override
    {
        return m_world->enter(u"tag"_s, image + u' ' + name, stop);
    }
    Result<> remove(const QString &image, std::stop_token stop) override { return m_world->enter(u"remove"_s, image, stop); }
    Result<> exportTo(const QString &image, const QString &file, const ImageReporter &, std::stop_token stop) override
    {
        return m_world->enter(u"export"_s, image + u' ' + file, stop);
    }
    Result<QStringList> importFrom(const QString &file, const ImageReporter &, std::stop_token stop) override
    {
        return m_world->enter(u"import"_s, file, stop).transform([] { return QStringList {u"imported:1"_s}; });
    }
    Result<> push(const QString &image, const ImageReporter &, std::stop_token stop) override
    {
        return m_world->enter(u"push"_s, image, stop);
    }
    Result<ImageScan> scan(const QString &image, const ImageReporter &, std::stop_token stop) override
    {
        return m_world->enter(u"scan"_s, image, stop).transform([&] {
            QString id;
            for (const ImageEntry &entry : m_world->images())
                id = entry.names.contains(image) ? entry.id : id;
            return ImageScan {
                .image = image, .imageId = id, .when = QDateTime::fromSecsSinceEpoch(1'767'225'600), .findings = m_world->findings};
        });
    }
    Result<std::optional<ImageScan>> lastScan(const QString &, std::stop_token) override { return std::nullopt; }

private:
    std::shared_ptr<ImageWorld> m_world;
};

class ImagedBackend final : public Backend
{
public:
    explicit ImagedBackend(std::shared_ptr<ImageWorld> world) : m_images(std::move(world)) { }

    BackendInfo info() const override { return {.kind = u"imaged"_s, .title = u"Imaged backend"_s, .isolation = u"container"_s}; }
    Result<std::unique_ptr<Sandbox>> openSandbox(const ProfiledId &, std::stop_token, const Progress &) override
    {
        return nothing();
    }
    Result<std::unique_ptr<Executor>> openSession(const SessionSpec &, std::stop_token) override { return nothing(); }
    Result<QList<SessionInfo>> list(std::stop_token) override { return QList<SessionInfo>(); }
    Result<> close(const ProfiledId &, std::stop_token) override { return {}; }
    void check(const std::function<void(const CheckStep &)> &, std::stop_token) override { }
    ImageStore *images() override { return &m_images; }

private:
    static std::unexpected<Fault> nothing() { return fail(FaultKind::Internal, u"nothing runs on the imaged backend"_s); }

    WorldImages m_images;
};

} // namespace

void ImageWorld::setImages(const QList<ImageEntry> &images)
{
    const std::scoped_lock lock(m_mutex);
    m_images = images;
}

QList<ImageEntry> ImageWorld::images() const
{
    const std::scoped_lock lock(m_mutex);
    return m_images;
}

void ImageWorld::hold(const QString &call)
{
    const std::scoped_lock lock(m_mutex);
    m_held = call;
}

void ImageWorld::letGo()
{
    const std::scoped_lock lock(m_mutex);
    m_held.clear();
    m_changed.notify_all();
}

QStringList ImageWorld::calls() const
{
    const std::scoped_lock lock(m_mutex);
    return m_calls;
}

ImageBuild ImageWorld::lastBuild() const
{
    const std::scoped_lock lock(m_mutex);
    return m_lastBuild;
}

void ImageWorld::noteBuild(const ImageBuild &build)
{
    const std::scoped_lock lock(m_mutex);
    m_lastBuild = build;
}

Result<> ImageWorld::enter(const QString &call, const QString &argument, const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    if (call != "list"_L1)
        m_calls.append(QString(call + u' ' + argument));
    if (!m_changed.wait_for(lock, stop, 30s, [&] { return m_held != call; }))
        return fail(FaultKind::Cancelled, u"Cancelled"_s);
    return outcome(call, argument);
}

BackendKind imageKind(std::shared_ptr<ImageWorld> world)
{
    return {.kind = u"imaged"_s,
            .title = u"Imaged backend"_s,
            .isolation = u"container"_s,
            .schema = {.backend = u"imaged"_s, .settings = {{.key = u"host"_s, .label = u"Host"_s}}},
            .create = [world = std::move(world)](const Settings &) -> Result<std::shared_ptr<Backend>> {
                return std::make_shared<ImagedBackend>(world);
            },
            .ownImage = ImageBuild {.tag = u"own:1"_s, .recipe = "FROM base\nRUN make\n"}};
}

} // namespace hermes::test
