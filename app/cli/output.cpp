// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/output.h"

#include "app/cli/command.h"

#include <QJsonDocument>

#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes {

int lostOutputExitCode(int error, int exitCode)
{
    // Who stops reading or closes the terminal knows it; everybody else believes to have all of it.
    if (error == EPIPE || (error == EIO && exitCode == exitcode::Cancelled))
        return exitCode;
    writeAll(STDERR_FILENO, QByteArray("hermesctl: output was lost: "_ba + std::strerror(error) + '\n'));
    return exitcode::Infrastructure;
}

void Output::write(const QByteArray &bytes)
{
    if (m_error == 0)
        m_error = writeAll(STDOUT_FILENO, bytes);
}

int Output::conclude(int exitCode) const
{
    return m_error == 0 ? exitCode : lostOutputExitCode(m_error, exitCode);
}

void Output::line(const QString &text)
{
    write(text.toUtf8() + '\n');
}

void Output::document(const QJsonObject &object)
{
    write(QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
}

void Output::document(const QJsonArray &array)
{
    write(QJsonDocument(array).toJson(QJsonDocument::Compact) + '\n');
}

void Output::message(const QString &text)
{
    note(u"hermesctl: "_s + text);
}

void Output::note(const QString &text)
{
    writeAll(STDERR_FILENO, QByteArray(text.toUtf8() + '\n'));
}

int Output::fail(const Fault &fault)
{
    if (json())
        document(QJsonObject {{u"error"_s, toText(fault)}});
    else
        message(toText(fault));
    return exitCodeFor(fault);
}

int exitCodeFor(const Fault &fault)
{
    switch (fault.kind) {
        using enum FaultKind;
    case Usage:
    case NotConfigured: return exitcode::Usage;
    case NotFound:
    case Conflict:
    case Refused: return exitcode::Negative;
    case Cancelled: return exitcode::Cancelled;
    case Denied:
    case Unreachable:
    case TimedOut:
    case Exhausted:
    case Protocol:
    case Storage:
    case Internal: break;
    }
    return exitcode::Infrastructure;
}

TextTable::TextTable(QStringList headers, QList<Alignment> alignments)
    : m_headers(std::move(headers)), m_alignments(std::move(alignments))
{
    m_alignments.resize(m_headers.size(), Alignment::Left);
}

QString TextTable::takeText()
{
    QString text;
    if (m_widths.isEmpty()) {
        for (qsizetype column = 0; column < m_headers.size(); ++column) {
            qsizetype width = m_headers.at(column).size();
            for (const QStringList &row : std::as_const(m_rows))
                width = std::max(width, row.value(column).size());
            m_widths.append(width);
        }
        text += formatted(m_headers);
    }
    for (const QStringList &row : std::as_const(m_rows))
        text += formatted(row);
    m_rows.clear();
    return text;
}

QString TextTable::formatted(const QStringList &row) const
{
    QString line;
    for (qsizetype column = 0; column < m_headers.size(); ++column) {
        QString cell = row.value(column);
        for (QChar &c : cell) {
            if (c < u' ' || (c >= u'\x7f' && c < u'\xa0'))
                c = u' ';
        }
        if (column > 0)
            line += u"  "_s;
        line += m_alignments.at(column) == Alignment::Right ? cell.rightJustified(m_widths.at(column))
                                                            : cell.leftJustified(m_widths.at(column));
    }
    while (line.endsWith(u' '))
        line.chop(1);
    return line + u'\n';
}

} // namespace hermes
