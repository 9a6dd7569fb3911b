// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

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
    /// The source must outlive it.
    explicit PoolPane(PoolSource *source, QWidget *parent = nullptr);

private:
    void showStatus();

    PoolSource *m_source;
    WrappingLabel *m_state;
    QPushButton *m_fill;
    QPushButton *m_drain;
};

} // namespace hermes
