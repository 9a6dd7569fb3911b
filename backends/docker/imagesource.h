// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/imagepull.h"
#include "backends/docker/images/scanrecords.h"

#include <atomic>
#include <mutex>

namespace hermes::docker {

/// The image of one profile: found on the daemon, or fetched as the settings say. Any thread; calls block.
class ImageSource final
{
public:
    /// What the settings say of the image.
    struct Wish
    {
        QString name = {}; ///< A checked one; empty: none is set.
        PullPolicy pull = PullPolicy::Missing;
        bool blocksCritical = false;
    };
    /// `credentials` are for pulling it, `scans` for what was found in it.
    ImageSource(Containers containers, Wish wish, CredentialSource credentials, ScanRecords scans);

    /// NotFound with what to do when it cannot be had; Denied as checkPolicy() has it.
    [[nodiscard]] Result<ImageInfo> get(const Progress &progress, std::stop_token stop);
    /// Denied where the settings block critical findings, and the image has such or was never scanned.
    [[nodiscard]] Result<> checkPolicy(const QString &imageId) const;

private:
    [[nodiscard]] Result<ImageInfo> find(const Progress &progress, std::stop_token stop);
    [[nodiscard]] Result<ImageInfo> fetch(const Progress &progress, std::stop_token stop);

    Containers m_containers;
    Wish m_wish;
    CredentialSource m_credentials;
    ScanRecords m_scans;
    std::timed_mutex m_fetching;
    std::atomic<bool> m_fetched = false; ///< Once is enough for "always".
};

} // namespace hermes::docker
