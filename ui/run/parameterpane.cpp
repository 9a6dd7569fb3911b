// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "parameterpane.h"

#include "models/displaytext.h"
#include "ui/run/parameterdelegate.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/headings.h"
#include "ui/widgets/tablesetup.h"
#include "ui/widgets/wrappinglabel.h"

#include <QApplication>
#include <QBoxLayout>
#include <QFontDatabase>
#include <QHeaderView>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {
constexpr int PreviewedCandidates = 20;
/// More would take the room of what it is about.
constexpr qsizetype LongestProblem = 160;
} // namespace

QString ParameterPane::countText(qint64 count)
{
    return count == 1 ? tr("1 candidate") : tr("%1 candidates").arg(QLocale().toString(count));
}

ParameterPane::ParameterPane(std::function<Snippet()> snippet, QWidget *parent)
    : QWidget(parent), m_snippet(std::move(snippet)), m_model(new ParameterTableModel(this))
{
    createTable();
    createPreview();
    createLayout();
    m_remove->setEnabled(false);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(150ms);
    m_refresh.start();
    connect(&m_refresh, &QTimer::timeout, this, &ParameterPane::showPreview);
    connect(m_model, &ParameterTableModel::edited, this, &ParameterPane::showPreview);
}

void ParameterPane::createTable()
{
    m_table = new QTableView(this);
    setUpTable(m_table, tr("Parameters"));
    setFocusProxy(m_table);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new ParameterDelegate(m_table));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setEditTriggers(QAbstractItemView::EditTriggers(QAbstractItemView::AllEditTriggers)
                             & ~QAbstractItemView::EditTriggers(QAbstractItemView::CurrentChanged));
    m_table->horizontalHeader()->setSectionResizeMode(ParameterTableModel::NameColumn, QHeaderView::Interactive);
    m_table->horizontalHeader()->setSectionResizeMode(ParameterTableModel::ValuesColumn, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(ParameterTableModel::CheckColumn, QHeaderView::Stretch);
    m_table->setColumnWidth(ParameterTableModel::NameColumn, m_table->fontMetrics().averageCharWidth() * 16);
    m_table->setMinimumHeight(m_table->verticalHeader()->defaultSectionSize() * 4);
    auto *empty = new EmptyState(tr("No parameters"), tr("The snippet runs once. Add a parameter to run it with many values."),
                                 m_table->viewport());
    const auto showEmpty = [this, empty] {
        empty->setVisible(m_model->rowCount() == 0);
        m_remove->setEnabled(m_model->rowCount() > 0);
    };
    connect(m_model, &QAbstractItemModel::rowsInserted, empty, showEmpty);
    connect(m_model, &QAbstractItemModel::rowsRemoved, empty, showEmpty);
    connect(m_model, &QAbstractItemModel::modelReset, empty, showEmpty);
}

void ParameterPane::createPreview()
{
    m_previewBox = new QWidget(this);
    m_candidates = new QListWidget(m_previewBox);
    m_candidates->setObjectName(u"PreviewCandidates"_s);
    m_candidates->setAccessibleName(tr("Preview"));
    m_candidates->setSpacing(spacing(this, 0.1));
    m_candidates->setTextElideMode(Qt::ElideNone); // a value stands at the end of its entry
    m_code = new QPlainTextEdit(m_previewBox);
    m_code->setObjectName(u"PreviewCode"_s);
    m_code->setAccessibleName(tr("Preview code"));
    m_code->setReadOnly(true);
    m_code->setTabChangesFocus(true);
    m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_code->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    auto *both = new QSplitter(Qt::Horizontal, m_previewBox);
    both->addWidget(m_candidates);
    both->addWidget(m_code);
    both->setStretchFactor(0, 2);
    both->setStretchFactor(1, 3);
    auto *layout = new QVBoxLayout(m_previewBox);
    layout->setContentsMargins({});
    layout->addWidget(both);
    m_previewBox->setFixedHeight(spacing(this, 9));
    m_previewBox->hide();
    connect(m_candidates, &QListWidget::currentRowChanged, this, &ParameterPane::showCandidate);
}

