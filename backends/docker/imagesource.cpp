// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/imagesource.h"

#include "backends/core/stoppablelock.h"

using namespace Qt::StringLiterals;

namespace hermes::docker {

ImageSource::ImageSource(Containers containers, Wish wish, CredentialSource credentials, ScanRecords scans)
    : m_containers(std::move(containers)), m_wish(std::move(wish)), m_credentials(std::move(credentials)), m_scans(std::move(scans))
{ }

Result<ImageInfo> ImageSource::get(const Progress &progress, std::stop_token stop)
{
    return find(progress, std::move(stop)).and_then([this](const ImageInfo &image) {
        return checkPolicy(image.id).transform([&] { return image; });
    });
}

Result<> ImageSource::checkPolicy(const QString &imageId) const
{
    return m_wish.blocksCritical ? m_scans.checkPolicy(m_wish.name, imageId) : Result<>();
}

Result<ImageInfo> ImageSource::find(const Progress &progress, std::stop_token stop)
{
    if (m_wish.name.isEmpty())
        return fail(FaultKind::NotConfigured, u"No image is set"_s, u"Name one with --docker-image."_s);
    const bool refresh = m_wish.pull == PullPolicy::Always && !m_fetched;
    auto found = m_containers.image(m_wish.name, stop);
    if (!refresh && (found || found.error().kind != FaultKind::NotFound))
        return found;
    if (m_wish.pull == PullPolicy::Never)
        return fail(FaultKind::NotFound,
                    u"The image %1 is not on the daemon at %2"_s.arg(m_wish.name, m_containers.client().name()),
                    u"Pull or build it, or let it be pulled (--docker-pull missing)."_s);
    return fetch(progress, std::move(stop));
}

Result<ImageInfo> ImageSource::fetch(const Progress &progress, std::stop_token stop)
{
    // Several runs that miss it wait for one pull.
    const auto fetching = lockUnlessStopped(m_fetching, stop);
    if (!fetching)
        return fail(FaultKind::Cancelled, u"Cancelled"_s);
    if (auto found = m_containers.image(m_wish.name, stop); found && (m_fetched || m_wish.pull != PullPolicy::Always))
        return found;
    if (auto pulled = pullImage(m_containers.client(), m_wish.name, m_credentials, progress, stop); !pulled) {
        const Fault &fault = pulled.error();
        if (fault.kind == FaultKind::Cancelled)
            return std::unexpected(fault);
        if (m_containers.image(m_wish.name, stop))
            return fail(
                FaultKind::NotFound, u"The image %1 is to be pulled each time, and could not be: %2"_s.arg(m_wish.name, fault.what),
                fault.kind == FaultKind::Refused ? fault.advice : u"The one that is there is used with --docker-pull missing."_s);
        return fail(FaultKind::NotFound,
                    u"The image %1 is not on the daemon at %2, and it could not be pulled: %3"_s.arg(
                        m_wish.name, m_containers.client().name(), fault.what),
                    fault.kind == FaultKind::Refused
                        ? fault.advice
                        : u"Check its name, or build it: hermesctl images build, or the page Backends, under Images."_s);
    }
    m_fetched = true;
    return m_containers.image(m_wish.name, std::move(stop));
}

} // namespace hermes::docker
