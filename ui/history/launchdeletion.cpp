// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchdeletion.h"

#include "backends/engine/engine.h"
#include "models/formatting.h"
#include "models/history/historymodel.h"
#include "ui/history/historytexts.h"

#include <QFuture>

using namespace Qt::StringLiterals;

namespace hermes {

LaunchDeletion::LaunchDeletion(Engine *engine, HistoryModel *model, Dialogs *dialogs, QObject *parent)
    : QObject(parent), m_engine(engine), m_model(model), m_dialogs(dialogs)
{ }

QList<LaunchRecord> LaunchDeletion::deletable(QList<LaunchRecord> records)
{
    records.removeIf([](const LaunchRecord &record) { return record.state == LaunchState::Running; });
    return records;
}

void LaunchDeletion::ask(QWidget *parent, const QList<LaunchRecord> &records)
{
    const QList<LaunchRecord> chosen = deletable(records);
    if (chosen.isEmpty())
        return;
    QList<LaunchId> ids;
    QStringList items;
    qint64 results = 0;
    for (const LaunchRecord &record : chosen) {
        ids += record.id;
        items += itemText(record);
        results += record.counts.finished();
    }
    const bool one = ids.size() == 1;
    m_dialogs->ask(parent,
                   {.text = tr("Delete %Ln launches from the history?", nullptr, int(ids.size())),
                    .consequence = tr("Code, parameters and %Ln results with all that was printed are lost for ever. Nothing "
                                      "happens for ten seconds, in which you can undo it.",
                                      nullptr, pluralForm(results)),
                    .accept = tr("Delete %Ln Launches", nullptr, int(ids.size())),
                    .reject = one ? tr("Keep It") : tr("Keep Them"),
                    .items = items},
                   [this, ids](bool accepted) {
                       if (accepted)
                           deleteLater(ids);
                   });
}

void LaunchDeletion::deleteLater(const QList<LaunchId> &ids)
{
    m_model->hide(ids);
    m_waiting.begin(
        tr("%Ln launches will be deleted", nullptr, int(ids.size())), [this, ids] { deleteNow(ids); },
        [this, ids] { m_model->unhide(ids); });
}

void LaunchDeletion::deleteNow(const QList<LaunchId> &ids)
{
    for (const LaunchId id : ids) {
        m_engine->deleteLaunch(id).then(this, [this, id](const Result<> &deleted) {
            // One that another program has deleted meanwhile is deleted all the same.
            if (!deleted && deleted.error().kind != FaultKind::NotFound)
                Q_EMIT failed(deleted.error());
            m_model->unhide({id});
        });
    }
}

std::optional<Dialogs::Question> LaunchDeletion::closingQuestion() const
{
    if (!m_waiting.isWaiting())
        return std::nullopt;
    return Dialogs::Question {.text = m_waiting.text() + u'.',
                              .consequence = tr("Quitting now keeps them: nothing is deleted."),
                              .accept = tr("Quit and Keep Them"),
                              .reject = tr("Stay")};
}

} // namespace hermes
