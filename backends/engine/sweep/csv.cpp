// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "csv.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

bool CsvReader::atLineEnd() const
{
    return m_at < m_text.size()
        && (m_text[m_at] == u'\n' || (m_text[m_at] == u'\r' && m_at + 1 < m_text.size() && m_text[m_at + 1] == u'\n')
            || (m_text[m_at] == u'\r' && m_at + 1 == m_text.size()));
}

void CsvReader::skipLineEnd()
{
    if (m_text[m_at] == u'\r')
        ++m_at;
    if (m_at < m_text.size())
        ++m_at;
    ++m_line;
}

void CsvReader::skipEmptyLines()
{
    while (atLineEnd())
        skipLineEnd();
}

Result<QString> CsvReader::quotedField()
{
    const qint64 begin = m_line;
    QString value;
    for (++m_at; m_at < m_text.size(); ++m_at) {
        const QChar c = m_text[m_at];
        if (c == u'"') {
            if (m_at + 1 == m_text.size() || m_text[m_at + 1] != u'"') {
                ++m_at;
                return value;
            }
            ++m_at;
        } else if (c == u'\n') {
            ++m_line;
        }
        value += c;
    }
    return fail(FaultKind::Usage, u"line %1: the quote that begins here has no end"_s.arg(begin));
}

Result<QString> CsvReader::field()
{
    if (m_at < m_text.size() && m_text[m_at] == u'"') {
        auto value = quotedField();
        if (value && m_at < m_text.size() && m_text[m_at] != u',' && !atLineEnd())
            return fail(FaultKind::Usage, u"line %1: a comma is missing after the closing quote"_s.arg(m_line),
                        u"Inside quotes write a quote twice: \"\"."_s);
        return value;
    }
    const qsizetype begin = m_at;
    while (m_at < m_text.size() && m_text[m_at] != u',' && !atLineEnd())
        ++m_at;
    return m_text.sliced(begin, m_at - begin).toString();
}

Result<std::optional<CsvRecord>> CsvReader::next()
{
    skipEmptyLines();
    if (m_at == m_text.size())
        return std::nullopt;
    CsvRecord record {.line = m_line};
    while (true) {
        auto value = field();
        if (!value) {
            m_at = m_text.size();
            return std::unexpected(value.error());
        }
        record.fields.append(*std::move(value));
        if (m_at == m_text.size())
            break;
        if (atLineEnd()) {
            skipLineEnd();
            break;
        }
        ++m_at;
    }
    return record;
}

void appendCsvField(QByteArray &to, QByteArrayView utf8)
{
    const bool quoted = std::ranges::any_of(utf8, [](char c) { return c == '"' || c == ',' || c == '\n' || c == '\r'; });
    if (!quoted) {
        to += utf8;
        return;
    }
    to += '"';
    for (const char c : utf8) {
        if (c == '"')
            to += '"';
        to += c;
    }
    to += '"';
}

} // namespace hermes
