// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/settingsformmodel.h"

#include <QWidget>

namespace hermes {

class Dialogs;

/// What a user may want of a secret.
enum class SecretAction { Test, Replace, Forget };

/// What a setting is edited with: which control that is follows from its type. Its accessible name is the setting's label.
class SettingEditor : public QWidget
{
    Q_OBJECT

public:
    /// The dialogs must outlive it.
    [[nodiscard]] static SettingEditor *make(const Setting &setting, Dialogs *dialogs, QWidget *parent);

    /// Shows the value; leaves cursor and selection alone where that is what is shown already.
    virtual void showField(const SettingField &field) = 0;

Q_SIGNALS:
    /// By the user. Nothing: the setting is to be taken out of the profile.
    void edited(const std::optional<QString> &text);
    /// Of a secret, which is not edited here.
    void secretAsked(hermes::SecretAction action);

protected:
    using QWidget::QWidget;

    bool eventFilter(QObject *watched, QEvent *event) override;
    /// Makes a control the one that stands for the setting.
    void adopt(QWidget *control, const Setting &setting);
};

} // namespace hermes
