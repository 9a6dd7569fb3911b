// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QByteArray>
#include <QStringList>
#include <QStringView>

#include <optional>

namespace hermes {

/// One record of a CSV text and the line that it began in, counted from 1.
struct CsvRecord
{
    QStringList fields = {};
    qint64 line = 1;
};

/// Reads RFC 4180 text record by record: quotes with "" inside, commas and line breaks in quotes, LF or CR LF.
///
/// Values are kept as written, spaces included. Empty lines between records are skipped. The text must stay alive.
class CsvReader final
{
public:
    explicit CsvReader(QStringView text) : m_text(text) { }

    /// The next record; nothing at the end. After a fault the reader is at its end.
    [[nodiscard]] Result<std::optional<CsvRecord>> next();

private:
    void skipEmptyLines();
    [[nodiscard]] Result<QString> field();
    [[nodiscard]] Result<QString> quotedField();
    [[nodiscard]] bool atLineEnd() const;
    void skipLineEnd();

    QStringView m_text;
    qsizetype m_at = 0;
    qint64 m_line = 1;
};

/// Appends one field, in quotes where RFC 4180 asks for them.
void appendCsvField(QByteArray &to, QByteArrayView utf8);

} // namespace hermes