void ParameterPane::createLayout()
{
    const auto tool = [this](const QString &name, Glyph glyph) {
        auto *button = new QToolButton(this);
        button->setIcon(glyphIcon(glyph));
        button->setObjectName(QString(name).remove(u' '));
        button->setAccessibleName(name);
        button->setToolTip(name);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        return button;
    };
    m_add = tool(tr("Add parameter"), Glyph::Plus);
    m_remove = tool(tr("Remove parameter"), Glyph::Minus);
    m_fold = tool(tr("Show preview"), Glyph::Right);
    m_fold->setObjectName(u"Preview"_s);
    m_fold->setCheckable(true);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setText(tr("Preview"));
    m_fold->setIconSize(QSize(spacing(this, 0.8), spacing(this, 0.8)));
    m_count = new ElidingLabel(this);
    m_count->setObjectName(u"CandidateCount"_s);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_problem = new WrappingLabel(this);
    m_problem->setObjectName(u"SweepProblem"_s);
    m_problem->hide();
    auto *top = new QHBoxLayout;
    top->setSpacing(spacing(this, 0.3));
    top->addWidget(makeHeading(tr("&Parameters"), m_table));
    top->addSpacing(spacing(this, 0.3));
    top->addWidget(m_count, 1);
    top->addWidget(m_fold);
    top->addWidget(m_add);
    top->addWidget(m_remove);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addLayout(top);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_problem);
    layout->addWidget(m_previewBox);
    connect(m_add, &QToolButton::clicked, this, &ParameterPane::addParameter);
    connect(m_remove, &QToolButton::clicked, this, &ParameterPane::removeParameter);
    connect(m_fold, &QToolButton::toggled, this, [this](bool open) {
        m_fold->setIcon(glyphIcon(open ? Glyph::Down : Glyph::Right));
        m_previewBox->setVisible(open);
        showPreview();
    });
}

void ParameterPane::addParameter()
{
    commitEditor();
    const QModelIndex name = m_model->index(m_model->addRow(), ParameterTableModel::NameColumn);
    m_table->setFocus();
    m_table->setCurrentIndex(name);
    m_table->edit(name);
}

void ParameterPane::removeParameter()
{
    const int row = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : m_model->rowCount() - 1;
    m_model->removeRow(row);
}

void ParameterPane::commitEditor()
{
    // An editor commits when it loses the focus; a shortcut takes the focus from nobody.
    QWidget *focused = QApplication::focusWidget();
    if (focused && focused != m_table && m_table->isAncestorOf(focused))
        m_table->setFocus();
}

void ParameterPane::snippetChanged()
{
    m_refresh.start();
}

Result<SweepPreview> ParameterPane::preview() const
{
    const auto groups = m_model->groups();
    if (!groups)
        return std::unexpected(groups.error());
    return previewSweep(*groups, m_snippet(), m_previewBox->isVisibleTo(this) ? PreviewedCandidates : 0);
}

void ParameterPane::showPreview()
{
    const auto preview = this->preview();
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, themeColors(colors).bad);
    m_problem->setPalette(colors);
    m_problem->showText(preview ? QString() : lineText(messageText(preview.error()), LongestProblem));
    m_problem->setVisible(!preview);
    m_count->showText(preview ? countText(preview->count) : QString());
    m_shown = preview ? preview->first : QList<SweepPreview::Candidate> {};
    const int current = std::max(0, m_candidates->currentRow());
    const QSignalBlocker quiet(m_candidates);
    m_candidates->clear();
    for (qsizetype i = 0; i < m_shown.size(); ++i) {
        const QString &parameters = m_shown.at(i).parameters;
        m_candidates->addItem(QString::number(i) + u"   " + lineText(parameters));
    }
    m_candidates->setCurrentRow(std::min(current, m_candidates->count() - 1));
    showCandidate(m_candidates->currentRow());
}

void ParameterPane::showCandidate(int row)
{
    m_code->setPlainText(row >= 0 && row < m_shown.size() ? m_shown.at(row).code : QString());
}

} // namespace hermes
