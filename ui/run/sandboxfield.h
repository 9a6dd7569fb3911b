// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"

#include "backends/profiles/backendchoice.h"

#include <QWidget>

namespace hermes {

class ChoiceBox;
class WrappingLabel;

/// Which sandbox calls go to: the default one of this machine, one that is open, or a new one by its name.
class SandboxField final : public QWidget
{
    Q_OBJECT

public:
    /// The engine must outlive it.
    explicit SandboxField(Engine *engine, QWidget *parent = nullptr);

    /// Empty: the default one.
    [[nodiscard]] QString id() const;
    void setId(const QString &id);
    /// Why the id cannot be used; empty when it can.
    [[nodiscard]] QString problem() const;
    /// Offers the open sandboxes of this backend and profile and no others.
    void setBackend(const BackendName &backend);
    [[nodiscard]] ChoiceBox *box() const { return m_box; }

Q_SIGNALS:
    void edited();
    /// A sandbox was chosen, or its name typed to its end.
    void chosen();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void offerOpenOnes();
    void check();

    Engine *m_engine;
    BackendName m_backend;
    ChoiceBox *m_box;
    WrappingLabel *m_problem;
    int m_request = 0;
};

} // namespace hermes
