// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "detailpane.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "ui/output/factspane.h"
#include "ui/output/streamspane.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elidinglabel.h"

#include <QBoxLayout>
#include <QFuture>
#include <QSettings>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {
constexpr qsizetype LongestParameter = 80;
}

DetailPane::DetailPane(CurrentLaunch *launch, Dialogs *dialogs, QWidget *parent)
    : QWidget(parent),
      m_launch(launch),
      m_heading(new ElidingLabel(this)),
      m_notes(new Banner(u"DetailNotes"_s, Banner::Closing::Standing, this)),
      m_facts(new FactsPane(this)),
      m_streams(new StreamsPane(dialogs, this))
{
    m_heading->setObjectName(u"DetailHeading"_s);
    setFocusProxy(m_streams);
    auto *top = new QHBoxLayout;
    top->setSpacing(spacing(this, 0.4));
    top->addWidget(m_heading, 1);
    top->addWidget(m_facts->copyButton());
    top->addWidget(m_facts->foldButton());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addLayout(top);
    layout->addWidget(m_notes);
    layout->addWidget(m_facts, 1);
    layout->addWidget(m_streams, 2);
    m_live.setInterval(60ms);
    connect(&m_live, &QTimer::timeout, this, &DetailPane::loadLive);
    follow(launch);
}

void DetailPane::follow(CurrentLaunch *launch)
{
    disconnect(m_launch->grid(), nullptr, this, nullptr);
    m_launch = launch;
    connect(launch->grid(), &QAbstractItemModel::dataChanged, this, &DetailPane::gridChanged);
    connect(launch->grid(), &QAbstractItemModel::modelReset, this, [this] { showRow({}); });
    showRow({});
}

void DetailPane::showStored(LaunchId launch, int index, const QString &heading)
{
    showRow({});
    m_heading->showText(heading);
    m_launch->engine()->result(launch, index).then(this, [this, request = m_request](const Result<RunResult> &result) {
        if (request == m_request && !m_row)
            showResult(result);
    });
}

void DetailPane::compareResults(CandidateAddress left, CandidateAddress right)
{
    openComparison(m_launch->engine(), left, right, this);
}

bool DetailPane::isSaving() const
{
    return m_streams->isSaving();
}

void DetailPane::restore(const QSettings &settings)
{
    m_streams->options()->restore(settings);
    m_facts->setUnfolded(settings.value("output/details"_L1).toBool());
}

void DetailPane::store(QSettings &settings) const
{
    m_streams->options()->store(settings);
    settings.setValue("output/details"_L1, m_facts->isUnfolded());
}

void DetailPane::showRow(std::optional<int> row)
{
    m_row = row;
    ++m_request; // what was asked for the row before is not for this one
    m_shownState.reset();
    m_streams->out()->clear();
    m_streams->err()->clear();
    m_facts->clear();
    m_notes->clear();
    load();
}

void DetailPane::gridChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight)
{
    if (m_row && *m_row >= topLeft.row() && *m_row <= bottomRight.row())
        load();
}

void DetailPane::showHeading()
{
    if (!m_row) {
        m_heading->showText(m_launch->kind() == LaunchKind::Sandbox ? tr("The latest call's output will be here.")
                                                                    : tr("Select a candidate to read what it printed."));
        return;
    }
    const ResultGridModel *grid = m_launch->grid();
    const CandidateSummary &candidate = grid->candidate(*m_row);
    const bool isCall = m_launch->kind() == LaunchKind::Sandbox;
    QStringList parts {isCall ? tr("The latest call") : tr("Candidate %1").arg(*m_row)};
    const QStringList values = grid->parametersOf(*m_row);
    for (qsizetype i = 0; i < std::min(values.size(), grid->parameterNames().size()); ++i)
        parts += lineText(grid->parameterNames().at(i) + u" = " + values.at(i), LongestParameter);
    parts += grid->sentenceOf(*m_row);
    if (candidate.state == CandidateState::Finished)
        parts += durationText(candidate.run);
    m_heading->showText(parts.join(u" · "_s));
}

void DetailPane::load()
{
    showHeading();
    if (!m_row) {
        m_live.stop();
        return;
    }
    const RunState state = m_launch->grid()->stateOf(*m_row);
    if (m_shownState == state)
        return;
    m_shownState = state;
    const bool runs = state == RunState::Running || state == RunState::Stopping;
    if (runs)
        m_live.start();
    else
        m_live.stop();
    if (m_launch->grid()->candidate(*m_row).state == CandidateState::Finished)
        loadStored(*m_row);
}

void DetailPane::loadLive()
{
    if (!m_row || !isVisible())
        return;
    followLive(m_streams->out(), Stream::Stdout);
    followLive(m_streams->err(), Stream::Stderr);
}

/// Reads what is new. Another reader than before: the candidate was tried again.
void DetailPane::followLive(OutputView *view, Stream stream)
{
    auto reader = m_row ? m_launch->engine()->liveReader(m_launch->id(), *m_row, stream) : nullptr;
    if (!reader)
        return;
    if (reader == view->reader())
        view->refresh();
    else
        view->setReader(std::move(reader), OutputText::Continuity::New);
}

void DetailPane::loadStored(int row)
{
    const int request = ++m_request;
    m_launch->engine()->result(m_launch->id(), row).then(this, [this, request](const Result<RunResult> &result) {
        if (request == m_request && m_row && m_shownState)
            showResult(result);
    });
}

void DetailPane::showResult(const Result<RunResult> &result)
{
    if (!result) {
        m_notes->showMessage(Banner::Level::Error, messageText(result.error()));
        return;
    }
    showStream(m_streams->out(), result->out);
    showStream(m_streams->err(), result->err);
    m_facts->showResult(*result);
    if (!result->end.notes.isEmpty())
        m_notes->showMessage(Banner::Level::Warning, result->end.notes.join(u'\n'));
}

/// What was shown live is a beginning of it, unless both ends are all that is left.
void DetailPane::showStream(OutputView *view, const StreamCapture &capture)
{
    const bool whole = !capture.spoolFile.isEmpty() || !capture.truncated;
    view->setReader(outputReader(capture),
                    whole && view->reader() ? OutputText::Continuity::Continued : OutputText::Continuity::New);
}

} // namespace hermes
