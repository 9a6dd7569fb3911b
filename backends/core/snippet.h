// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace hermes {

/// What interprets a snippet. Shell is bash where the target has it, else its sh; Python is its python3.
enum class Language { Python, Shell };

/// "python" or "shell", as flags, files and the journal spell it.
[[nodiscard]] QString languageName(Language language);
[[nodiscard]] Result<Language> languageFromName(const QString &name);
/// By the file's ending: .py is Python, .sh and .bash are Shell, anything else is nothing.
[[nodiscard]] std::optional<Language> languageFromFileName(const QString &fileName);

/// Code in a language. The bytes reach the interpreter unchanged, whatever they decode to.
struct Snippet
{
    Language language = Language::Python;
    QByteArray code = {};

    bool operator==(const Snippet &) const = default;
};

/// Largest code that is accepted, in bytes.
inline constexpr qsizetype MaxCodeBytes = 32 * 1024 * 1024;

/// Refuses what no interpreter can be given: empty code, a NUL byte, more than MaxCodeBytes.
[[nodiscard]] Result<> checkCode(QByteArrayView code);

} // namespace hermes
