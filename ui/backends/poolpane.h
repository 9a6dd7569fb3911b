// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/profiles/backendchoice.h"
#include "models/profiles/poolsource.h"

#include <QWidget>

class QPushButton;

namespace hermes {

class WrappingLabel;

/// What the backend that is shown keeps started ahead, and what can be done with it. Hidden for one that keeps nothing.
class PoolPane final : public QWidget
{
    Q_OBJECT

public:
    /// Looks only while the page is shown. The engine must outlive it.
    PoolPane(Engine *engine, QWidget *page);

    /// By the settings in force, whatever is edited meanwhile; the kind may be null.
    void showBackend(const BackendName &name, const BackendKind *kind, const ProfileSet &profiles);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showStatus();

    PoolSource m_source;
    WrappingLabel *m_state;
    QPushButton *m_fill;
    QPushButton *m_drain;
};

} // namespace hermes
