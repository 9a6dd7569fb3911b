// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/currentlaunch.h"
#include "ui/diff/diffdock.h"
#include "ui/output/outputview.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QSettings;

namespace hermes {

class Banner;
class ElidingLabel;
class FactsPane;
class StreamsPane;

/// What the selected candidate printed: from the journal once it has ended, live while it runs and the pane is visible.
class DetailPane final : public QWidget
{
    Q_OBJECT

public:
    /// Launch and dialogs must outlive the pane.
    DetailPane(CurrentLaunch *launch, Dialogs *dialogs, QWidget *parent = nullptr);

    /// Shows rows of this launch from now on, and none for now.
    void follow(CurrentLaunch *launch);
    /// Shows a candidate of any launch that has its result, under the heading.
    void showStored(LaunchId launch, int index, const QString &heading);
    /// Shows a row of the launch's grid; nothing: no selection.
    void showRow(std::optional<int> row);
    /// Opens a window with what is different between two results.
    void compareResults(CandidateAddress left, CandidateAddress right);
    /// A file with the bytes of a stream is being written.
    [[nodiscard]] bool isSaving() const;

    /// How outputs are shown.
    void restore(const QSettings &settings);
    void store(QSettings &settings) const;

private:
    void gridChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight);
    void showHeading();
    void load();
    void loadStored(int row);
    void loadLive();
    void followLive(OutputView *view, Stream stream);
    void showResult(const Result<RunResult> &result);
    static void showStream(OutputView *view, const StreamCapture &capture);

    CurrentLaunch *m_launch;
    ElidingLabel *m_heading;
    Banner *m_notes;
    FactsPane *m_facts;
    StreamsPane *m_streams;
    QTimer m_live;
    std::optional<int> m_row;
    int m_request = 0; ///< Answers to an earlier question are dropped.
    std::optional<RunState> m_shownState;
};

} // namespace hermes
