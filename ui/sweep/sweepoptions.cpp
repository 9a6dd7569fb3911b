// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sweepoptions.h"

#include "ui/sweep/edittable.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/formroom.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

SweepOptions::SweepOptions(SweepDraft *draft, QWidget *parent) : QWidget(parent), m_draft(draft)
{
    createFields();
    createOrder();
    createExcludes();
    createLayout();
    showDraft();
    connect(draft, &SweepDraft::changed, this, &SweepOptions::showDraft);
}

void SweepOptions::createFields()
{
    m_combining = new ChoiceBox(this);
    m_combining->setObjectName(u"Combine"_s);
    m_combining->setAccessibleName(tr("Combine"));
    m_combining->addItem(tr("every combination"), int(SweepDraft::Combining::EveryCombination));
    m_combining->addItem(tr("side by side (zip)"), int(SweepDraft::Combining::SideBySide));
    m_combining->setToolTip(tr("Side by side: the first values of all parameters together, then the second ones, and so on"));
    m_repeat = new QSpinBox(this);
    m_repeat->setObjectName(u"Repeat"_s);
    m_repeat->setAccessibleName(tr("Repeat"));
    m_repeat->setRange(1, int(MaxCandidates));
    m_repeat->setToolTip(tr("How often each combination runs; HERMES_REPEAT counts from 0"));
    m_seed = makeSeed(tr("Seed"), tr("none"));
    m_seed->setToolTip(tr("HERMES_SEED of the first repetition; those of the next ones count up"));
    m_templated = new QCheckBox(tr("Replace {{name}} by its value"), this);
    m_templated->setObjectName(u"Templated"_s);
    connect(m_combining, &QComboBox::currentIndexChanged, this,
            [this] { m_draft->setCombining(SweepDraft::Combining(m_combining->currentData().toInt())); });
    connect(m_repeat, &QSpinBox::valueChanged, this, [this](int repeat) { m_draft->setRepeat(repeat); });
    connect(m_seed, &QLineEdit::textEdited, this,
            [this](const QString &text) { m_draft->setSeed(text.isEmpty() ? std::nullopt : std::optional(text.toLongLong())); });
    connect(m_templated, &QCheckBox::toggled, this,
            [this](bool on) { m_draft->setTemplating(on ? SweepDraft::Templating::Holes : SweepDraft::Templating::AsWritten); });
}

QLineEdit *SweepOptions::makeSeed(const QString &name, const QString &placeholder)
{
    auto *field = new QLineEdit(this);
    field->setObjectName(QString(name).remove(u' '));
    field->setAccessibleName(name);
    field->setPlaceholderText(placeholder);
    field->setValidator(new QRegularExpressionValidator(QRegularExpression(u"[0-9]{0,15}"_s), field));
    return field;
}

void SweepOptions::createOrder()
{
    m_order = new ChoiceBox(this);
    m_order->setObjectName(u"Order"_s);
    m_order->setAccessibleName(tr("Order"));
    m_order->addItems({tr("as numbered"), tr("random")});
    m_order->setToolTip(tr("Random: a sweep that is stopped early has tried some of everything. Candidates keep their numbers"));
    m_orderSeed = makeSeed(tr("Order seed"), u"0"_s);
    m_orderSeed->setToolTip(tr("Another seed is another order; the same one is the same order each time"));
    connect(m_order, &QComboBox::currentIndexChanged, this, &SweepOptions::takeOrder);
    connect(m_orderSeed, &QLineEdit::textEdited, this, &SweepOptions::takeOrder);
}

void SweepOptions::takeOrder()
{
    m_draft->setOrderSeed(m_order->currentIndex() == 1 ? std::optional(m_orderSeed->text().toLongLong()) : std::nullopt);
}

