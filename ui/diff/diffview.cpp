// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "diffview.h"

#include "backends/core/inbackground.h"
#include "backends/engine/outputreader.h"
#include "models/displaytext.h"
#include "models/formatting.h"
#include "ui/diff/difftable.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/elidinglabel.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

DiffView::DiffView(QWidget *parent)
    : QWidget(parent),
      m_leftName(new ElidingLabel(this)),
      m_rightName(new ElidingLabel(this)),
      m_stream(new ChoiceBox(this)),
      m_arrangement(new ChoiceBox(this)),
      m_ignoreSpace(new QCheckBox(tr("Ignore &white space"), this)),
      m_onlyDifferences(new QCheckBox(tr("Only differences"), this)),
      m_previous(new QToolButton(this)),
      m_next(new QToolButton(this)),
      m_copy(new QPushButton(tr("Copy as Unified Diff"), this)),
      m_summary(new QLabel(this)),
      m_notice(new Banner(u"ComparisonNotice"_s, Banner::Closing::Standing, this)),
      m_progress(new QProgressBar(this)),
      m_cancel(new QPushButton(tr("Cancel Comparing"), this)),
      m_table(new DiffTable(&m_model, this))
{
    m_worker.setMaxThreadCount(1);
    setObjectName(u"DiffView"_s);
    setFocusProxy(m_table);
    nameWidgets();
    createActions();
    createLayout();
    showSummary();
}

DiffView::~DiffView()
{
    m_stop.request_stop();
    m_worker.waitForDone();
}

