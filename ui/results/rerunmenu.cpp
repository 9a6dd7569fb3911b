// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rerunmenu.h"

#include <algorithm>

namespace hermes {

RerunMenu::RerunMenu(CurrentLaunch *launch, std::function<QList<int>()> selected, QWidget *parent)
    : QMenu(parent), m_launch(launch), m_selected(std::move(selected))
{
    connect(this, &QMenu::aboutToShow, this, &RerunMenu::fill);
}

QAction *RerunMenu::ofSelected()
{
    fill();
    return actions().last();
}

QList<int> RerunMenu::candidatesIn(const QSet<RunState> &states) const
{
    QList<int> candidates;
    for (int row = 0; row < m_launch->grid()->rowCount(); ++row) {
        if (states.contains(m_launch->grid()->stateOf(row)))
            candidates += row;
    }
    return candidates;
}

/// What has no result of its own is run in the launch that is shown; results are never written over: a launch of its own
/// takes over those that are kept.
void RerunMenu::fill()
{
    clear();
    const auto add = [&](const QString &text, const QList<int> &candidates, void (CurrentLaunch::*run)(const QList<int> &)) {
        QAction *action = addAction(text, m_launch, [this, candidates, run] { (m_launch->*run)(candidates); });
        action->setEnabled(!candidates.isEmpty());
    };
    using enum RunState;
    const QSet<RunState> withoutResult {Infrastructure, NotRun, Cancelled};
    const QList<int> failed = candidatesIn({Failed, Signalled, TimedOut});
    const QList<int> infrastructure = candidatesIn({Infrastructure});
    const QList<int> missing = candidatesIn({NotRun, Cancelled});
    const QList<int> selected = m_selected();
    add(tr("&Failed (%L1)").arg(failed.size()), failed, &CurrentLaunch::rerun);
    add(tr("&Infrastructure Failures (%L1)").arg(infrastructure.size()), infrastructure, &CurrentLaunch::resume);
    add(tr("&Not Run or Cancelled (%L1)").arg(missing.size()), missing, &CurrentLaunch::resume);
    const bool noneHasResult = std::ranges::all_of(selected,
                                                   [&](int row) { return withoutResult.contains(m_launch->grid()->stateOf(row)); });
    add(tr("&Selected (%L1)").arg(selected.size()), selected, noneHasResult ? &CurrentLaunch::resume : &CurrentLaunch::rerun);
}

} // namespace hermes
