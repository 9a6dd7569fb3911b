// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/tls/securestream.h"

namespace hermes::tls {

/// What the module is entered by.
using OpenSecure = Result<std::unique_ptr<SecureStream>> (*)(std::unique_ptr<hosts::ByteStream> stream, const TlsOptions &options);
inline constexpr auto OpenSecureName = "hermesOpenSecureStream";

} // namespace hermes::tls
