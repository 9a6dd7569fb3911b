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
    const QString count = Text::tr("%Ln candidates", nullptr, int(record.count));
    return QStringList {QString::number(record.id), launchTitle(record), launchTimeText(record.createdAt), count}.join(u" · "_s);
}

QString resumeText(qint64 candidates)
{
    return candidates == 0 ? Text::tr("Res&ume") : Text::tr("Res&ume %Ln Candidates", nullptr, int(candidates));
}

QString deleteText(int launches)
{
    return launches == 0 ? Text::tr("&Delete…") : Text::tr("&Delete %Ln Launches…", nullptr, launches);
}

QString resumedText(const LaunchTicket &ticket)
{
    const int left = ticket.total - ticket.alreadyFinished;
    const QString text = Text::tr("Launch %1 goes on with %Ln candidates.", nullptr, left).arg(ticket.id);
    if (ticket.mayRunTwice == 0)
        return text;
    return text + u' ' + Text::tr("%Ln of them were started before and may run twice.", nullptr, ticket.mayRunTwice);
}

} // namespace hermes
