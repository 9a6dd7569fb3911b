// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"

#include <QDockWidget>

namespace hermes {

class DiffView;
struct ComparedResult;

/// Which candidate of which launch.
struct CandidateAddress
{
    LaunchId launch = 0;
    int index = 0;

    bool operator==(const CandidateAddress &) const = default;
};

/// A window of its own, or a part of the main window, with the comparison of two results. Deletes itself when it is closed.
class DiffDock final : public QDockWidget
{
    Q_OBJECT

public:
    /// Reads both results. The engine must outlive the window.
    DiffDock(Engine *engine, CandidateAddress left, CandidateAddress right, QWidget *parent = nullptr);

    [[nodiscard]] DiffView *view() const { return m_view; }

private:
    void read(Engine *engine, CandidateAddress left, CandidateAddress right);

    DiffView *m_view;
};

/// Opens it beside the window that `place` is in, floating.
DiffDock *openComparison(Engine *engine, CandidateAddress left, CandidateAddress right, QWidget *place);

} // namespace hermes
