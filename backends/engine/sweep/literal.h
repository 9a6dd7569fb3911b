// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>
#include <QStringView>

namespace hermes {

/// True for exactly what JSON calls a number: -1, 0.5, 1e-3; not 007, +1, .5, 1., inf or " 1".
///
/// The one rule of sweeps for "is this value a number": in templates, HERMES_PARAMS and exclude expressions. Texts of
/// more than 300 characters are none, since interpreters refuse such literals.
[[nodiscard]] bool isJsonNumber(QStringView text);

/// Appends the value as JSON: a number as it is written, anything else as a string.
void appendJsonValue(QByteArray &to, QStringView text);
/// Appends a JSON string with its quotes. Invalid UTF-8 becomes U+FFFD.
void appendJsonString(QByteArray &to, QByteArrayView utf8);

enum class PythonText { Utf8, Ascii };
/// Appends a Python string literal in single quotes. `Ascii` escapes everything else, for code in another encoding.
void appendPythonString(QByteArray &to, QStringView text, PythonText form = PythonText::Utf8);

/// Appends one shell word in single quotes, safe for every value in every POSIX shell.
void appendShellWord(QByteArray &to, QStringView text);

} // namespace hermes
