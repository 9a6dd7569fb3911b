// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "settingrow.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr qsizetype LongestValue = 120;

/// With its unit, as a person reads it.
QString valueText(const SettingField &field)
{
    if (field.setting.type == SettingType::Size)
        return byteCountText(field.inForce.text.toLongLong());
    const QString text = lineText(field.inForce.text, LongestValue);
    return field.setting.unit.isEmpty() ? text : SettingRow::tr("%1 %2").arg(text, field.setting.unit);
}

} // namespace

SettingRow::SettingRow(const Setting &setting, Dialogs *dialogs, QWidget *parent)
    : QWidget(parent),
      m_isSecret(setting.secret),
      m_label(new QLabel(QString(setting.label).replace(u'&', u"&&"_s), this)),
      m_editor(SettingEditor::make(setting, dialogs, this)),
      m_unit(new QLabel(setting.unit, this)),
      m_reset(new QToolButton(this)),
      m_source(new Badge(this)),
      m_note(new WrappingLabel(this)),
      m_problem(new WrappingLabel(this)),
      m_help(new WrappingLabel(this))
{
    createLayout(setting);
    connect(m_editor, &SettingEditor::edited, this, &SettingRow::edited);
    connect(m_editor, &SettingEditor::secretAsked, this, &SettingRow::secretAsked);
    connect(m_reset, &QToolButton::clicked, this, [this] { Q_EMIT edited(std::nullopt); });
}

void SettingRow::createLayout(const Setting &setting)
{
    m_label->setBuddy(m_editor);
    m_unit->setTextFormat(Qt::PlainText);
    m_reset->setText(tr("Reset"));
    m_reset->setAutoRaise(true);
    m_reset->setObjectName(u"Reset_"_s + setting.key);
    m_reset->setAccessibleName(tr("Reset %1 to its default").arg(setting.label));
    m_reset->setToolTip(tr("Reset to default: take this out of the profile"));
    m_reset->setVisible(!setting.secret);
    m_source->setObjectName(u"Source_"_s + setting.key);
    m_note->setObjectName(u"Note_"_s + setting.key);
    m_problem->setObjectName(u"Problem_"_s + setting.key);
    m_problem->setTone(WrappingLabel::Tone::Bad);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_help->setForegroundRole(QPalette::PlaceholderText);
    m_help->showText(setting.help);
    m_help->setVisible(!setting.help.isEmpty());

    auto *below = new QHBoxLayout;
    below->setSpacing(spacing(this, 0.4));
    below->addWidget(m_source, 0, Qt::AlignTop);
    below->addWidget(m_note, 1);
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins({});
    m_grid->setHorizontalSpacing(spacing(this, 0.6));
    m_grid->setVerticalSpacing(spacing(this, 0.2));
    m_grid->addWidget(m_label, 0, 0, Qt::AlignLeft | Qt::AlignVCenter);
    m_grid->addWidget(m_editor, 0, 1);
    m_grid->addWidget(m_unit, 0, 2);
    m_grid->addWidget(m_reset, 0, 3);
    m_grid->addWidget(m_problem, 1, 1, 1, 3);
    m_grid->addLayout(below, 2, 1, 1, 3);
    m_grid->addWidget(m_help, 3, 1, 1, 3);
    m_grid->setColumnStretch(1, 1);
    m_grid->setColumnMinimumWidth(2, spacing(this, 1));
}

void SettingRow::setLabelWidth(int width)
{
    m_label->setWordWrap(true);
    m_label->setFixedWidth(width);
}

int SettingRow::labelWidth() const
{
    return m_label->sizeHint().width();
}

QString SettingRow::noteOf(const SettingField &field)
{
    QStringList notes;
    const bool hasValue = !field.inForce.text.isEmpty();
    if (field.setting.secret)
        return {};
    if (!field.variable.isEmpty() && hasValue)
        notes += field.own ? tr("In force: %1. The variable comes before the profile.").arg(valueText(field))
                           : tr("In force: %1.").arg(valueText(field));
    else if (field.own && field.problem.isEmpty() && field.setting.type == SettingType::Size && hasValue)
        notes += tr("In force: %1.").arg(valueText(field));
    notes += field.changedMeanwhile;
    return notes.join(u' ').trimmed();
}

void SettingRow::showField(const SettingField &field, const QString &source)
{
    m_editor->showField(field);
    m_reset->setEnabled(field.own.has_value());
    QFont font = m_label->font();
    font.setBold(field.isEdited());
    m_label->setFont(font);
    const bool warns = !field.variable.isEmpty() || !field.changedMeanwhile.isEmpty();
    // A secret's editor says it itself.
    if (m_isSecret)
        m_source->hide();
    else
        m_source->showText(source, warns ? Badge::Tone::Warning : Badge::Tone::Quiet);
    m_note->showText(noteOf(field));
    m_problem->showText(field.problem);
    m_problem->setVisible(!field.problem.isEmpty());
}

void SettingRow::setReadOnly(bool readOnly)
{
    // A secret is not in the file that cannot be written.
    m_editor->setEnabled(!readOnly || m_isSecret);
    m_reset->setVisible(!readOnly && !m_isSecret);
}

} // namespace hermes
