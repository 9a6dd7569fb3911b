// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>

namespace hermes {

enum class PythonEncoding { Utf8, AsciiBased, Other };

/// What the first two lines of Python code declare (PEP 263).
[[nodiscard]] PythonEncoding pythonEncoding(const QByteArray &code);

} // namespace hermes
