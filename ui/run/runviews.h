// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QStackedWidget;
class QTabBar;

namespace hermes {

class ResultPane;
class TranscriptView;

/// What became of the snippet: the sweep as a grid, its repeats taken together, as a plot, or the calls of the sandbox. One row of
/// tabs; one that there is nothing for cannot be chosen and says what is missing.
class RunViews final : public QWidget
{
    Q_OBJECT

public:
    /// Those of the sweep as ResultPane has them.
    enum class View : quint8 { Grid, Repeats, Plot, Transcript };

    /// Takes both as its children.
    RunViews(ResultPane *results, TranscriptView *calls, QWidget *parent = nullptr);

    [[nodiscard]] View view() const;
    void show(View view);
    /// Leaves the transcript, if it is in view, for what is shown of the sweep.
    void showSweep();

Q_SIGNALS:
    void viewChanged();

private:
    void createTabs();
    [[nodiscard]] View sweepView() const;
    void takeView();
    void showAvailable();

    ResultPane *m_results;
    TranscriptView *m_calls;
    QTabBar *m_tabs;
    QStackedWidget *m_stack;
};

} // namespace hermes
