// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "runpage.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/profiles/profilestore.h"
#include "models/resultexport.h"
#include "models/snippetdocument.h"
#include "models/snippets/templatelibrary.h"
#include "ui/editor/snippeteditor.h"
#include "ui/output/detailpane.h"
#include "ui/results/resultpane.h"
#include "ui/run/launchform.h"
#include "ui/run/opensnippet.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runviews.h"
#include "ui/run/snippetpane.h"
#include "ui/run/transcriptview.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/formroom.h"
#include "ui/widgets/splitter.h"

#include <QBoxLayout>
#include <QEvent>
#include <QJsonObject>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace hermes {

RunPage::RunPage(Engine *engine, ProfileStore *profiles, Dialogs *dialogs, QWidget *parent)
    : Page(parent),
      m_engine(engine),
      m_profiles(profiles),
      m_dialogs(dialogs),
      m_launch(engine),
      m_call(engine),
      m_transcript(engine),
      m_warning(new Banner(u"BackendWarning"_s, Banner::Closing::Standing, this)),
      m_message(new Banner(u"Message"_s, Banner::Closing::ByUser, this)),
      m_snippet(new SnippetPane(this)),
      m_parameters(new ParameterPane(
          dialogs, [this] { return m_snippet->snippet(); }, this)),
      m_open(new OpenSnippet(
          m_snippet, dialogs, engine->options().stateFolder,
          {.current = [this] { return formState(); }, .restore = [this](const QJsonObject &state) { restoreForm(state); }})),
      m_form(new LaunchForm(engine, profiles, dialogs, this)),
      m_results(new ResultPane(&m_launch, dialogs, this)),
      m_calls(new TranscriptView(&m_call, &m_transcript, this)),
      m_views(new RunViews(m_results, m_calls, this)),
      m_details(new DetailPane(&m_launch, dialogs, this))
{
    createLayout();
    connectParts();
    connectLaunches();
    connectViews();
    setFocusProxy(m_snippet);
    m_transcript.follow(&m_call);
    showBackend();
    showObstacles();
    const QStringList notices = engine->notices();
    if (!notices.isEmpty())
        m_message->showMessage(Banner::Level::Warning, notices.join(u'\n'));
}

RunPage::~RunPage()
{
    m_open->finish();
    // What is being typed in a field is taken while there is somebody to take it.
    if (QWidget *field = focusWidget())
        field->clearFocus();
    // They look at what is shown until their end.
    delete m_columns;
}

QWidget *RunPage::createLeft()
{
    auto *settings = new QWidget(this);
    auto *all = new QVBoxLayout(settings);
    all->setContentsMargins({});
    all->setSpacing(spacing(this, 0.7));
    all->addWidget(m_parameters, 1);
    all->addWidget(m_form);
    // What is unfolded of them may be higher than there is room; the code stays in sight, and so do the buttons.
    auto *room = new FormRoom(this);
    room->setObjectName(u"ParameterRoom"_s);
    room->setWidget(settings);
    room->setMinimumHeight(spacing(this, 8));
    m_left = new Splitter(Qt::Vertical, u"LeftSplitter"_s, {40, 60}, this);
    m_left->addWidget(m_snippet);
    m_left->addWidget(room);
    auto *left = new QWidget(this);
    auto *layout = new QVBoxLayout(left);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.7));
    layout->addWidget(m_left, 1);
    layout->addWidget(m_form->buttons());
    return left;
}

QWidget *RunPage::createRight()
{
    m_right = new Splitter(Qt::Vertical, u"RightSplitter"_s, {62, 38}, this);
    m_right->addWidget(m_views);
    m_right->addWidget(m_details);
    return m_right;
}

void RunPage::createLayout()
{
    m_columns = new Splitter(Qt::Horizontal, u"ColumnSplitter"_s, {38, 62}, this);
    m_columns->addWidget(createLeft());
    m_columns->addWidget(createRight());
    auto *layout = new QVBoxLayout(this);
    const int margin = spacing(this, 0.8);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(m_warning);
    layout->addWidget(m_message);
    layout->addWidget(m_columns, 1);
}

