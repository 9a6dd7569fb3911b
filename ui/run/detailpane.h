// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/currentlaunch.h"

#include <QTimer>
#include <QWidget>

#include <optional>

namespace hermes {

class Banner;
class ElidingLabel;
class OutputView;

/// What the selected candidate printed: from the journal once it has ended, live while it runs and the pane is visible.
class DetailPane final : public QWidget
{
    Q_OBJECT

public:
    explicit DetailPane(CurrentLaunch *launch, QWidget *parent = nullptr);

    /// Shows rows of this launch from now on, and none for now.
    void follow(CurrentLaunch *launch);
    /// Shows a candidate of any launch that has its result, under the heading.
    void showStored(LaunchId launch, int index, const QString &heading);
    /// Shows a row of the launch's grid; nothing: no selection.
    void showRow(std::optional<int> row);

private:
    void gridChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight);
    void showHeading();
    void load();
    void loadStored(int row);
    void loadLive();
    void showResult(const Result<RunResult> &result);

    CurrentLaunch *m_launch;
    ElidingLabel *m_heading;
    Banner *m_notes;
    OutputView *m_out;
    OutputView *m_err;
    QTimer m_live;
    std::optional<int> m_row;
    int m_request = 0; ///< Answers to an earlier question are dropped.
    std::optional<RunState> m_shownState;
};

} // namespace hermes
