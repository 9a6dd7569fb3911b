// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sandboxes, sessions and the backends that they are on.

#include "engineprivate.h"

#include "backends/engine/machineid.h"

using namespace Qt::StringLiterals;

namespace hermes {

QFuture<Result<QString>> Engine::Private::copy(SandboxName name, Unknown unknown,
                                               std::function<Result<>(Sandbox &, std::stop_token)> work)
{
    return ask([this, name = std::move(name), unknown, work = std::move(work)] {
        return preparation->nameSandbox(name, unknown).and_then([&](const NamedSandbox &found) {
            return sandboxes.open(found.backend, found.name, stop.get_token())
                .and_then([&](const std::shared_ptr<Sandbox> &open) {
                    if (found.onceOpen)
                        std::ignore = journal->storeExecutor(*found.onceOpen);
                    return work(*open, stop.get_token());
                })
                .transform([&] { return found.name.id; });
        });
    });
}

QFuture<Result<QList<SessionInfo>>> Engine::sessions()
{
    return d->ask([d = d.get()] { return d->directory->list(d->stop.get_token()); });
}

QFuture<Result<>> Engine::closeSession(SessionAddress address)
{
    return d->ask([d = d.get(), address = std::move(address)] { return d->directory->close(address, d->stop.get_token()); });
}

QFuture<Result<>> Engine::deleteSession(SessionAddress address)
{
    return d->ask([d = d.get(), address = std::move(address)] { return d->directory->remove(address); });
}

QFuture<Result<>> Engine::tidy(SessionAddress place)
{
    return d->ask([d = d.get(), place = std::move(place)]() -> Result<> {
        for (const std::shared_ptr<Backend> &backend : d->directory->remoteBackends()) {
            if (place.backend.isEmpty() || backend->info().kind == place.backend)
                backend->tidy(d->stop.get_token());
        }
        return {};
    });
}

QList<SessionAddress> Engine::keptElsewhere() const
{
    QList<SessionAddress> list;
    for (const auto &[backend, name] : d->sandboxes.openOnes()) {
        const QString kind = backend->info().kind;
        if (const BackendKind *known = d->registry.find(kind); known && known->keepsRemote)
            list.append({.id = name.id, .backend = kind, .profile = name.profile});
    }
    return list;
}

void Engine::setConfigured(QList<Settings> settings)
{
    if (d->closed)
        return;
    d->configured = settings;
    d->directory->setConfigured(std::move(settings));
    d->retireBackends();
    d->places->restart();
}

void Engine::Private::retireBackends()
{
    if (configured.isEmpty() || closed)
        return;
    postTo(pool, [this, settings = configured] { registry.retireOthers(settings); });
}

QFuture<Result<std::optional<PoolStatus>>> Engine::poolStatus(Settings settings)
{
    return d->ask([d = d.get(), settings = std::move(settings)] {
        return d->registry.backend(settings).transform(
            [](const std::shared_ptr<Backend> &backend) { return backend->poolStatus(); });
    });
}

QFuture<Result<>> Engine::fillPool(Settings settings)
{
    return d->ask([d = d.get(), settings = std::move(settings)] {
        return d->registry.backend(settings).transform([](const std::shared_ptr<Backend> &backend) { backend->fillPool(); });
    });
}

QFuture<Result<>> Engine::drainPool(Settings settings)
{
    return d->ask([d = d.get(), settings = std::move(settings)] {
        return d->registry.backend(settings).transform([](const std::shared_ptr<Backend> &backend) { backend->drainPool(); });
    });
}

QFuture<Result<QString>> Engine::put(SandboxName sandbox, QString localFile, QByteArray target)
{
    return d->copy(std::move(sandbox), Unknown::Created,
                   [localFile = std::move(localFile), target = std::move(target)](Sandbox &open, std::stop_token stop) {
                       return open.put(localFile, target, std::move(stop));
                   });
}

QFuture<Result<QString>> Engine::get(SandboxName sandbox, QByteArray source, QString localFile)
{
    return d->copy(std::move(sandbox), Unknown::Refused,
                   [source = std::move(source), localFile = std::move(localFile)](Sandbox &open, std::stop_token stop) {
                       return open.get(source, localFile, std::move(stop));
                   });
}

QFuture<Result<SessionAddress>> Engine::defaultSandbox(SessionAddress place)
{
    return d->ask([d = d.get(), place = std::move(place)] {
        return d->directory->findOpen(place, defaultExecutorId(SessionKind::Sandbox, d->machine))
            .transform([](const ExecutorRecord &record) {
                return SessionAddress {.id = record.key.id, .backend = record.key.backend, .profile = record.key.profile};
            });
    });
}

QFuture<Result<FolderContent>> Engine::listFiles(SessionAddress sandbox, QByteArray folder, std::stop_token stop,
                                                 std::optional<Settings> asked)
{
    return d->askStoppable(
        std::move(stop),
        [files = d->files.get(), sandbox = std::move(sandbox), folder = std::move(folder),
         asked = std::move(asked)](std::stop_token joined) { return files->list(sandbox, folder, asked, std::move(joined)); });
}

QFuture<Result<>> Engine::putFile(SessionAddress sandbox, QString localFile, QByteArray target, std::stop_token stop)
{
    return d->askStoppable(
        std::move(stop),
        [files = d->files.get(), sandbox = std::move(sandbox), localFile = std::move(localFile),
         target = std::move(target)](std::stop_token joined) { return files->put(sandbox, localFile, target, std::move(joined)); });
}

QFuture<Result<>> Engine::getFile(SessionAddress sandbox, QByteArray source, QString localFile, std::stop_token stop)
{
    return d->askStoppable(std::move(stop),
                           [files = d->files.get(), sandbox = std::move(sandbox), source = std::move(source),
                            localFile = std::move(localFile)](std::stop_token joined) {
                               return files->get(sandbox, source, localFile, std::move(joined));
                           });
}

QFuture<Result<DiskUse>> Engine::sessionSize(SessionAddress sandbox, std::stop_token stop)
{
    return d->askStoppable(std::move(stop), [files = d->files.get(), sandbox = std::move(sandbox)](std::stop_token joined) {
        return files->diskUse(sandbox, std::move(joined));
    });
}

QFuture<bool> Engine::check(Settings settings, std::function<void(const CheckStep &)> report, std::stop_token stop)
{
    const auto promise = std::make_shared<QPromise<bool>>();
    promise->start();
    postTo(d->pool, [this, promise, settings = std::move(settings), report = std::move(report), stop = std::move(stop)] {
        std::stop_source either;
        const auto end = [&either] { either.request_stop(); };
        const std::stop_callback onStop(stop, end);
        const std::stop_callback onShutdown(d->stop.get_token(), end);
        bool passed = true;
        const auto pass = [&](const CheckStep &step) {
            passed = passed && step.outcome.has_value();
            QMetaObject::invokeMethod(this, [report, step] { report(step); }, Qt::QueuedConnection);
        };
        const Result<std::shared_ptr<Backend>> backend = d->registry.backend(settings);
        if (backend)
            (*backend)->check(pass, either.get_token());
        else
            pass({.name = u"settings"_s, .outcome = std::unexpected(backend.error())});
        // By the same way as the steps, so that it cannot overtake them.
        const auto finish = [promise, passed] {
            promise->addResult(passed);
            promise->finish();
        };
        QMetaObject::invokeMethod(this, finish, Qt::QueuedConnection);
    });
    return promise->future();
}

} // namespace hermes
