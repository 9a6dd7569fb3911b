// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/hosts/bytestream.h"

#include <chrono>
#include <memory>
#include <stop_token>

namespace hermes::tls {

/// Whom to believe and who we are, as files in PEM form.
struct TlsOptions
{
    QString host = {};        ///< The name or address that the certificate of the other side must be for.
    QString authorities = {}; ///< Where there is no such file: the system's authorities.
    QString certificate = {}; ///< Ours; where there is no such file, none is shown.
    QString key = {};
    bool verify = true;
};

/// TLS on top of a stream that is connected.
class SecureStream : public hosts::ByteStream
{
public:
    /// To be called first, so that a certificate that does not do is found before anything is sent. Blocks for at most `limit`.
    [[nodiscard]] virtual Result<> shakeHands(std::chrono::milliseconds limit, std::stop_token stop) = 0;
};

/// Loads OpenSSL with the first call, which blocks on the disk then. NotConfigured names a file that cannot be used.
[[nodiscard]] Result<std::unique_ptr<SecureStream>> secured(std::unique_ptr<hosts::ByteStream> stream, const TlsOptions &options);

} // namespace hermes::tls
