// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/engine/journal/launchrecord.h"
#include "models/delayedaction.h"
#include "ui/widgets/dialogs.h"

#include <QObject>

class QWidget;

namespace hermes {

class Engine;
class HistoryModel;

/// Deletes launches of the history: asks once, hides them at once, and deletes them after a while in which it can be undone.
class LaunchDeletion final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it.
    LaunchDeletion(Engine *engine, HistoryModel *model, Dialogs *dialogs, QObject *parent = nullptr);

    /// For an undo bar.
    [[nodiscard]] DelayedAction *waiting() { return &m_waiting; }
    /// Running ones are left out; nothing is asked where no other is left.
    void ask(QWidget *parent, const QList<LaunchRecord> &records);
    [[nodiscard]] static QList<LaunchRecord> deletable(QList<LaunchRecord> records);
    /// What quitting now would mean for what waits; nothing where nothing does.
    [[nodiscard]] std::optional<Dialogs::Question> closingQuestion() const;

Q_SIGNALS:
    void failed(const hermes::Fault &fault);

private:
    void deleteLater(const QList<LaunchId> &ids);
    void deleteNow(const QList<LaunchId> &ids);

    Engine *m_engine;
    HistoryModel *m_model;
    Dialogs *m_dialogs;
    DelayedAction m_waiting;
};

} // namespace hermes
