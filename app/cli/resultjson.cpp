// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/resultjson.h"

#include "app/cli/progressreport.h"

#include <QJsonArray>

#include <cmath>

using namespace Qt::StringLiterals;

namespace hermes {

double secondsOf(std::chrono::nanoseconds time)
{
    return std::round(double(time.count()) / 1e3) / 1e6;
}

QString durationText(std::chrono::nanoseconds time)
{
    const double seconds = double(time.count()) / 1e9;
    if (seconds < 1)
        return QString::number(std::lround(seconds * 1000)) + u" ms"_s;
    if (seconds < 60)
        return QString::number(seconds, 'f', 1) + u" s"_s;
    return clockText(std::chrono::duration_cast<std::chrono::milliseconds>(time));
}

QString timeText(const QDateTime &time)
{
    if (!time.isValid())
        return u"-"_s;
    const QDateTime local = time.toLocalTime();
    const int minutes = std::abs(local.offsetFromUtc()) / 60;
    return local.toString(u"yyyy-MM-dd HH:mm:ss "_s) + (local.offsetFromUtc() < 0 ? u'-' : u'+')
        + u"%1:%2"_s.arg(minutes / 60, 2, 10, QChar(u'0')).arg(minutes % 60, 2, 10, QChar(u'0'));
}

void insertName(QJsonObject &object, const QString &key, const QByteArray &name)
{
    object[key] = QString::fromUtf8(name);
    if (!QUtf8StringView(name).isValidUtf8())
        object[key + u"_base64"_s] = QString::fromLatin1(name.toBase64());
}

QJsonValue timeValue(const QDateTime &time)
{
    return time.isValid() ? QJsonValue(time.toUTC().toString(Qt::ISODateWithMs)) : QJsonValue();
}

QJsonObject resultObject(const RunResult &result)
{
    const RunEnd &end = result.end;
    QJsonObject object {
        {u"exit_code"_s, end.exitCode},
        {u"stdout"_s, QString::fromUtf8(result.out.bytes)},
        {u"stderr"_s, QString::fromUtf8(result.err.bytes)},
        {u"reason"_s, reasonName(end.reason)},
        {u"signal"_s, end.signal > 0 ? QJsonValue(signalName(end.signal)) : QJsonValue()},
        {u"signal_number"_s, end.signal > 0 ? QJsonValue(end.signal) : QJsonValue()},
        {u"seconds"_s, secondsOf(end.run)},
        {u"acquire_seconds"_s, secondsOf(end.acquire)},
        {u"queued_seconds"_s, secondsOf(result.queued)},
        {u"started_at"_s, timeValue(result.startedAt)},
        {u"attempts"_s, result.attempts},
        {u"stdout_bytes"_s, result.out.total},
        {u"stderr_bytes"_s, result.err.total},
        {u"stdout_truncated"_s, result.out.truncated},
        {u"stderr_truncated"_s, result.err.truncated},
        {u"out_of_memory"_s, end.outOfMemory},
        {u"notes"_s, QJsonArray::fromStringList(end.notes)},
    };
    if (!result.out.spoolFile.isEmpty())
        object[u"stdout_file"_s] = result.out.spoolFile;
    if (!result.err.spoolFile.isEmpty())
        object[u"stderr_file"_s] = result.err.spoolFile;
    if (end.use) {
        object[u"cpu_seconds"_s] = secondsOf(end.use->userTime + end.use->systemTime);
        object[u"max_resident_bytes"_s] = end.use->maxResidentBytes;
    }
    return object;
}

QJsonObject notRunObject()
{
    QJsonObject object = resultObject({});
    for (const QString &unknown : {u"exit_code"_s, u"reason"_s, u"seconds"_s, u"acquire_seconds"_s, u"queued_seconds"_s})
        object[unknown] = QJsonValue();
    object[u"attempts"_s] = 0;
    return object;
}

QJsonObject sessionObject(const SessionInfo &session)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const auto secondsSince = [&](const QDateTime &time) {
        return time.isValid() ? QJsonValue(std::max<qint64>(0, time.secsTo(now))) : QJsonValue();
    };
    return {
        {u"backend"_s, session.backend},
        {u"profile"_s, session.profile},
        {u"id"_s, session.id},
        {u"kind"_s, sessionKindName(session.kind)},
        {u"state"_s, sessionStateName(session.state)},
        {u"created"_s, timeValue(session.created)},
        {u"last_used"_s, timeValue(session.lastUsed)},
        {u"age_seconds"_s, secondsSince(session.created)},
        {u"idle_seconds"_s, secondsSince(session.lastUsed)},
        {u"folder"_s, session.folder},
        {u"owner"_s, session.owner},
        {u"stale"_s, session.stale},
        {u"stale_reason"_s, session.staleReason},
        {u"problem"_s, session.problem.isEmpty() ? QJsonValue() : QJsonValue(session.problem)},
        {u"place"_s, session.place},
        {u"image"_s, session.image},
        {u"status"_s, session.status},
        {u"limits"_s, session.limits},
        {u"cpus_busy"_s, session.cpu ? QJsonValue(*session.cpu) : QJsonValue()},
        {u"memory_bytes"_s, session.memory ? QJsonValue(*session.memory) : QJsonValue()},
        {u"memory_limit_bytes"_s, session.memoryLimit ? QJsonValue(*session.memoryLimit) : QJsonValue()},
        {u"cost"_s, session.cost ? QJsonValue(*session.cost) : QJsonValue()},
    };
}

QJsonObject countsObject(const LaunchProgress &progress)
{
    return {
        {u"total"_s, progress.total},
        {u"succeeded"_s, progress.succeeded},
        {u"failed"_s, progress.failed},
        {u"signalled"_s, progress.signalled},
        {u"timed_out"_s, progress.timedOut},
        {u"cancelled"_s, progress.cancelled},
        {u"infrastructure"_s, progress.infrastructure},
        {u"not_run"_s, progress.total - progress.finished},
    };
}

} // namespace hermes
