// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "parameterpane.h"

#include "models/displaytext.h"
#include "ui/sweep/axisdialog.h"
#include "ui/sweep/candidatepreview.h"
#include "ui/sweep/edittable.h"
#include "ui/sweep/sweepoptions.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/foldbutton.h"
#include "ui/widgets/formroom.h"
#include "ui/widgets/headings.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// More would take the room of what it is about.
constexpr qsizetype LongestProblem = 160;
/// Of the table's columns, in characters.
constexpr int ShortestName = 9;
constexpr int LongestName = 18;
constexpr int LeastKind = 14;
} // namespace

ParameterPane::ParameterPane(Dialogs *dialogs, std::function<Snippet()> snippet, QWidget *parent)
    : QWidget(parent), m_dialogs(dialogs), m_draft(new SweepDraft(std::move(snippet), this))
{
    createTable();
    createButtons();
    createLayout();
    connect(m_draft, &SweepDraft::changed, this, &ParameterPane::showDraft);
    showDraft();
}

void ParameterPane::createTable()
{
    m_table = new QTableView(this);
    setUpEditTable(m_table, tr("Parameters"),
                   {{.name = tr("Parameter name"), .example = tr("name")},
                    {.name = tr("Parameter values"), .example = tr("0,0.1,0.2 or 1:10:1")}});
    setFocusProxy(m_table);
    m_table->setModel(model());
    m_table->installEventFilter(this);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->viewport()->installEventFilter(this);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model(), signal, this, &ParameterPane::fitColumns);
    connect(model(), &QAbstractItemModel::modelReset, this, &ParameterPane::fitColumns);
    connect(model(), &ParameterTableModel::edited, this, &ParameterPane::fitColumns);
    m_table->setMinimumHeight(m_table->verticalHeader()->defaultSectionSize() * 4 + spacing(this, 0.6));
    m_table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // takes what the others leave
    auto *empty = new EmptyState(tr("No parameters"), tr("The snippet runs once. Add a parameter to run it with many values."),
                                 m_table->viewport());
    empty->follow(model());
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        if (!index.flags().testFlag(Qt::ItemIsEditable))
            editAxis();
    });
}

/// Names and kinds are read whole, the values take the rest, but for what the check says in a word or two.
void ParameterPane::fitColumns()
{
    const int character = m_table->fontMetrics().averageCharWidth();
    const auto wanted = [this](int column) {
        // A virtual that tables make protected.
        const int content = static_cast<const QAbstractItemView *>(m_table)->sizeHintForColumn(column);
        const int air = m_table->fontMetrics().averageCharWidth() / 2;
        return std::max(content, m_table->horizontalHeader()->sectionSizeHint(column)) + air;
    };
    const int kind = std::max(wanted(ParameterTableModel::KindColumn), character * LeastKind);
    const int name = std::clamp(wanted(ParameterTableModel::NameColumn), character * ShortestName, character * LongestName);
    const int rest = std::max(0, m_table->viewport()->width() - name - kind);
    const int check = std::min(rest / 2, wanted(ParameterTableModel::CheckColumn));
    const int values = std::clamp(wanted(ParameterTableModel::ValuesColumn), rest / 2, std::max(rest / 2, rest - check));
    m_table->setColumnWidth(ParameterTableModel::NameColumn, name);
    m_table->setColumnWidth(ParameterTableModel::ValuesColumn, values);
    m_table->setColumnWidth(ParameterTableModel::KindColumn, kind);
    m_table->setColumnWidth(ParameterTableModel::CheckColumn, rest - values);
}

void ParameterPane::createButtons()
{
    m_add = makeToolButton(tr("Add parameter"), glyphIcon(Glyph::Plus), this);
    m_add->setToolTip(tr("Add a parameter (Insert in the table)"));
    m_import = makeToolButton(tr("Import CSV file"), glyphIcon(Glyph::Grid), this);
    m_import->setToolTip(tr("Import a CSV file, whose columns become parameters that vary together…"));
    m_edit = makeToolButton(tr("Edit axis"), glyphIcon(Glyph::Dots), this);
    m_edit->setToolTip(tr("Edit the parameter field by field… (Alt+Return)"));
    m_remove = makeToolButton(tr("Remove parameter"), glyphIcon(Glyph::Minus), this);
    connect(m_add, &QToolButton::clicked, this, [this] {
        commitEditor();
        addRowTo(m_table);
        showDraft();
    });
    connect(m_import, &QToolButton::clicked, this, &ParameterPane::chooseTable);
    connect(m_edit, &QToolButton::clicked, this, &ParameterPane::editAxis);
    connect(m_remove, &QToolButton::clicked, m_table, [this] { removeChosenRowOf(m_table); });
}

