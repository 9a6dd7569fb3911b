// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArrayView>

namespace hermes {

/// Writes everything to a descriptor, waiting where it has to. 0, or the number of the error (EPIPE: nobody reads it). Any thread.
int writeAll(int descriptor, QByteArrayView bytes);

} // namespace hermes
