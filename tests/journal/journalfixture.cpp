// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalfixture.h"

using namespace Qt::StringLiterals;

namespace hermes::test {

namespace {

template<typename T>
T orEnd(Result<T> result)
{
    if (!result)
        qFatal("%s", qPrintable(toText(result.error())));
    return std::move(*result);
}

} // namespace

RunResult exitedResult(int exitCode, const QByteArray &out)
{
    RunResult result;
    result.end.reason = EndReason::Exited;
    result.end.exitCode = exitCode;
    result.end.run = std::chrono::milliseconds(3);
    result.out.bytes = out;
    result.out.total = out.size();
    result.startedAt = QDateTime::currentDateTimeUtc();
    return result;
}

LaunchRecord sweepRecord(qint64 count)
{
    return {.kind = LaunchKind::Sweep,
            .name = u"discounts"_s,
            .backend = u"local"_s,
            .profile = u"this machine"_s,
            .settings = R"({"workdir":"/tmp"})",
            .language = Language::Shell,
            .code = "echo {{discount}}",
            .templated = true,
            .parameters = R"({"discount":["0","0.1"]})",
            .count = count,
            .spec = R"({"concurrency":2})",
            .executorId = u"hermes-session-0123456789ab"_s};
}

std::unique_ptr<Journal> openJournal(const QString &folder, JournalOptions options)
{
    return orEnd(Journal::open(folder, std::move(options)));
}

LaunchId createLaunch(Journal &journal, qint64 count)
{
    return orEnd(journal.createLaunch(sweepRecord(count)));
}

std::unique_ptr<JournalReader> openReader(const QString &folder)
{
    return orEnd(JournalReader::open(folder));
}

Result<> storeResults(Journal &journal, LaunchId launch, IndexRange range)
{
    for (qint64 index = range.first; index <= range.last; ++index)
        journal.append({.launch = launch, .index = index, .result = exitedResult(0, "out\n")}, {});
    return journal.flush(Patience);
}

} // namespace hermes::test
