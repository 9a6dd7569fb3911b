// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/tls/securestream.h"

#include "backends/core/module.h"
#include "backends/tls/opensecure.h"

namespace hermes::tls {

Result<std::unique_ptr<SecureStream>> secured(std::unique_ptr<hosts::ByteStream> stream, const TlsOptions &options)
{
    const auto entry = loadModule(QStringLiteral("tls"), OpenSecureName);
    if (!entry)
        return std::unexpected(entry.error());
    return reinterpret_cast<OpenSecure>(*entry)(std::move(stream), options);
}

} // namespace hermes::tls
