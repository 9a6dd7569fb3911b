// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "backends/profiles/backendchoice.h"
#include "models/transcript/sandboxcall.h"

#include <QAbstractListModel>
#include <QTimer>

#include <vector>

namespace hermes {

class CurrentLaunch;

/// The calls of one sandbox in their order, those of earlier days and other programs as well: read from the journal, and kept
/// up to date for the launch that is followed.
///
/// What a call printed is read when load() asks for it, and of much output the end is kept. GUI thread only; nothing here
/// waits. The engine must outlive it.
class TranscriptModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit TranscriptModel(Engine *engine, QObject *parent = nullptr);

    /// Shows the calls of a sandbox; an empty id is the default one of this machine.
    void showSandbox(const BackendName &backend, const QString &id);
    /// Empty while it is not known: the default one before its first call.
    [[nodiscard]] const QString &sandboxId() const { return m_sandbox; }
    /// Every launch of a sandbox that it starts is shown, whichever sandbox that is. It must outlive the model.
    void follow(CurrentLaunch *launch);

    [[nodiscard]] const SandboxCall &call(int row) const { return m_calls[size_t(row)]; }
    /// Reads code and output of a call, unless they are there.
    void load(int row);
    /// "Call 3 · failed · exit code 7 · 0.034 s".
    [[nodiscard]] QString headingOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    /// Another sandbox is shown, or the id of the shown one became known.
    void sandboxChanged();
    void failed(const hermes::Fault &fault);

private:
    void show(const BackendName &backend, const QString &asked, const QString &sandbox);
    void askForDefault();
    void askForCalls();
    void take(const QList<LaunchRecord> &records);
    void takeLaunch();
    void takeResult(LaunchId launch, int index, const Result<RunResult> &result);
    void takeCode(LaunchId launch, const Result<LaunchSpec> &spec);
    void updateCandidates(LaunchId launch, const QList<CandidateSummary> &candidates);
    void endLaunch(LaunchId launch);
    void readLive();
    void askAgain();
    void takeRecord(const LaunchRecord &record);
    void changed(int row);
    [[nodiscard]] int rowOf(LaunchId launch, int index) const;
    [[nodiscard]] static std::vector<SandboxCall> callsOf(const LaunchRecord &record);
    [[nodiscard]] static bool isUnderWay(const SandboxCall &call);

    Engine *m_engine;
    CurrentLaunch *m_followed = nullptr;
    LaunchId m_lastFollowed = 0;
    BackendName m_backend;
    QString m_asked; ///< Of the sandbox as it was chosen; empty: the default one.
    QString m_sandbox;
    std::vector<SandboxCall> m_calls; ///< By launch and index.
    QTimer m_live;
    QTimer m_again; ///< While calls of other programs are under way.
    int m_request = 0; ///< Answers about another sandbox are dropped.
};

} // namespace hermes
