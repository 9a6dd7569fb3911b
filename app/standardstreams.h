// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace hermes {

/// Fills the descriptors 0 to 2 where this program was started without them: else the next file or socket that it opens
/// would be its standard output. What is written there then fails. The first thing in main().
void fillStandardStreams();

} // namespace hermes
