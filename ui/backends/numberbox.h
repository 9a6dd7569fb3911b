// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/settings.h"

#include <QAbstractSpinBox>

namespace hermes {

/// A number that may also be left out, with arrows that keep to the setting's range.
///
/// Takes any text: what is wrong with it is said beside it, not by swallowing keys.
class NumberBox final : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit NumberBox(const Setting &setting, QWidget *parent = nullptr);

    void setPlaceholder(const QString &text);
    /// Leaves the cursor alone where the text is there already.
    void showText(const QString &text);
    void stepBy(int steps) override;

Q_SIGNALS:
    /// By the user.
    void edited(const QString &text);

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;

private:
    [[nodiscard]] double start() const;

    Setting m_setting;
};

} // namespace hermes
