// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sweep/sweepdraft.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QSpinBox;
class QTableView;
class QToolButton;

namespace hermes {

class ChoiceBox;

/// What a sweep has beside its parameters: how they are combined, which combinations are left out, repeats and their seed.
class SweepOptions final : public QWidget
{
    Q_OBJECT

public:
    /// The draft must outlive it.
    explicit SweepOptions(SweepDraft *draft, QWidget *parent = nullptr);

    void commitEditor();
    void selectExclude(int row);
    /// What is set here, in a few words; empty: all is as usual.
    [[nodiscard]] QString summary() const;

private:
    void createFields();
    void createOrder();
    [[nodiscard]] QLineEdit *makeSeed(const QString &name, const QString &placeholder);
    void createExcludes();
    void createLayout();
    void takeOrder();
    void showOrder();
    void showDraft();

    SweepDraft *m_draft;
    ChoiceBox *m_combining = nullptr;
    QSpinBox *m_repeat = nullptr;
    QLineEdit *m_seed = nullptr;
    ChoiceBox *m_order = nullptr;
    QLineEdit *m_orderSeed = nullptr;
    QCheckBox *m_templated = nullptr;
    QTableView *m_excludes = nullptr;
    QToolButton *m_add = nullptr;
    QToolButton *m_remove = nullptr;
};

} // namespace hermes
