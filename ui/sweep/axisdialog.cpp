// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "axisdialog.h"

#include "models/displaytext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// A value with a line break is none of the editor's lines.
bool fitsLines(const Axis &axis)
{
    return std::ranges::none_of(axis.values, [](const QString &value) { return value.contains(u'\n'); });
}

} // namespace

AxisDialog::AxisDialog(const QString &name, const QString &values, QWidget *parent) : QDialog(parent)
{
    setObjectName(u"AxisDialog"_s);
    setWindowTitle(tr("Edit Axis"));
    setAttribute(Qt::WA_DeleteOnClose);
    createFields();
    createLayout();
    m_name->setText(name);
    showAxis(Axis::fromText(values));
    connect(m_kind, &QComboBox::currentIndexChanged, this, &AxisDialog::changeKind);
    for (const QLineEdit *each : {m_name, m_from, m_to, m_step, m_count})
        connect(each, &QLineEdit::textChanged, this, &AxisDialog::check);
    connect(m_list, &QPlainTextEdit::textChanged, this, &AxisDialog::check);
    check();
    if (name.isEmpty())
        m_name->setFocus();
    else
        m_kind->setFocus();
}

/// Among the lines of a list Return begins another one.
void AxisDialog::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && event->modifiers() == Qt::ControlModifier)
        m_apply->click();
    else
        QDialog::keyPressEvent(event);
}

void AxisDialog::createFields()
{
    const auto line = [this](const QString &name) {
        auto *made = new QLineEdit(this);
        made->setObjectName(u"Axis"_s + name);
        made->setAccessibleName(name);
        made->setMaxLength(std::numeric_limits<int>::max());
        return made;
    };
    m_name = line(tr("Name"));
    m_from = line(tr("From"));
    m_to = line(tr("To"));
    m_step = line(tr("Step"));
    m_count = line(tr("Count"));
    m_kind = new ChoiceBox(this);
    m_kind->setObjectName(u"AxisKind"_s);
    m_kind->setAccessibleName(tr("Kind"));
    for (const AxisKind kind : {AxisKind::List, AxisKind::StepRange, AxisKind::CountRange, AxisKind::LogRange})
        m_kind->addItem(axisKindName(kind), int(kind));
    m_list = new QPlainTextEdit(this);
    m_list->setObjectName(u"AxisValues"_s);
    m_list->setAccessibleName(tr("Values, one a line"));
    m_list->setPlaceholderText(tr("One value a line; paste a column of a table here"));
    m_list->setTabChangesFocus(true);
    m_list->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_list->setFont(codeFont());
    m_list->setMinimumSize(spacing(this, 18), spacing(this, 9));
    m_summary = new WrappingLabel(this);
    m_summary->setObjectName(u"AxisSummary"_s);
}

void AxisDialog::createLayout()
{
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setHorizontalSpacing(spacing(this, 0.7));
    m_form->setVerticalSpacing(spacing(this, 0.4));
    m_form->addRow(tr("&Name"), m_name);
    m_form->addRow(tr("&Kind"), m_kind);
    m_form->addRow(tr("&From"), m_from);
    m_form->addRow(tr("&To"), m_to);
    m_form->addRow(tr("&Step"), m_step);
    m_form->addRow(tr("&Count"), m_count);
    m_form->addRow(tr("&Values"), m_list);
    // With a letter underlined, words are drawn without the kerning that their size hint has.
    for (QWidget *field : std::initializer_list<QWidget *> {m_name, m_kind, m_from, m_to, m_step, m_count, m_list}) {
        QWidget *label = m_form->labelForField(field);
        label->setMinimumWidth(label->sizeHint().width() + fontMetrics().averageCharWidth() / 2);
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_apply = buttons->addButton(tr("Apply Axis"), QDialogButtonBox::AcceptRole);
    m_apply->setObjectName(u"ApplyAxis"_s);
    m_apply->setProperty("primary", true);
    m_apply->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    const int margin = spacing(this, 0.9);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(spacing(this, 0.6));
    layout->addLayout(m_form, 1);
    layout->addWidget(m_summary);
    layout->addWidget(buttons);
    m_summary->setMinimumWidth(spacing(this, 24));
}

AxisKind AxisDialog::kind() const
{
    return AxisKind(m_kind->currentData().toInt());
}

QString AxisDialog::name() const
{
    return m_name->text().trimmed();
}

QString AxisDialog::values() const
{
    return axis().toText();
}

Axis AxisDialog::axis() const
{
    Axis axis {.kind = m_shown,
               .from = m_from->text().trimmed(),
               .to = m_to->text().trimmed(),
               .step = m_step->text().trimmed(),
               .count = m_count->text().trimmed()};
    for (const QString &line : m_list->toPlainText().split(u'\n')) {
        if (!line.trimmed().isEmpty())
            axis.values += line.trimmed();
    }
    return axis;
}

void AxisDialog::showAxis(const Axis &axis)
{
    m_shown = axis.kind;
    m_kind->setCurrentIndex(m_kind->findData(int(axis.kind)));
    m_from->setText(axis.from);
    m_to->setText(axis.to);
    m_step->setText(axis.step);
    m_count->setText(axis.count);
    m_list->setPlainText(axis.values.join(u'\n'));
    const bool isList = axis.kind == AxisKind::List;
    m_form->setRowVisible(m_from, !isList);
    m_form->setRowVisible(m_to, !isList);
    m_form->setRowVisible(m_step, axis.kind == AxisKind::StepRange);
    m_form->setRowVisible(m_count, axis.kind == AxisKind::CountRange || axis.kind == AxisKind::LogRange);
    m_form->setRowVisible(m_list, isList);
    m_list->setReadOnly(!fitsLines(axis));
}

void AxisDialog::changeKind()
{
    if (kind() != m_shown)
        showAxis(axis().as(kind()));
    check();
}

void AxisDialog::check()
{
    const auto group = parseParameter(name(), values());
    m_summary->setTone(group ? WrappingLabel::Tone::Muted : WrappingLabel::Tone::Bad);
    if (m_list->isReadOnly())
        m_summary->showText(tr("A value has a line break: edit this list in the table's cell."));
    else
        m_summary->showText(group ? valuesSummary(*group) : messageText(group.error()));
    m_apply->setEnabled(group.has_value() && !m_list->isReadOnly());
}

} // namespace hermes
