// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/runstate.h"

#include <QSet>
#include <QWidget>

#include <array>

class QToolButton;

namespace hermes {

class ResultGridModel;

/// How many candidates stand in which state: a button each, with the state's picture, word and colour, which shows only those.
/// Pressing another one takes its place; with Ctrl held it is added.
class StateLegend final : public QWidget
{
    Q_OBJECT

public:
    explicit StateLegend(QWidget *parent = nullptr);

    /// Only states that some candidate has, and the one that is chosen alone.
    void showCounts(const ResultGridModel &grid);
    void setChosen(const QSet<RunState> &states);

Q_SIGNALS:
    /// By the user. Empty: all.
    void chosen(const QSet<hermes::RunState> &states);

protected:
    void changeEvent(QEvent *event) override;

private:
    void choose(RunState state);
    void paintButtons();
    void showButton(RunState state);

    QSet<RunState> m_chosen;
    std::array<int, RunStateCount> m_counts {};
    std::array<QToolButton *, RunStateCount> m_buttons {};
};

} // namespace hermes
