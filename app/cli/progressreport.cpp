// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/progressreport.h"

#include "app/cli/output.h"

#include <cmath>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr auto BarInterval = 100ms;
constexpr auto LineInterval = 5s;

int terminalWidth()
{
    winsize size {};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void writeError(const QString &text)
{
    writeAll(STDERR_FILENO, text.toUtf8());
}

int failures(const LaunchProgress &progress)
{
    return progress.failed + progress.signalled + progress.timedOut;
}

} // namespace

QString clockText(std::chrono::milliseconds time)
{
    const qint64 seconds = (time.count() + 500) / 1000;
    const QString tail = QString::number(seconds % 60).rightJustified(2, u'0');
    if (seconds < 3600)
        return QString::number(seconds / 60) + u':' + tail;
    return QString::number(seconds / 3600) + u':' + QString::number(seconds / 60 % 60).rightJustified(2, u'0') + u':' + tail;
}

QString progressText(const LaunchProgress &progress)
{
    QStringList parts {u"%1/%2 done"_s.arg(progress.finished).arg(progress.total)};
    const auto add = [&](int count, const QString &word) {
        if (count > 0)
            parts.append(QString::number(count) + u' ' + word);
    };
    add(failures(progress), u"failed"_s);
    add(progress.infrastructure, u"infrastructure"_s);
    add(progress.cancelled, u"cancelled"_s);
    if (progress.state != LaunchState::Running)
        add(progress.total - progress.finished, u"not run"_s);
    add(progress.running, progress.stopping ? u"stopping"_s : u"running"_s);
    if (progress.paused)
        parts.append(u"paused"_s);
    parts.append(clockText(progress.elapsed));
    const bool tellsRest = progress.state == LaunchState::Running && !progress.stopping && progress.elapsed >= EarliestEstimate;
    if (progress.remaining && tellsRest) {
        const QString text = progress.remaining->isLeast ? u"at least %1 left"_s : u"about %1 left"_s;
        parts.append(text.arg(clockText(std::chrono::floor<std::chrono::milliseconds>(progress.remaining->time))));
    }
    return parts.join(u", "_s);
}

ProgressReport::ProgressReport()
    : m_terminal(::isatty(STDERR_FILENO) && qgetenv("TERM") != "dumb"),
      m_colour(qEnvironmentVariableIsEmpty("NO_COLOR")),
      m_nextAt(m_terminal ? QDeadlineTimer(0) : QDeadlineTimer(LineInterval))
{ }

void ProgressReport::update(const LaunchProgress &progress)
{
    if (!m_nextAt.hasExpired())
        return;
    if (m_terminal)
        showBar(progress);
    else
        showLine(progress);
    m_nextAt = m_terminal ? QDeadlineTimer(BarInterval) : QDeadlineTimer(LineInterval);
}

void ProgressReport::finish(const LaunchProgress &progress)
{
    if (m_terminal) {
        showBar(progress);
        writeError(u"\n"_s);
    } else {
        showLine(progress);
    }
}

void ProgressReport::showBar(const LaunchProgress &progress)
{
    const QString text = progressText(progress);
    const int width = std::clamp(terminalWidth() - int(text.size()) - 4, 0, 40);
    QString line = u"\r"_s;
    if (width >= 5) {
        const double total = std::max(1, progress.total);
        const int filled = int(width * (progress.finished / total));
        const int bad = std::min(filled, int(std::ceil(width * ((failures(progress) + progress.infrastructure) / total))));
        line += u'[';
        line += m_colour ? u"\x1b[32m"_s : QString();
        line += QString(filled - bad, u'#');
        line += m_colour ? u"\x1b[31m"_s : QString();
        line += QString(bad, m_colour ? u'#' : u'!');
        line += m_colour ? u"\x1b[0m"_s : QString();
        line += QString(width - filled, u'-') + u"] "_s;
    }
    writeError(line + text.left(terminalWidth() - 1) + u"\x1b[K"_s);
}

void ProgressReport::showLine(const LaunchProgress &progress)
{
    writeError(progressText(progress) + u'\n');
}

} // namespace hermes
