// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/writeall.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace hermes {

enum class OutputFormat { Text, Json };

/// The program's one writer: results to standard output, for people or as one JSON document; everything else to
/// standard error. Unbuffered. Main thread.
class Output final
{
public:
    explicit Output(OutputFormat format) : m_format(format) { }

    [[nodiscard]] bool json() const { return m_format == OutputFormat::Json; }
    /// False from the moment on which standard output cannot be written any more; writing then does nothing.
    [[nodiscard]] bool isOpen() const { return m_error == 0; }
    /// The code to end with when the command's own is `exitCode`: another one, and a message, when output was lost.
    [[nodiscard]] int conclude(int exitCode) const;

    void write(const QByteArray &bytes);
    void line(const QString &text);
    void document(const QJsonObject &object);
    void document(const QJsonArray &array);

    /// "hermesctl: text" on standard error.
    void message(const QString &text);
    /// A line on standard error as it is.
    void note(const QString &text);
    /// Reports the fault: on standard error, or with --json as {"error": …} on standard output. Returns the exit code.
    int fail(const Fault &fault);

private:
    OutputFormat m_format;
    int m_error = 0; ///< Of the first write that failed.
};

/// The exit code for an operation that could not be done.
[[nodiscard]] int exitCodeFor(const Fault &fault);

enum class Alignment { Left, Right };

/// Rows as text in columns, two spaces between them. Control characters become spaces, so a row is a line.
class TextTable final
{
public:
    explicit TextTable(QStringList headers, QList<Alignment> alignments = {});
    void add(QStringList row) { m_rows.append(std::move(row)); }
    /// The lines so far; the first call begins with the headers and fixes the widths for the ones that follow.
    [[nodiscard]] QString takeText();

private:
    [[nodiscard]] QString formatted(const QStringList &row) const;

    QStringList m_headers;
    QList<Alignment> m_alignments;
    QList<QStringList> m_rows;
    QList<qsizetype> m_widths;
};

/// Reports output that could not be written, unless its reader went away by itself. The code to end with.
[[nodiscard]] int lostOutputExitCode(int error, int exitCode);

} // namespace hermes