void ParameterPane::createLayout()
{
    m_count = new ElidingLabel(this);
    m_count->setObjectName(u"CandidateCount"_s);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_problem = new WrappingLabel(this);
    m_problem->setObjectName(u"SweepProblem"_s);
    m_problem->setTone(WrappingLabel::Tone::Bad);
    m_options = new SweepOptions(m_draft, this);
    m_optionsFold = new FoldButton(tr("Options"), m_options, this);
    m_preview = new CandidatePreview(m_draft->candidates(), this);
    m_previewFold = new FoldButton(tr("Preview"), m_preview, this);
    auto *top = new QHBoxLayout;
    top->setSpacing(spacing(this, 0.3));
    top->addWidget(makeHeading(tr("&Parameters"), m_table));
    top->addStretch(1);
    for (QToolButton *button : {m_add, m_import, m_edit, m_remove})
        top->addWidget(button);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addLayout(top);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_count);
    layout->addWidget(m_problem);
    layout->addWidget(m_optionsFold);
    layout->addWidget(m_options);
    layout->addWidget(m_previewFold);
    layout->addWidget(m_preview);
    connect(m_optionsFold, &QToolButton::toggled, this, &ParameterPane::showDraft);
}

void ParameterPane::editAxis()
{
    commitEditor();
    const int row = chosenRowOf(m_table);
    if (row < 0)
        return;
    if (model()->isTable(row)) {
        chooseTable();
        return;
    }
    const ParameterTableModel::Row before = model()->rows().at(row);
    auto *dialog = new AxisDialog(before.name, before.values, this);
    connect(dialog, &QDialog::accepted, this, [this, dialog, place = QPersistentModelIndex(model()->index(row, 0))] {
        if (place.isValid())
            model()->setRow(place.row(), dialog->name(), dialog->values());
    });
    connect(dialog, &QDialog::finished, m_table, qOverload<>(&QWidget::setFocus));
    dialog->open();
}

void ParameterPane::chooseTable()
{
    m_dialogs->openFile(this, tr("Import parameters"), {tr("CSV tables (*.csv *.txt)"), tr("All files (*)")},
                        [this](const QString &path) { m_draft->importTable(path); });
}

bool ParameterPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    if (watched != m_table || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Insert && key->modifiers() == Qt::NoModifier) {
        m_add->click();
        return true;
    }
    const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    const bool onWhatIsNotTyped = !m_table->currentIndex().flags().testFlag(Qt::ItemIsEditable);
    const bool edits = isReturn && key->modifiers().testFlag(Qt::AltModifier);
    const bool editsThere = (key->key() == Qt::Key_F2 || (isReturn && key->modifiers() == Qt::NoModifier)) && onWhatIsNotTyped;
    if ((!edits && !editsThere) || model()->rowCount() == 0)
        return QWidget::eventFilter(watched, event);
    editAxis();
    return true;
}

void ParameterPane::commitEditor()
{
    commitEditorOf(m_table);
    m_options->commitEditor();
}

QString ParameterPane::obstacle() const
{
    const auto problem = m_draft->problem();
    return problem ? messageText(problem->fault) : QString();
}

void ParameterPane::showProblem()
{
    const auto problem = m_draft->problem();
    if (!problem)
        return;
    if (problem->place == SweepDraft::Problem::Place::Exclude) {
        m_optionsFold->setOpen(true);
        m_options->selectExclude(problem->row);
        return;
    }
    m_table->setFocus();
    FormRoom::bringIntoSight(m_table);
    if (problem->row >= 0)
        m_table->setCurrentIndex(model()->index(problem->row, ParameterTableModel::ValuesColumn));
}

void ParameterPane::showDraft()
{
    // What is wrong with a row or with the code stands there; here only what is neither's, or what is folded away.
    const auto problem = m_draft->problem();
    using Place = SweepDraft::Problem::Place;
    const bool isSaidHere = problem
        && (problem->place == Place::Whole || (problem->place == Place::Exclude && !m_optionsFold->isOpen()));
    m_problem->showText(isSaidHere ? lineText(messageText(problem->fault), LongestProblem) : QString());
    m_problem->setVisible(isSaidHere);
    const QString count = m_draft->countText();
    const QString estimate = m_draft->estimateText();
    m_count->showText(estimate.isEmpty() ? count : tr("%1, %2", "number of candidates, how long they take").arg(count, estimate));
    m_count->setVisible(!problem || m_draft->count());
    m_optionsFold->showSummary(m_options->summary());
    m_remove->setEnabled(model()->rowCount() > 0);
    m_edit->setEnabled(model()->rowCount() > 0);
}

} // namespace hermes
