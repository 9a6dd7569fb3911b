// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "filterrow.h"

#include "ui/results/statelegend.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/flowlayout.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

FilterRow::FilterRow(StateLegend *legend, QWidget *parent)
    : QWidget(parent),
      m_text(new QLineEdit(this)),
      m_failures(new QCheckBox(tr("Only failures"), this)),
      m_description(new ElidingLabel(this)),
      m_clear(new QPushButton(tr("Clear Filters"), this))
{
    m_text->setObjectName(u"FilterResults"_s);
    m_text->setAccessibleName(tr("Filter results"));
    m_text->setPlaceholderText(tr("Filter"));
    m_text->setClearButtonEnabled(true);
    m_text->setFixedWidth(spacing(this, 7.5));
    m_failures->setObjectName(u"OnlyFailures"_s);
    m_failures->setAccessibleName(m_failures->text());
    m_failures->setToolTip(tr("Show what failed, was ended by a signal or its timeout, or never ran"));
    m_clear->setObjectName(u"ClearFilters"_s);
    m_clear->setAccessibleName(m_clear->text());
    m_description->setObjectName(u"FilterDescription"_s);
    m_failures->setFixedHeight(m_text->sizeHint().height());
    // Both go to a line of their own where the counts need the whole of one.
    auto *fields = new QWidget(this);
    fields->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto *pair = new QHBoxLayout(fields);
    pair->setContentsMargins({});
    pair->setSpacing(spacing(this, 0.5));
    pair->addWidget(m_text);
    pair->addWidget(m_failures);
    auto *top = new QWidget(this);
    auto *filters = new FlowLayout(top);
    filters->setSpacing(spacing(this, 0.5));
    filters->addWidget(legend);
    filters->addRoom();
    filters->addWidget(fields);
    auto *inForce = new QHBoxLayout;
    inForce->setSpacing(spacing(this, 0.5));
    inForce->addWidget(m_description, 1);
    inForce->addWidget(m_clear);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(top);
    layout->addLayout(inForce);
    m_typing.setSingleShot(true);
    m_typing.setInterval(150ms);
    connect(m_text, &QLineEdit::textEdited, this, [this] { m_typing.start(); });
    connect(&m_typing, &QTimer::timeout, this, [this] { Q_EMIT textWanted(m_text->text()); });
    connect(m_failures, &QCheckBox::clicked, this,
            [this](bool only) { Q_EMIT statesWanted(only ? failureStates() : QSet<RunState>()); });
    connect(m_clear, &QPushButton::clicked, this, &FilterRow::clearWanted);
}

void FilterRow::showFilter(const GridFilter &filter, const Rows &rows)
{
    if (!m_typing.isActive() && m_text->text().trimmed() != filter.text())
        m_text->setText(filter.text());
    m_failures->setChecked(filter.states() == failureStates());
    const bool filters = !filter.passesAll();
    m_clear->setVisible(filters);
    QStringList parts;
    if (rows.busy)
        parts += filters ? tr("Filtering and sorting…") : tr("Sorting…");
    else if (filters)
        parts += tr("%L1 of %L2 shown").arg(rows.shown).arg(rows.total);
    m_description->setVisible(rows.busy || filters);
    m_description->showText((parts + filter.description()).join(u" · "_s));
}

void FilterRow::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

} // namespace hermes
