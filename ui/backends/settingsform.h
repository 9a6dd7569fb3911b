// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/backends/settingeditor.h"
#include "ui/widgets/formroom.h"

#include <vector>

class QToolButton;
class QVBoxLayout;

namespace hermes {

class Dialogs;
class SettingRow;

/// The form for whatever settings the model has, the advanced ones folded away.
class SettingsForm final : public FormRoom
{
    Q_OBJECT

public:
    /// Both must outlive it.
    SettingsForm(SettingsFormModel *model, Dialogs *dialogs, QWidget *parent = nullptr);

    void setReadOnly(bool readOnly);
    /// Leads to a setting, also to one that is folded away.
    void focusRow(int row);

Q_SIGNALS:
    void secretAsked(int row, hermes::SecretAction action);

private:
    void rebuild();
    void showRows(int first, int last);
    void showFold();
    [[nodiscard]] QWidget *makeContents();

    SettingsFormModel *m_model;
    Dialogs *m_dialogs;
    bool m_readOnly = false;
    QToolButton *m_fold = nullptr;
    QWidget *m_advanced = nullptr;
    std::vector<SettingRow *> m_rows;
};

} // namespace hermes
