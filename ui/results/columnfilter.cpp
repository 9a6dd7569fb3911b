// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "columnfilter.h"

#include "models/displaytext.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>

using namespace Qt::StringLiterals;

namespace hermes {

ColumnFilter::ColumnFilter(const QString &title, const ColumnCondition &condition, QWidget *parent)
    : QFrame(parent, Qt::Popup), m_given(condition)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(u"ColumnFilter"_s);
    setFrameShape(QFrame::StyledPanel);
    createWidgets(title);
    m_text->setText(condition.text);
    connect(m_text, &QLineEdit::textChanged, this, &ColumnFilter::tell);
    connect(m_values, &QListWidget::itemChanged, this, &ColumnFilter::tell);
    m_text->setFocus();
}

void ColumnFilter::createWidgets(const QString &title)
{
    auto *heading = new QLabel(tr("&Filter by %1").arg(lineText(title, 60).replace(u'&', u"&&"_s)), this);
    m_text = new QLineEdit(this);
    m_text->setObjectName(u"ColumnText"_s);
    m_text->setAccessibleName(tr("Part of the text, or a comparison"));
    m_text->setPlaceholderText(tr("part of the text, or > 0.5"));
    m_text->setClearButtonEnabled(true);
    heading->setBuddy(m_text);
    m_values = new QListWidget(this);
    m_values->setObjectName(u"ColumnValues"_s);
    m_values->setAccessibleName(tr("Values"));
    m_values->setMinimumSize(spacing(this, 16), spacing(this, 14));
    m_values->setEnabled(false);
    m_note = new QLabel(tr("Counting the values…"), this);
    m_note->setObjectName(u"ValuesNote"_s);
    m_note->setWordWrap(true);
    auto *buttons = new QHBoxLayout;
    const auto add = [&](const QString &text, Qt::CheckState state) {
        auto *button = new QPushButton(text, this);
        connect(button, &QPushButton::clicked, this, [this, state] { setAll(state); });
        buttons->addWidget(button);
    };
    add(tr("&All"), Qt::Checked);
    add(tr("&None"), Qt::Unchecked);
    auto *layout = new QVBoxLayout(this);
    for (QWidget *widget : std::initializer_list<QWidget *> {heading, m_text, m_values, m_note})
        layout->addWidget(widget);
    layout->addLayout(buttons);
}

void ColumnFilter::showValues(const DistinctValues &values)
{
    const QScopedValueRollback filling(m_filling, true);
    m_hasValues = true;
    m_values->setEnabled(true);
    m_note->setVisible(!values.complete);
    for (const auto &[text, count] : values.values) {
        auto *item = new QListWidgetItem(tr("%1 (%L2)").arg(text.isEmpty() ? tr("empty") : text).arg(count), m_values);
        item->setData(Qt::UserRole, text);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(!m_given.values || m_given.values->contains(text) ? Qt::Checked : Qt::Unchecked);
    }
    if (values.complete)
        return;
    m_note->setText(tr("There are more values than these %Ln; use the text above for others.", nullptr, int(values.values.size())));
    m_note->show();
}

void ColumnFilter::setAll(Qt::CheckState state)
{
    {
        const QScopedValueRollback filling(m_filling, true);
        for (int i = 0; i < m_values->count(); ++i)
            m_values->item(i)->setCheckState(state);
    }
    tell();
}

ColumnCondition ColumnFilter::condition() const
{
    ColumnCondition wanted {.text = m_text->text()};
    if (!m_hasValues) {
        wanted.values = m_given.values;
        return wanted;
    }
    QSet<QString> values;
    for (int i = 0; i < m_values->count(); ++i) {
        if (m_values->item(i)->checkState() == Qt::Checked)
            values.insert(m_values->item(i)->data(Qt::UserRole).toString());
    }
    if (values.size() < m_values->count())
        wanted.values = values;
    return wanted;
}

void ColumnFilter::tell()
{
    if (!m_filling)
        Q_EMIT changed(condition());
}

void ColumnFilter::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Escape)
        close();
    else
        QFrame::keyPressEvent(event);
}

} // namespace hermes
