// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "formatting.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::Formatting)
};

QString longDuration(std::chrono::seconds duration)
{
    using namespace std::chrono;
    const auto hour = duration_cast<hours>(duration);
    const auto minute = duration_cast<minutes>(duration - hour);
    if (hour.count() > 0)
        return Text::tr("%1 h %2 min").arg(hour.count()).arg(minute.count(), 2, 10, '0'_L1);
    return Text::tr("%1 min %2 s").arg(minute.count()).arg((duration - minute).count(), 2, 10, '0'_L1);
}

} // namespace

QString durationText(std::chrono::nanoseconds duration)
{
    using namespace std::chrono_literals;
    if (duration < 100s)
        return Text::tr("%1 s").arg(QLocale().toString(double(duration.count()) / 1e9, 'f', 3));
    return longDuration(std::chrono::round<std::chrono::seconds>(duration));
}

QString remainingText(const LaunchProgress &progress)
{
    using namespace std::chrono_literals;
    if (!progress.remaining || progress.elapsed < EarliestEstimate || progress.paused)
        return {};
    const auto [time, isLeast] = *progress.remaining;
    if (time < 1s && !isLeast)
        return Text::tr("less than a second left");
    const auto rounded = std::chrono::ceil<std::chrono::seconds>(time);
    const QString text = time < 60s ? Text::tr("%1 s").arg(rounded.count()) : longDuration(rounded);
    return isLeast ? Text::tr("at least %1 left").arg(text) : Text::tr("about %1 left").arg(text);
}

QString aboutText(std::chrono::milliseconds duration)
{
    using namespace std::chrono_literals;
    if (duration < 1s)
        return Text::tr("less than a second");
    const auto rounded = std::chrono::ceil<std::chrono::seconds>(duration);
    return Text::tr("about %1").arg(duration < 60s ? Text::tr("%1 s").arg(rounded.count()) : longDuration(rounded));
}

QString byteCountText(qint64 bytes)
{
    if (bytes < 1024)
        return Text::tr("%n bytes", nullptr, int(bytes));
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeIecFormat);
}

int pluralForm(qint64 count)
{
    return int(std::min<qint64>(count, std::numeric_limits<int>::max()));
}

QString finishedText(const LaunchProgress &progress)
{
    return Text::tr("%L1 of %L2 finished").arg(progress.finished - progress.cancelled).arg(progress.total);
}

QString countsText(const LaunchProgress &progress)
{
    const QLocale locale;
    QStringList parts;
    const std::array<std::pair<int, const char *>, 7> counts {{
        {progress.succeeded, QT_TRANSLATE_NOOP("hermes::Formatting", "%1 ok")},
        {progress.failed, QT_TRANSLATE_NOOP("hermes::Formatting", "%1 failed")},
        {progress.signalled, QT_TRANSLATE_NOOP("hermes::Formatting", "%1 signalled")},
        {progress.timedOut, QT_TRANSLATE_NOOP("hermes::Formatting", "%1 timed out")},
        {progress.infrastructure, QT_TRANSLATE_NOOP("hermes::Formatting", "%1 infrastructure")},
        {progress.cancelled, QT_TRANSLATE_NOOP("hermes::Formatting", "%1 cancelled")},
        {progress.running, QT_TRANSLATE_NOOP("hermes::Formatting", "%1 running")},
    }};
    for (const auto &[count, text] : counts) {
        if (count > 0)
            parts += Text::tr(text).arg(locale.toString(count));
    }
    if (const int notRun = progress.total - progress.finished; notRun > 0 && progress.state != LaunchState::Running)
        parts += Text::tr("%1 not run").arg(locale.toString(notRun));
    return parts.join(u" · "_s);
}

QString progressText(const LaunchProgress &progress)
{
    const QString counts = countsText(progress);
    return counts.isEmpty() ? finishedText(progress) : finishedText(progress) + u" · "_s + counts;
}

QString outcomeText(const LaunchProgress &progress)
{
    switch (progress.state) {
    case LaunchState::Running: return progress.paused ? Text::tr("Paused") : Text::tr("Running");
    case LaunchState::Done: return Text::tr("Done in %1").arg(durationText(progress.elapsed));
    case LaunchState::Cancelled: return Text::tr("Cancelled after %1").arg(durationText(progress.elapsed));
    case LaunchState::Stopped: return Text::tr("Stopped for its failures after %1").arg(durationText(progress.elapsed));
    case LaunchState::Failed: return Text::tr("Could not go on");
    case LaunchState::Interrupted: break;
    }
    return Text::tr("Interrupted: its program ended before it did");
}

QString sizeText(qint64 bytes)
{
    constexpr qint64 Step = 1024;
    QString unit;
    for (const QChar larger : u"kmgt"_s) {
        if (bytes == 0 || bytes % Step != 0)
            break;
        bytes /= Step;
        unit = larger;
    }
    return QString::number(bytes) + unit;
}

} // namespace hermes