void RunPage::connectParts()
{
    connect(m_snippet, &SnippetPane::edited, m_parameters, &ParameterPane::snippetChanged);
    connect(m_snippet, &SnippetPane::templateWanted, this, &RunPage::chooseTemplate);
    connect(m_snippet, &SnippetPane::fileWanted, m_open, &OpenSnippet::chooseFile);
    const auto takeParameters = [this] {
        m_snippet->setParameterNames(m_parameters->draft()->names());
        m_snippet->setHoles(m_parameters->draft()->templating() == SweepDraft::Templating::Holes ? Holes::AreParameters
                                                                                                 : Holes::AreText);
        m_open->noteFormChange();
    };
    connect(m_parameters->draft(), &SweepDraft::changed, this, takeParameters);
    connect(m_open, &OpenSnippet::failed, this, &RunPage::showFault);
    connect(m_open, &OpenSnippet::succeeded, m_message, &Banner::clear);
    connect(m_open, &OpenSnippet::savingChanged, this, &RunPage::busyChanged);
    connect(m_form, &LaunchForm::sweepWanted, this, &RunPage::runSweep);
    connect(m_form, &LaunchForm::sandboxWanted, this, &RunPage::runInSandbox);
    connect(m_form, &LaunchForm::backendChanged, this, &RunPage::showBackend);
    connect(m_form, &LaunchForm::concurrencyChanged, this, &RunPage::changeConcurrency);
    connect(m_form, &LaunchForm::sandboxChosen, this, &RunPage::showSandbox);
    connect(m_form, &LaunchForm::focusWanted, this, [this] { m_views->setFocus(); });
    connect(m_parameters->draft(), &SweepDraft::changed, this, &RunPage::showObstacles);
    connect(m_parameters->draft(), &SweepDraft::usualDurationWanted, this, &RunPage::askForUsualDuration);
    connect(m_results, &ResultPane::comparisonWanted, this, [this](int left, int right) {
        m_details->compareResults({.launch = m_launch.id(), .index = left}, {.launch = m_launch.id(), .index = right});
    });
    connect(m_results, &ResultPane::exportWanted, this, &RunPage::askWhereToExport);
    connect(m_results, &ResultPane::refused, this,
            [this](const QString &text) { m_message->showMessage(Banner::Level::Info, text); });
    connect(m_engine, &Engine::noticed, this,
            [this](const QString &text) { m_message->showMessage(Banner::Level::Warning, text); });
}

void RunPage::connectViews()
{
    connect(m_results, &ResultPane::rowChosen, this, [this](std::optional<int> row) {
        m_gridRow = row;
        if (shownLaunch() == &m_launch)
            m_details->showRow(row);
    });
    connect(m_launch.grid(), &QAbstractItemModel::modelReset, this, [this] { m_gridRow.reset(); });
    connect(m_call.grid(), &QAbstractItemModel::modelReset, this, &RunPage::showView);
    connect(m_views, &RunViews::viewChanged, this, &RunPage::showView);
    connect(m_calls, &TranscriptView::detailsWanted, this, [this](int row) {
        const SandboxCall &call = m_transcript.call(row);
        m_details->showStored(call.launch, call.index, m_transcript.headingOf(row));
    });
}

CurrentLaunch *RunPage::shownLaunch()
{
    return m_views->view() == RunViews::View::Transcript ? &m_call : &m_launch;
}

/// Stdout and Stderr are those of the view: of the row that is selected in the grid, or of the latest call.
void RunPage::showView()
{
    CurrentLaunch *shown = shownLaunch();
    m_details->follow(shown);
    if (shown == &m_launch)
        m_details->showRow(m_gridRow);
    else if (m_call.grid()->rowCount() > 0)
        m_details->showRow(0);
    Q_EMIT viewChanged();
}

/// The user comes back from another window, in which a file may have been changed.
void RunPage::changeEvent(QEvent *event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_open->lookAtDisk();
}

bool RunPage::isBusy() const
{
    return m_launch.isActive() || m_call.isActive() || m_open->isSaving();
}

void RunPage::showSandbox()
{
    m_transcript.showSandbox(m_form->chosen(), m_form->sandboxId());
}

void RunPage::showBackend()
{
    showSandbox();
    askForUsualDuration();
    m_parameters->draft()->setConcurrency(m_form->concurrency());
    const auto info = m_form->backend();
    if (info)
        m_warning->showMessage(Banner::Level::Warning, info->warning);
    else
        m_warning->showMessage(Banner::Level::Error, messageText(info.error()));
}

void RunPage::showFault(const Fault &fault)
{
    m_message->showMessage(Banner::Level::Error, messageText(fault));
}

void RunPage::exportResults()
{
    if (!m_export && m_launch.phase() == CurrentLaunch::Phase::Finished)
        m_results->chooseExport();
}

void RunPage::askWhereToExport(const QList<int> &candidates)
{
    m_dialogs->saveFile(this, tr("Export %Ln results", nullptr, int(candidates.size())), u"results.csv"_s,
                        {tr("CSV table (*.csv)"), tr("JSON (*.json)"), tr("JSON lines (*.jsonl)")},
                        [this, candidates](const QString &path) { exportTo(path, candidates); });
}

