// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchtext.h"

#include "backends/engine/sweep/sweepdefinition.h"
#include "models/displaytext.h"
#include "models/formatting.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::LaunchText)
};

constexpr qsizetype TitleCharacters = 120;
} // namespace

QString launchTitle(const LaunchRecord &record)
{
    if (!record.name.isEmpty())
        return lineText(record.name, TitleCharacters);
    for (const QByteArray &line : record.code.left(4096).split('\n')) {
        const QByteArray trimmed = line.trimmed();
        if (!trimmed.isEmpty() && !trimmed.startsWith('#'))
            return lineText(QString::fromUtf8(trimmed), TitleCharacters);
    }
    return lineText(QString::fromUtf8(record.code.left(4096).trimmed()), TitleCharacters);
}

QString launchKindWord(LaunchKind kind)
{
    switch (kind) {
    case LaunchKind::Run: return Text::tr("single run");
    case LaunchKind::Sandbox: return Text::tr("sandbox");
    case LaunchKind::Session: return Text::tr("session");
    case LaunchKind::Sweep: break;
    }
    return Text::tr("sweep");
}

QString launchStateWord(LaunchState state)
{
    switch (state) {
    case LaunchState::Running: return Text::tr("running");
    case LaunchState::Done: return Text::tr("done");
    case LaunchState::Cancelled: return Text::tr("cancelled");
    case LaunchState::Stopped: return Text::tr("stopped for failures");
    case LaunchState::Failed: return Text::tr("could not go on");
    case LaunchState::Interrupted: break;
    }
    return Text::tr("interrupted");
}

QString launchOutcomeWord(const LaunchRecord &record)
{
    if (record.state == LaunchState::Done && record.counts.infrastructure > 0)
        return Text::tr("done, infrastructure failures");
    if (record.state == LaunchState::Done && record.counts.succeeded < record.count)
        return Text::tr("done, failures");
    return launchStateWord(record.state);
}

RunState launchRunState(const LaunchRecord &record)
{
    const LaunchCounts &counts = record.counts;
    switch (record.state) {
    case LaunchState::Running: return RunState::Running;
    case LaunchState::Cancelled: return RunState::Cancelled;
    case LaunchState::Stopped: return RunState::Failed;
    case LaunchState::Failed: return RunState::Infrastructure;
    case LaunchState::Interrupted: return RunState::NotRun;
    case LaunchState::Done: break;
    }
    if (counts.infrastructure > 0)
        return RunState::Infrastructure;
    return counts.succeeded == record.count ? RunState::Ok : RunState::Failed;
}

QString launchCountsText(const LaunchRecord &record)
{
    const LaunchCounts &counts = record.counts;
    const bool underWay = record.state == LaunchState::Running;
    LaunchProgress progress = progressOf(counts);
    progress.state = record.state;
    progress.total = int(record.count);
    progress.running = underWay ? int(counts.lost) : 0;
    QString text = progressText(progress);
    if (!underWay && counts.lost > 0)
        text += u" · "_s + Text::tr("%1 of them lost").arg(QLocale().toString(counts.lost));
    return text;
}

qint64 resumableCount(const LaunchRecord &record)
{
    if (record.kind != LaunchKind::Sweep || record.state == LaunchState::Running)
        return 0;
    const LaunchCounts &counts = record.counts;
    return record.count - counts.succeeded - counts.failed - counts.signalled - counts.timedOut;
}

std::optional<std::chrono::milliseconds> launchDuration(const LaunchRecord &record)
{
    if (record.state == LaunchState::Running)
        return std::chrono::milliseconds(record.createdAt.msecsTo(QDateTime::currentDateTimeUtc()));
    if (!record.finishedAt.isValid())
        return std::nullopt;
    return std::chrono::milliseconds(record.createdAt.msecsTo(record.finishedAt));
}

QString launchPlaceText(const LaunchRecord &record)
{
    return lineText(record.profile.isEmpty() ? record.backend : record.backend + u" · " + record.profile, TitleCharacters);
}

namespace {

QString groupText(const ParameterGroup &group)
{
    constexpr qint64 MostRows = 12;
    const QString names = group.names().join(u", "_s);
    if (const DecimalRange *range = group.asRange())
        return names + u" = "_s + range->text();
    if (const SpacedRange *range = group.asSpacedRange())
        return names + u" = "_s + range->text();
    if (group.isTable())
        return Text::tr("%1: %2, %Ln rows", nullptr, int(group.count())).arg(lineText(group.origin(), TitleCharacters), names);
    QStringList values;
    for (qint64 row = 0; row < std::min(group.count(), MostRows); ++row)
        values += group.value(row, 0);
    if (group.count() > MostRows)
        values += Text::tr("… %Ln values in all", nullptr, int(group.count()));
    return names + u" = "_s + values.join(u", "_s);
}

} // namespace

QString launchParametersText(const LaunchRecord &record)
{
    // The window must not wait for a table of a million rows.
    constexpr qsizetype MostBytes = 256 * 1024;
    if (record.kind != LaunchKind::Sweep)
        return Text::tr("none");
    if (record.parameters.size() > MostBytes)
        return Text::tr("a large table, %1").arg(byteCountText(record.parameters.size()));
    const Result<SweepDefinition> sweep = sweepDefinitionFromJson(record.parameters);
    if (!sweep)
        return messageText(sweep.error());
    QStringList parts;
    for (const ParameterGroup &group : sweep->groups)
        parts += groupText(group);
    if (sweep->repeat > 1)
        parts += Text::tr("%Ln times each", nullptr, int(sweep->repeat));
    if (record.orderSeed)
        parts += *record.orderSeed == 0 ? Text::tr("in random order") : Text::tr("in random order %1").arg(*record.orderSeed);
    return parts.isEmpty() ? Text::tr("none") : lineText(parts.join(u" · "_s));
}

QString launchTimeText(const QDateTime &time, TimeLength length)
{
    if (!time.isValid())
        return {};
    const QLocale locale;
    const QDateTime local = time.toLocalTime();
    QString format = locale.dateTimeFormat(QLocale::ShortFormat);
    // In "yyyy-MM-dd", "d MMM yyyy" and "d 'de' MMM 'de' yyyy": the year, and what stands between it and its neighbour.
    static const QRegularExpression year(u"^y+\\b[^A-Za-z']*|(?: *'[^']*')?[^A-Za-z']*\\by+\\b"_s);
    if (length == TimeLength::Column && local.date().year() == QDate::currentDate().year())
        format.remove(year);
    return locale.toString(local, format);
}

} // namespace hermes
