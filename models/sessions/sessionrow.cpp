// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessionrow.h"

#include "models/displaytext.h"
#include "models/formatting.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {
/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::Sessions)
};
} // namespace

SessionStatus sessionStatus(const SessionRow &row)
{
    switch (row.activity) {
        using enum SessionActivity;
    case WillClose:
    case WillDelete: return SessionStatus::Waiting;
    case Closing:
    case Deleting: return SessionStatus::Ending;
    case CloseFailed:
    case DeleteFailed: return SessionStatus::Failed;
    case None: break;
    }
    switch (row.info.state) {
        using enum SessionState;
    case Closed: return SessionStatus::Closed;
    case Lost: return SessionStatus::Lost;
    case Running: return SessionStatus::Running;
    case Open: break;
    }
    return row.info.stale ? SessionStatus::Stale : SessionStatus::Open;
}

bool isIdle(const SessionRow &row)
{
    return row.activity == SessionActivity::None || hasFailed(row);
}

bool canClose(const SessionRow &row)
{
    return isIdle(row) && row.info.state != SessionState::Closed;
}

bool canDelete(const SessionRow &row)
{
    return isIdle(row) && row.info.state == SessionState::Closed;
}

bool hasFailed(const SessionRow &row)
{
    return row.activity == SessionActivity::CloseFailed || row.activity == SessionActivity::DeleteFailed;
}

QString statusText(const SessionRow &row, std::chrono::seconds untilDone)
{
    switch (row.activity) {
        using enum SessionActivity;
    case WillClose: return Text::tr("closing in %1 s").arg(untilDone.count());
    case WillDelete: return Text::tr("deleting in %1 s").arg(untilDone.count());
    case Closing: return Text::tr("closing…");
    case Deleting: return Text::tr("deleting…");
    case CloseFailed: return Text::tr("close failed");
    case DeleteFailed: return Text::tr("delete failed");
    case None: break;
    }
    return sessionStatus(row) == SessionStatus::Stale ? Text::tr("open, stale") : stateText(row.info.state);
}

QString stateText(SessionState state)
{
    switch (state) {
        using enum SessionState;
    case Open: return Text::tr("open");
    case Running: return Text::tr("running");
    case Closed: return Text::tr("closed");
    case Lost: return Text::tr("lost");
    }
    return {};
}

QString kindText(SessionKind kind)
{
    return kind == SessionKind::Sandbox ? Text::tr("sandbox") : Text::tr("session");
}

QString ageText(std::chrono::seconds age)
{
    using namespace std::chrono;
    if (age < 1min)
        return Text::tr("< 1 min");
    if (age < 1h)
        return Text::tr("%1 min").arg(duration_cast<minutes>(age).count());
    if (age < 24h)
        return Text::tr("%1 h %2 min")
            .arg(duration_cast<hours>(age).count())
            .arg(duration_cast<minutes>(age % 1h).count(), 2, 10, '0'_L1);
    return Text::tr("%1 d %2 h").arg(duration_cast<days>(age).count()).arg(duration_cast<hours>(age % 24h).count());
}

QString sizeText(const std::optional<Result<DiskUse>> &size)
{
    if (!size)
        return {};
    if (!*size)
        return Text::tr("unknown");
    const QString bytes = byteCountText((*size)->bytes);
    return (*size)->isComplete ? bytes : Text::tr("over %1").arg(bytes);
}

QString noteText(const SessionRow &row, const QDateTime &now)
{
    if (hasFailed(row))
        return lineText(row.outcome);
    if (!row.unlisted.isEmpty()) {
        if (!row.listed.isValid())
            return Text::tr("as it was known last: %1").arg(lineText(row.unlisted));
        return Text::tr("listed %1 s ago: %2").arg(std::max<qint64>(0, row.listed.secsTo(now))).arg(lineText(row.unlisted));
    }
    return lineText(row.info.staleReason);
}

QString summaryText(const SessionRow &row)
{
    const SessionInfo &info = row.info;
    QStringList facts {stateText(info.state),
                       info.profile.isEmpty() ? info.backend : lineText(info.profile) + u" · " + info.backend};
    if (const QString size = sizeText(row.size); !size.isEmpty())
        facts.append(row.size && *row.size ? Text::tr("%1 of files").arg(size) : Text::tr("size unknown"));
    if (!info.owner.isEmpty())
        facts.append(info.state == SessionState::Running ? Text::tr("in use by %1").arg(lineText(info.owner))
                                                         : Text::tr("opened by %1").arg(lineText(info.owner)));
    return Text::tr("%1: %2").arg(lineText(info.id, 80), facts.join(u", "_s));
}

} // namespace hermes