void DiffView::nameWidgets()
{
    m_stream->setObjectName(u"ComparedStream"_s);
    m_stream->setAccessibleName(tr("Compared stream"));
    m_stream->addItems({tr("Stdout"), tr("Stderr")});
    m_arrangement->setObjectName(u"ComparisonArrangement"_s);
    m_arrangement->setAccessibleName(tr("Arrangement"));
    m_arrangement->addItems({tr("Side by side"), tr("One under the other")});
    m_leftName->setObjectName(u"ComparedLeft"_s);
    m_rightName->setObjectName(u"ComparedRight"_s);
    m_ignoreSpace->setObjectName(u"IgnoreWhiteSpace"_s);
    m_onlyDifferences->setObjectName(u"OnlyDifferences"_s);
    m_copy->setObjectName(u"CopyUnified"_s);
    m_summary->setObjectName(u"ComparisonSummary"_s);
    m_cancel->setObjectName(u"CancelComparison"_s);
    m_progress->setAccessibleName(tr("Comparing"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(spacing(this, 0.5));
}

void DiffView::createActions()
{
    const auto step = [this](QToolButton *button, const QString &text, Qt::ArrowType arrow, const QKeySequence &key, auto slot) {
        auto *action = new QAction(text, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
        button->setDefaultAction(action);
        button->setObjectName(text);
        button->setAccessibleName(text);
        button->setToolTip(text + u" ("_s + key.toString(QKeySequence::NativeText) + u')');
        button->setArrowType(arrow);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    };
    step(m_previous, tr("Previous difference"), Qt::UpArrow, QKeySequence(Qt::SHIFT | Qt::Key_F7), &DiffView::showPrevious);
    step(m_next, tr("Next difference"), Qt::DownArrow, QKeySequence(Qt::Key_F7), &DiffView::showNext);
    connect(m_stream, &QComboBox::currentIndexChanged, this, &DiffView::start);
    connect(m_ignoreSpace, &QCheckBox::toggled, this, &DiffView::start);
    connect(m_arrangement, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_model.setArrangement(index == 0 ? DiffModel::Arrangement::SideBySide : DiffModel::Arrangement::Unified);
    });
    connect(m_onlyDifferences, &QCheckBox::toggled, this,
            [this](bool only) { m_model.setLines(only ? DiffModel::Lines::Differences : DiffModel::Lines::All); });
    connect(m_copy, &QPushButton::clicked, this, &DiffView::copyUnified);
    connect(m_cancel, &QPushButton::clicked, this, &DiffView::cancel);
}

void DiffView::createLayout()
{
    auto *names = new QHBoxLayout;
    names->setSpacing(spacing(this, 0.6));
    names->addWidget(m_leftName, 1);
    names->addWidget(m_rightName, 1);
    auto *tools = new QHBoxLayout;
    tools->setSpacing(spacing(this, 0.5));
    for (QWidget *each : std::initializer_list<QWidget *> {m_stream, m_arrangement, m_ignoreSpace, m_onlyDifferences})
        tools->addWidget(each);
    tools->addStretch(1);
    for (QWidget *each : std::initializer_list<QWidget *> {m_previous, m_next, m_copy})
        tools->addWidget(each);
    auto *state = new QHBoxLayout;
    state->addWidget(m_summary);
    state->addWidget(m_progress, 1);
    state->addWidget(m_cancel);
    state->addStretch(0);
    auto *layout = new QVBoxLayout(this);
    const int margin = spacing(this, 0.6);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(spacing(this, 0.4));
    layout->addLayout(names);
    layout->addLayout(tools);
    layout->addLayout(state);
    layout->addWidget(m_notice);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_table->sideBar());
}

Stream DiffView::stream() const
{
    return m_stream->currentIndex() == 0 ? Stream::Stdout : Stream::Stderr;
}

void DiffView::compare(ComparedResult left, ComparedResult right)
{
    m_left = std::move(left);
    m_right = std::move(right);
    m_leftName->showText(tr("Left: %1 · %2").arg(m_left.name, m_left.end));
    m_rightName->showText(tr("Right: %1 · %2").arg(m_right.name, m_right.end));
    start();
}

void DiffView::showFault(const Fault &fault)
{
    setBusy(false);
    m_notice->showMessage(Banner::Level::Error, messageText(fault));
}

void DiffView::start()
{
    m_stop.request_stop();
    m_stop = {};
    m_worker.clear();
    m_notice->clear();
    setBusy(true);
    const bool out = stream() == Stream::Stdout;
    const auto whiteSpace = m_ignoreSpace->isChecked() ? WhiteSpace::Ignored : WhiteSpace::Counts;
    postTo(m_worker,
           [this, request = ++m_request, left = outputReader(out ? m_left.result.out : m_left.result.err),
            right = outputReader(out ? m_right.result.out : m_right.result.err), whiteSpace, stop = m_stop.get_token()] {
               Result<std::shared_ptr<const TextDiff>> outcome;
               const auto leftText = readDiffText(*left);
               const auto rightText = readDiffText(*right);
               if (leftText && rightText)
                   outcome = std::make_shared<const TextDiff>(compareTexts(*leftText, *rightText, whiteSpace, stop));
               else
                   outcome = std::unexpected((leftText ? rightText : leftText).error());
               QMetaObject::invokeMethod(
                   this,
                   [this, request, outcome = std::move(outcome)] {
                       if (request == m_request)
                           take(outcome);
                   },
                   Qt::QueuedConnection);
           });
}

void DiffView::cancel()
{
    m_stop.request_stop();
    ++m_request;
    m_model.setDiff(nullptr);
    setBusy(false);
    m_notice->showMessage(Banner::Level::Info, tr("The comparison was cancelled. Choose a stream to begin again."));
}

void DiffView::take(const Result<std::shared_ptr<const TextDiff>> &outcome)
{
    if (!outcome) {
        m_model.setDiff(nullptr);
        showFault(outcome.error());
        return;
    }
    m_model.setDiff(*outcome);
    setBusy(false);
    QStringList notices;
    if ((*outcome)->isCut())
        notices += tr("Only what is kept of the outputs, at most the first %1 of each, is compared.")
                       .arg(byteCountText(MostCompared));
    if ((*outcome)->coarse)
        notices += tr("Some parts are so different that they are shown as replaced as a whole.");
    if (!notices.isEmpty())
        m_notice->showMessage(Banner::Level::Warning, notices.join(u'\n'));
    if (m_model.hunkCount() > 0)
        m_table->showHunk(0);
}

void DiffView::setBusy(bool busy)
{
    m_busy = busy;
    m_progress->setVisible(busy);
    m_cancel->setVisible(busy);
    showSummary();
}

void DiffView::showSummary()
{
    const bool differs = m_model.hunkCount() > 0;
    for (QWidget *each : std::initializer_list<QWidget *> {m_copy, m_previous, m_next})
        each->setEnabled(differs && !m_busy);
    if (m_busy)
        m_summary->setText(tr("Comparing…"));
    else if (!m_model.diff())
        m_summary->clear();
    else if (!differs && m_model.diff()->left->lines.empty())
        m_summary->setText(tr("Both are empty"));
    else if (!differs)
        m_summary->setText(tr("No difference"));
    else
        m_summary->setText(tr("Differences: %1").arg(QLocale().toString(m_model.hunkCount())));
}

void DiffView::showHunk(int hunk)
{
    m_table->showHunk(hunk);
    m_summary->setText(tr("Difference %1 of %2").arg(QLocale().toString(hunk + 1), QLocale().toString(m_model.hunkCount())));
}

/// From the last one it leads to the first one.
void DiffView::showNext()
{
    if (const int count = m_model.hunkCount(); count > 0)
        showHunk((m_model.hunkBefore(m_table->currentIndex().row()) + 1) % count);
}

void DiffView::showPrevious()
{
    if (m_model.hunkCount() == 0)
        return;
    const int hunk = m_model.hunkBefore(m_table->currentIndex().row() - 1);
    showHunk(hunk < 0 ? m_model.hunkCount() - 1 : hunk);
}

void DiffView::copyUnified() const
{
    if (m_model.diff())
        QApplication::clipboard()->setText(unifiedText(*m_model.diff(), m_left.name, m_right.name));
}

} // namespace hermes