void SweepOptions::createExcludes()
{
    m_excludes = new QTableView(this);
    setUpEditTable(m_excludes, tr("Excludes"), {{.name = tr("Exclude condition"), .example = tr("discount > 1 and n == 2")}});
    m_excludes->setModel(m_draft->excludes());
    m_excludes->setFixedHeight(m_excludes->verticalHeader()->defaultSectionSize() * 4);
    auto *empty = new EmptyState(tr("Nothing is left out"), tr("Add a condition, such as discount > 1 and n == 2."),
                                 m_excludes->viewport());
    empty->follow(m_draft->excludes());
    m_add = makeToolButton(tr("Add exclude"), glyphIcon(Glyph::Plus), this);
    m_remove = makeToolButton(tr("Remove exclude"), glyphIcon(Glyph::Minus), this);
    connect(m_add, &QToolButton::clicked, m_excludes, [this] { addRowTo(m_excludes); });
    connect(m_remove, &QToolButton::clicked, m_excludes, [this] { removeChosenRowOf(m_excludes); });
}

void SweepOptions::createLayout()
{
    const auto label = [this](const QString &text, QWidget *buddy) {
        auto *made = new QLabel(text, this);
        made->setBuddy(buddy);
        return made;
    };
    auto *rows = new QGridLayout;
    rows->setHorizontalSpacing(spacing(this, 0.5));
    rows->setVerticalSpacing(spacing(this, 0.4));
    rows->setColumnStretch(1, 1);
    const auto addRow = [rows](QLabel *name, QWidget *field) {
        const int row = rows->rowCount();
        rows->addWidget(name, row, 0);
        rows->addWidget(field, row, 1);
    };
    addRow(label(tr("Co&mbine"), m_combining), m_combining);
    addRow(label(tr("Repe&at"), m_repeat), m_repeat);
    addRow(label(tr("Seed"), m_seed), m_seed);
    addRow(label(tr("Order"), m_order), m_order);
    addRow(label(tr("Order seed"), m_orderSeed), m_orderSeed);
    rows->addWidget(m_templated, rows->rowCount(), 0, 1, 2);
    auto *heading = new QHBoxLayout;
    heading->setSpacing(spacing(this, 0.3));
    heading->addWidget(label(tr("Excl&udes"), m_excludes), 1);
    heading->addWidget(m_add);
    heading->addWidget(m_remove);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addLayout(rows);
    layout->addLayout(heading);
    layout->addWidget(m_excludes);
}

void SweepOptions::commitEditor()
{
    commitEditorOf(m_excludes);
}

void SweepOptions::selectExclude(int row)
{
    m_excludes->setCurrentIndex(m_draft->excludes()->index(row, ExcludeTableModel::ExpressionColumn));
    m_excludes->setFocus();
    FormRoom::bringIntoSight(m_excludes);
}

void SweepOptions::showDraft()
{
    m_combining->setCurrentIndex(m_combining->findData(int(m_draft->combining())));
    m_repeat->setValue(int(std::min<qint64>(m_draft->repeat(), MaxCandidates)));
    const auto seed = m_draft->seed();
    if (const QString text = seed ? QString::number(*seed) : QString(); m_seed->text() != text)
        m_seed->setText(text);
    showOrder();
    m_templated->setChecked(m_draft->templating() == SweepDraft::Templating::Holes);
    m_remove->setEnabled(m_draft->excludes()->rowCount() > 0);
}

void SweepOptions::showOrder()
{
    const std::optional<qint64> seed = m_draft->orderSeed();
    const QSignalBlocker quiet(m_order);
    m_order->setCurrentIndex(seed ? 1 : 0);
    m_orderSeed->setEnabled(seed.has_value());
    // An empty field is a seed of 0 as well, and stays so.
    if (seed && m_orderSeed->text().toLongLong() != *seed)
        m_orderSeed->setText(QString::number(*seed));
}

QString SweepOptions::summary() const
{
    QStringList parts;
    if (m_draft->combining() == SweepDraft::Combining::SideBySide)
        parts += tr("side by side");
    if (m_draft->repeat() > 1)
        parts += tr("× %1").arg(m_draft->repeat());
    if (const auto seed = m_draft->seed())
        parts += tr("seed %1").arg(*seed);
    if (m_draft->orderSeed())
        parts += tr("random order");
    if (const auto excludes = m_draft->excludes()->expressions(); !excludes.isEmpty())
        parts += tr("%Ln excludes", nullptr, int(excludes.size()));
    if (m_draft->templating() == SweepDraft::Templating::AsWritten)
        parts += tr("code as written");
    return parts.join(u" · "_s);
}

} // namespace hermes