void RunPage::exportTo(const QString &path, const QList<int> &candidates)
{
    if (m_export)
        return;
    m_export = std::make_unique<ResultExport>(m_engine, m_launch.id(), m_launch.grid(), candidates);
    m_results->setExporting(true);
    connect(m_export.get(), &ResultExport::progressed, this, [this](int done, int total) {
        m_message->showMessage(Banner::Level::Info, tr("Exporting: %L1 of %L2 rows written").arg(done).arg(total));
    });
    connect(m_export.get(), &ResultExport::finished, this, [this](const Result<> &outcome) {
        const QString written = m_export->path();
        m_export.release()->deleteLater();
        m_results->setExporting(false);
        if (outcome)
            m_message->showMessage(Banner::Level::Info, tr("The results are in %1").arg(written));
        else
            showFault(outcome.error());
    });
    m_export->start(path);
}

void RunPage::resetLayout()
{
    for (Splitter *splitter : findChildren<Splitter *>())
        splitter->resetSizes();
    m_results->resetColumns();
}

void RunPage::restore(const QSettings &settings)
{
    m_form->restore(settings);
    m_results->restore(settings);
    m_details->restore(settings);
    if (settings.contains("run/sweep"_L1))
        m_parameters->draft()->fromJson(settings.value("run/sweep"_L1).toByteArray());
    m_snippet->restore(settings);
    for (Splitter *splitter : findChildren<Splitter *>())
        splitter->restore(settings, u"run"_s);
}

void RunPage::store(QSettings &settings) const
{
    m_form->store(settings);
    m_results->store(settings);
    m_details->store(settings);
    settings.setValue("run/sweep"_L1, m_parameters->draft()->toJson());
    m_snippet->store(settings);
    for (const Splitter *splitter : findChildren<Splitter *>())
        splitter->store(settings, u"run"_s);
}

void RunPage::undo()
{
    m_snippet->editor()->undo();
}

QString RunPage::helpFile() const
{
    return u":/help/run.md"_s;
}

QList<QWidget *> RunPage::parts() const
{
    return {m_snippet, m_parameters, m_form, m_views, m_details};
}

/// They take up memory there, and nobody sees them go on.
Dialogs::Question RunPage::keepingQuestion(const QList<SessionAddress> &kept)
{
    QStringList items;
    for (const SessionAddress &one : kept)
        items.append(
            tr("%1 on %2")
                .arg(lineText(one.id, 80), one.profile.value_or(QString()).isEmpty() ? one.backend : lineText(*one.profile, 80)));
    items.sort();
    return {.text = tr("%Ln sandboxes stay open.", nullptr, int(kept.size())),
            .consequence = tr(
                "They go on in their containers, with their files, and are listed on the page Sessions at the next start. "
                "Close there what is not needed any more."),
            .accept = tr("Keep Them and Quit"),
            .reject = tr("Stay"),
            .items = items};
}

QList<Dialogs::Question> RunPage::closingQuestions() const
{
    QList<Dialogs::Question> questions;
    if (m_launch.isActive() || m_call.isActive())
        questions.append(
            {.text = tr("A launch is still running."),
             .consequence = tr("Quitting ends what runs now. Finished results are kept, and what is missing can be run later."),
             .accept = tr("Stop It and Quit"),
             .reject = tr("Keep Running")});
    if (isExporting())
        questions.append({.text = tr("An export is still being written."),
                          .consequence = tr("Quitting drops it; a file that was there before stays as it was."),
                          .accept = tr("Drop It and Quit"),
                          .reject = tr("Keep Writing")});
    if (m_details->isSaving())
        questions.append({.text = tr("Output is still being saved to a file."),
                          .consequence = tr("Quitting drops it; a file that was there before stays as it was."),
                          .accept = tr("Drop It and Quit"),
                          .reject = tr("Keep Writing")});
    if (const QList<SessionAddress> kept = m_engine->keptElsewhere(); !kept.isEmpty())
        questions.append(keepingQuestion(kept));
    if (m_open->wouldLose())
        questions.append({.text = tr("The snippet has changes that are not saved."),
                          .consequence = tr("They are lost when the window is closed, since no draft of them could be written."),
                          .accept = tr("Discard and Quit"),
                          .reject = tr("Keep Editing")});
    return questions;
}

void RunPage::stop()
{
    m_launch.cancel();
    m_call.cancel();
}

} // namespace hermes
