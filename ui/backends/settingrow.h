// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/settingsformmodel.h"
#include "ui/backends/settingeditor.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QToolButton;

namespace hermes {

class Badge;
class Dialogs;
class WrappingLabel;

/// One setting of the form: label, editor, unit and button in a line, below it where its value comes from, what is wrong with
/// it, and what it is for.
class SettingRow final : public QWidget
{
    Q_OBJECT

public:
    SettingRow(const Setting &setting, Dialogs *dialogs, QWidget *parent);

    /// What the label takes in one line.
    [[nodiscard]] int labelWidth() const;
    /// Labels of one form are equally wide; a longer one takes more lines.
    void setLabelWidth(int width);
    void showField(const SettingField &field, const QString &source);
    void setReadOnly(bool readOnly);
    [[nodiscard]] SettingEditor *editor() const { return m_editor; }

Q_SIGNALS:
    void edited(const std::optional<QString> &text);
    void secretAsked(hermes::SecretAction action);

private:
    void createLayout(const Setting &setting);
    [[nodiscard]] static QString noteOf(const SettingField &field);

    bool m_isSecret;
    QLabel *m_label;
    SettingEditor *m_editor;
    QLabel *m_unit;
    QToolButton *m_reset;
    Badge *m_source;
    WrappingLabel *m_note;
    WrappingLabel *m_problem;
    WrappingLabel *m_help;
    QGridLayout *m_grid = nullptr;
};

} // namespace hermes
