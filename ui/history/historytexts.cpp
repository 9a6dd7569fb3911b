// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "historytexts.h"

#include "models/history/launchtext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::HistoryPage)
};
} // namespace

QString itemText(const LaunchRecord &record)
{
    const QString count = record.count == 1 ? Text::tr("1 candidate") : Text::tr("%n candidates", nullptr, int(record.count));
    return QStringList {QString::number(record.id), launchTitle(record), launchTimeText(record.createdAt), count}.join(u" · "_s);
}

QString resumeText(qint64 candidates)
{
    if (candidates == 0)
        return Text::tr("Res&ume");
    return candidates == 1 ? Text::tr("Res&ume 1 Candidate") : Text::tr("Res&ume %n Candidates", nullptr, int(candidates));
}

QString deleteText(int launches)
{
    if (launches == 0)
        return Text::tr("&Delete…");
    return launches == 1 ? Text::tr("&Delete 1 Launch…") : Text::tr("&Delete %n Launches…", nullptr, launches);
}

QString resumedText(const LaunchTicket &ticket)
{
    const int left = ticket.total - ticket.alreadyFinished;
    const QString text = left == 1 ? Text::tr("Launch %1 goes on with 1 candidate.")
                                   : Text::tr("Launch %1 goes on with %n candidates.", nullptr, left);
    if (ticket.mayRunTwice == 0)
        return text.arg(ticket.id);
    return text.arg(ticket.id) + u' ' + Text::tr("Started before, so that they may run twice: %n.", nullptr, ticket.mayRunTwice);
}

} // namespace hermes
