// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultfacts.h"

#include "backends/engine/sweep/stdoutline.h"
#include "models/formatting.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QLocale>

#include <cstdlib>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::ResultFacts)
};

QString endText(const RunEnd &end)
{
    switch (end.reason) {
    case EndReason::Exited: return Text::tr("ended by itself");
    case EndReason::Signalled:
        return end.outOfMemory ? Text::tr("ended by a signal, out of memory") : Text::tr("ended by a signal");
    case EndReason::TimedOut: return Text::tr("ended at its timeout");
    case EndReason::Cancelled: return Text::tr("cancelled");
    case EndReason::Infrastructure: break;
    }
    return end.mayHaveStarted ? Text::tr("its result was lost") : Text::tr("it never ran");
}

/// "2026-12-01 14:03:05.120 +01:00".
QString timeText(const QDateTime &time, const QTimeZone &zone)
{
    const QDateTime local = time.toTimeZone(zone);
    const int offset = local.offsetFromUtc() / 60;
    const QString sign = offset < 0 ? u"-"_s : u"+"_s;
    return local.toString(u"yyyy-MM-dd HH:mm:ss.zzz "_s) + sign
        + u"%1:%2"_s.arg(std::abs(offset) / 60, 2, 10, '0'_L1).arg(std::abs(offset) % 60, 2, 10, '0'_L1);
}

QString streamText(const StreamCapture &capture)
{
    const QString exact = Text::tr("%1 bytes").arg(QLocale().toString(capture.total));
    QString text = capture.total < 1024 ? byteCountText(capture.total) : byteCountText(capture.total) + u" ("_s + exact + u')';
    if (capture.spoolFile.isEmpty() ? capture.truncated : capture.spooled + capture.spoolTail < capture.total)
        text += u", "_s + Text::tr("only both ends are kept");
    return text;
}

/// Puts JSON that is known to be right on lines of its own.
class Indenter final
{
public:
    QByteArray indented(QByteArrayView json)
    {
        for (const char c : json)
            take(c);
        return m_out;
    }

private:
    void take(char c)
    {
        if (m_inString) {
            m_out += c;
            m_inString = c != '"' || m_escaped;
            m_escaped = c == '\\' && !m_escaped;
            return;
        }
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
            return;
        const bool closes = c == '}' || c == ']';
        if (closes)
            --m_depth;
        if (m_opened != closes && (m_opened || closes))
            newLine();
        m_opened = c == '{' || c == '[';
        m_out += c;
        if (m_opened)
            ++m_depth;
        else if (c == ',')
            newLine();
        else if (c == ':')
            m_out += ' ';
        m_inString = c == '"';
    }
    void newLine() { m_out += '\n' + QByteArray(2LL * m_depth, ' '); }

    QByteArray m_out;
    int m_depth = 0;
    bool m_opened = false; ///< The last one was a bracket that opens: an empty one stays on its line.
    bool m_inString = false;
    bool m_escaped = false;
};

} // namespace

QList<ResultFact> resultFacts(const RunResult &result, const QTimeZone &zone)
{
    const RunEnd &end = result.end;
    QList<ResultFact> facts {{.label = Text::tr("Exit code"), .value = QString::number(end.exitCode)},
                             {.label = Text::tr("End"), .value = endText(end)}};
    if (end.signal != 0)
        facts += {.label = Text::tr("Signal"), .value = u"%1 (%2)"_s.arg(signalName(end.signal)).arg(end.signal)};
    if (result.startedAt.isValid())
        facts += {.label = Text::tr("Started"), .value = timeText(result.startedAt, zone)};
    facts += {.label = Text::tr("Waited in the queue"), .value = durationText(result.queued)};
    facts += {.label = Text::tr("Time to its start"), .value = durationText(end.acquire)};
    facts += {.label = Text::tr("Run time"), .value = durationText(end.run)};
    facts += {.label = Text::tr("Attempts"), .value = QString::number(result.attempts)};
    if (end.use) {
        facts += {.label = Text::tr("CPU time"),
                  .value = Text::tr("%1 user, %2 system").arg(durationText(end.use->userTime), durationText(end.use->systemTime))};
        facts += {.label = Text::tr("Peak memory"), .value = byteCountText(end.use->maxResidentBytes)};
    }
    facts += {.label = Text::tr("Stdout"), .value = streamText(result.out)};
    facts += {.label = Text::tr("Stderr"), .value = streamText(result.err)};
    return facts;
}

QString prettyLastObject(QByteArrayView output)
{
    constexpr qsizetype Longest = 256LL * 1024;
    const QByteArrayView line = lastLineObject(output);
    if (line.isEmpty() || line.size() > Longest || !QJsonDocument::fromJson(line.toByteArray()).isObject())
        return {};
    return QString::fromUtf8(Indenter().indented(line));
}

} // namespace hermes
