// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sandboxfiles.h"

#include "backends/engine/journal/journal.h"
#include "backends/engine/launchjson.h"
#include "backends/engine/launchpreparation.h"
#include "backends/engine/sessiondirectory.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

SandboxFiles::SandboxFiles(BackendRegistry &registry, Journal *journal, SessionDirectory &directory, SandboxShelf &shelf)
    : m_registry(registry), m_journal(journal), m_directory(directory), m_shelf(shelf)
{ }

Result<SandboxFiles::Place> SandboxFiles::find(const SessionAddress &address, std::optional<Settings> asked)
{
    const Result<ExecutorRecord> record = m_directory.find(address);
    if (!record)
        return std::unexpected(record.error());
    if (record->kind != SessionKind::Sandbox)
        return fail(FaultKind::Usage, u"\"%1\" is a session, which keeps no files"_s.arg(address.id));
    if (record->state == SessionState::Closed)
        return fail(FaultKind::NotFound, u"The sandbox \"%1\" is closed: its files are gone"_s.arg(address.id));
    Settings settings = settingsFromJson(record->key.backend, record->settings);
    if (const BackendKind *kind = m_registry.find(record->key.backend); asked && kind) {
        settings = *std::move(asked);
        if (const Result<> kept = keepPlace(settings, kind->schema, *record); !kept)
            return std::unexpected(kept.error());
    }
    return m_registry.backend(settings).transform(
        [&](const std::shared_ptr<Backend> &backend) { return Place {.backend = backend, .key = record->key}; });
}

Result<std::shared_ptr<Sandbox>> SandboxFiles::open(const Place &place, std::stop_token stop)
{
    const ProfiledId name = place.key.name();
    // Opening one that is gone would make it again, empty.
    const auto isThere = [&]() -> Result<> {
        const Result<QList<SessionInfo>> there = place.backend->list(stop);
        if (!there)
            return std::unexpected(there.error());
        const auto isThisOne = [&](const SessionInfo &one) {
            return one.id == name.id && one.profile == name.profile && one.state != SessionState::Lost;
        };
        if (std::ranges::any_of(*there, isThisOne))
            return {};
        return fail(FaultKind::NotFound, u"The sandbox \"%1\" is lost: its files are gone"_s.arg(name.id),
                    u"Close it to spend its id, or run something in it to make it again."_s);
    };
    return m_shelf.look(place.backend, name, stop, isThere);
}

Result<FolderContent> SandboxFiles::list(const SessionAddress &address, const QByteArray &folder,
                                         const std::optional<Settings> &asked, std::stop_token stop)
{
    return find(address, asked)
        .and_then([&](const Place &place) { return open(place, stop); })
        .and_then([&](const std::shared_ptr<Sandbox> &sandbox) { return sandbox->list(folder, stop); });
}

Result<> SandboxFiles::put(const SessionAddress &address, const QString &localFile, const QByteArray &target, std::stop_token stop)
{
    const Result<Place> place = find(address);
    if (!place)
        return std::unexpected(place.error());
    return open(*place, stop)
        .and_then([&](const std::shared_ptr<Sandbox> &sandbox) { return sandbox->put(localFile, target, stop); })
        .transform([&] { m_journal->touchExecutor(place->key); });
}

Result<> SandboxFiles::get(const SessionAddress &address, const QByteArray &source, const QString &localFile, std::stop_token stop)
{
    return find(address)
        .and_then([&](const Place &place) { return open(place, stop); })
        .and_then([&](const std::shared_ptr<Sandbox> &sandbox) { return sandbox->get(source, localFile, stop); });
}

Result<DiskUse> SandboxFiles::diskUse(const SessionAddress &address, std::stop_token stop)
{
    return find(address).and_then([&](const Place &place) { return place.backend->diskUse(place.key.name(), std::move(stop)); });
}

} // namespace hermes
