// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "comparisonview.h"

#include "models/displaytext.h"
#include "models/history/launchtext.h"
#include "ui/results/resultdelegate.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tablesetup.h"

#include <QAction>
#include <QBoxLayout>
#include <QCheckBox>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

ComparisonView::ComparisonView(Engine *engine, QWidget *parent)
    : QWidget(parent),
      m_engine(engine),
      m_heading(new ElidingLabel(this)),
      m_summary(new ElidingLabel(this)),
      m_differences(new ElidingLabel(this)),
      m_message(new Banner(u"ComparisonMessage"_s, Banner::Closing::Standing, this)),
      m_bar(new QProgressBar(this)),
      m_cancel(new QPushButton(glyphIcon(Glyph::Square), tr("Cancel Comparison"), this)),
      m_back(new QPushButton(tr("Bac&k to History"), this)),
      m_onlyChanged(new QCheckBox(tr("Only chan&ged"), this)),
      m_table(new QTableView(this)),
      m_delegate(new ResultDelegate(this))
{
    createWidgets();
    createTable();
}

ComparisonView::~ComparisonView() = default;

void ComparisonView::createWidgets()
{
    m_heading->setObjectName(u"ComparisonHeading"_s);
    QFont strong = m_heading->font();
    strong.setBold(true);
    m_heading->setFont(strong);
    m_summary->setObjectName(u"ComparisonSummary"_s);
    m_differences->setObjectName(u"ComparisonDifferences"_s);
    m_differences->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_back->setObjectName(u"ComparisonBack"_s);
    m_back->setAccessibleName(tr("Back to history"));
    m_cancel->setObjectName(u"ComparisonCancel"_s);
    m_cancel->setAccessibleName(tr("Cancel comparison"));
    m_onlyChanged->setObjectName(u"OnlyChanged"_s);
    m_onlyChanged->setAccessibleName(tr("Only changed"));
    m_onlyChanged->setChecked(true);
    m_bar->setObjectName(u"ComparisonProgress"_s);
    m_bar->setAccessibleName(tr("Progress of the comparison"));
    m_bar->setTextVisible(false);
    auto *top = new QHBoxLayout;
    top->setSpacing(spacing(this, 0.6));
    top->addWidget(m_back);
    top->addWidget(m_heading, 1);
    top->addWidget(m_onlyChanged);
    auto *progress = new QHBoxLayout;
    progress->addWidget(m_bar, 1);
    progress->addWidget(m_cancel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addLayout(top);
    layout->addWidget(m_message);
    layout->addLayout(progress);
    layout->addWidget(m_summary);
    layout->addWidget(m_differences);
    layout->addWidget(m_table, 1);
    auto *back = new QAction(this);
    back->setShortcuts({QKeySequence(QKeySequence::Back), QKeySequence(Qt::Key_Escape)});
    back->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(back);
    connect(back, &QAction::triggered, this, &ComparisonView::backWanted);
    connect(m_back, &QPushButton::clicked, this, &ComparisonView::backWanted);
    connect(m_cancel, &QPushButton::clicked, this, &ComparisonView::backWanted);
    connect(m_onlyChanged, &QCheckBox::toggled, this, [this](bool only) {
        m_model.setRows(only ? ComparisonModel::Rows::Changed : ComparisonModel::Rows::All);
        showTable();
    });
}

void ComparisonView::createTable()
{
    setUpTable(m_table, tr("Comparison"));
    setFocusProxy(m_table);
    m_table->setModel(&m_model);
    m_table->setItemDelegate(m_delegate);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->horizontalHeader()->setSectionsMovable(true);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_same = new EmptyState(tr("No differences"), tr("Every candidate ended in the same way and printed the same values."),
                            m_table->viewport());
    m_same->hide();
}

void ComparisonView::compare(LaunchId first, LaunchId second)
{
    stop();
    m_model.setComparison(nullptr);
    m_message->clear();
    m_heading->showText(tr("Launch %1 and launch %2").arg(first).arg(second));
    m_summary->showText(tr("Comparing…"));
    m_differences->showText({});
    m_bar->setRange(0, 0);
    m_bar->show();
    m_cancel->show();
    showTable();
    m_comparison = std::make_unique<LaunchComparison>(m_engine, first, second);
    connect(m_comparison.get(), &LaunchComparison::progressed, this, [this](int done, int total) {
        m_bar->setRange(0, total);
        m_bar->setValue(done);
    });
    connect(m_comparison.get(), &LaunchComparison::finished, this, &ComparisonView::take);
    m_comparison->start();
}

void ComparisonView::stop()
{
    m_comparison.reset();
}

void ComparisonView::take(const Result<std::shared_ptr<const Comparison>> &outcome)
{
    m_bar->hide();
    m_cancel->hide();
    m_comparison.release()->deleteLater();
    if (!outcome) {
        m_summary->showText({});
        m_message->showMessage(Banner::Level::Error, messageText(outcome.error()));
        return;
    }
    const Comparison &made = **outcome;
    m_heading->showText(tr("Launch %1 (%2) → launch %3 (%4)")
                            .arg(QString::number(made.first.id), launchTitle(made.first), QString::number(made.second.id),
                                 launchTitle(made.second)));
    m_summary->showText(comparisonText(made));
    m_differences->showText(made.differences.isEmpty() ? tr("Launched in the same way")
                                                       : tr("Launched differently · %1").arg(made.differences.join(u" · "_s)));
    m_model.setComparison(*outcome);
    showTable();
    m_table->setFocus();
}

void ComparisonView::showTable()
{
    m_delegate->setColumns(m_model.stateColumn(), m_model.stateColumn() + 1);
    m_same->setVisible(m_model.comparison() && m_model.rowCount() == 0);
    m_table->horizontalHeader()->setResizeContentsPrecision(0);
    m_table->resizeColumnsToContents();
    const int air = m_table->fontMetrics().averageCharWidth() * 2;
    // The last one takes what is left.
    for (int column = 0; column < m_model.columnCount() - 1; ++column)
        m_table->setColumnWidth(column, m_table->columnWidth(column) + air);
}

} // namespace hermes
