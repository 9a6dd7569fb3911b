// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sweep/axis.h"

#include <QDialog>

class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace hermes {

class ChoiceBox;
class WrappingLabel;

/// One parameter field by field: its name, how its values are given, and which values that makes, while it is typed.
class AxisDialog final : public QDialog
{
    Q_OBJECT

public:
    AxisDialog(const QString &name, const QString &values, QWidget *parent);

    [[nodiscard]] QString name() const;
    /// As they are typed into the table.
    [[nodiscard]] QString values() const;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void createFields();
    void createLayout();
    void showAxis(const Axis &axis);
    void changeKind();
    void check();
    [[nodiscard]] Axis axis() const;
    [[nodiscard]] AxisKind kind() const;

    QLineEdit *m_name = nullptr;
    ChoiceBox *m_kind = nullptr;
    QLineEdit *m_from = nullptr;
    QLineEdit *m_to = nullptr;
    QLineEdit *m_step = nullptr;
    QLineEdit *m_count = nullptr;
    QPlainTextEdit *m_list = nullptr;
    QFormLayout *m_form = nullptr;
    WrappingLabel *m_summary = nullptr;
    QPushButton *m_apply = nullptr;
    AxisKind m_shown = AxisKind::List; ///< Of the fields, while another kind is being chosen.
};

} // namespace hermes
