// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/currentlaunch.h"

#include <QMenu>

#include <functional>

namespace hermes {

/// Which candidates of a launch are to run again: those that failed, those that are missing, those that are selected.
class RerunMenu final : public QMenu
{
    Q_OBJECT

public:
    /// `selected` says which rows of the grid are. The launch must outlive the menu.
    RerunMenu(CurrentLaunch *launch, std::function<QList<int>()> selected, QWidget *parent);

    /// Runs those that are selected now; of the menu, until it is filled again.
    [[nodiscard]] QAction *ofSelected();

private:
    void fill();
    [[nodiscard]] QList<int> candidatesIn(const QSet<RunState> &states) const;

    CurrentLaunch *m_launch;
    std::function<QList<int>()> m_selected;
};

} // namespace hermes
