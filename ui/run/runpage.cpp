// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "runpage.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/resultexport.h"
#include "models/snippetdocument.h"
#include "models/snippets/templatelibrary.h"
#include "ui/editor/snippeteditor.h"
#include "ui/run/detailpane.h"
#include "ui/run/launchform.h"
#include "ui/run/opensnippet.h"
#include "ui/run/parameterpane.h"
#include "ui/run/resultpane.h"
#include "ui/run/snippetpane.h"
#include "ui/templates/savetemplatedialog.h"
#include "ui/templates/templategallery.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/dialogs.h"

#include <QBoxLayout>
#include <QEvent>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QSettings>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Both must be children of `parent` already.
QSplitter *makeSplitter(Qt::Orientation orientation, const QString &name, QWidget *parent)
{
    auto *splitter = new QSplitter(orientation, parent);
    splitter->setObjectName(name);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

} // namespace

RunPage::RunPage(Engine *engine, Dialogs *dialogs, QWidget *parent)
    : Page(parent),
      m_engine(engine),
      m_dialogs(dialogs),
      m_launch(engine),
      m_warning(new Banner(u"BackendWarning"_s, Banner::Closing::Standing, this)),
      m_message(new Banner(u"Message"_s, Banner::Closing::ByUser, this)),
      m_snippet(new SnippetPane(this)),
      m_parameters(new ParameterPane([this] { return m_snippet->snippet(); }, this)),
      m_open(new OpenSnippet(
          m_snippet, dialogs, engine->options().stateFolder,
          {.current = [this] { return formState(); }, .restore = [this](const QJsonObject &state) { restoreForm(state); }})),
      m_form(new LaunchForm(engine, this)),
      m_results(new ResultPane(&m_launch, this)),
      m_details(new DetailPane(&m_launch, this))
{
    createLayout();
    connectParts();
    showBackend();
    const QStringList notices = engine->notices();
    if (!notices.isEmpty())
        m_message->showMessage(Banner::Level::Warning, notices.join(u'\n'));
}

RunPage::~RunPage()
{
    m_open->finish();
}

void RunPage::createLayout()
{
    m_left = makeSplitter(Qt::Vertical, u"LeftSplitter"_s, this);
    m_left->addWidget(m_snippet);
    m_left->addWidget(m_parameters);
    m_left->setStretchFactor(0, 3);
    m_left->setStretchFactor(1, 2);
    auto *left = new QWidget(this);
    auto *leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins({});
    leftLayout->setSpacing(spacing(this, 0.7));
    leftLayout->addWidget(m_left, 1);
    leftLayout->addWidget(m_form);
    m_right = makeSplitter(Qt::Vertical, u"RightSplitter"_s, this);
    m_right->addWidget(m_results);
    m_right->addWidget(m_details);
    m_right->setStretchFactor(0, 3);
    m_right->setStretchFactor(1, 2);
    m_columns = makeSplitter(Qt::Horizontal, u"ColumnSplitter"_s, this);
    m_columns->addWidget(left);
    m_columns->addWidget(m_right);
    m_columns->setStretchFactor(0, 2);
    m_columns->setStretchFactor(1, 3);
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
        m_snippet->setParameterNames(parameterNames());
        m_open->noteFormChange();
    };
    connect(m_parameters->model(), &ParameterTableModel::edited, this, takeParameters);
    connect(m_open, &OpenSnippet::failed, this, &RunPage::showFault);
    connect(m_open, &OpenSnippet::succeeded, m_message, &Banner::clear);
    connect(m_open, &OpenSnippet::savingChanged, this, &RunPage::busyChanged);
    connect(m_form, &LaunchForm::sweepWanted, this, &RunPage::runSweep);
    connect(m_form, &LaunchForm::sandboxWanted, this, &RunPage::runInSandbox);
    connect(m_form, &LaunchForm::backendChanged, this, &RunPage::showBackend);
    connect(m_results, &ResultPane::rowChosen, m_details, &DetailPane::showRow);
    connect(m_results, &ResultPane::exportWanted, this, &RunPage::exportResults);
    connect(&m_launch, &CurrentLaunch::changed, this, [this] {
        m_form->setLaunchEnabled(!m_launch.isActive());
        Q_EMIT busyChanged();
    });
    connect(&m_launch, &CurrentLaunch::refused, this, &RunPage::showFault);
    connect(&m_launch, &CurrentLaunch::finished, this, &RunPage::launchEnded);
    connect(m_engine, &Engine::noticed, this,
            [this](const QString &text) { m_message->showMessage(Banner::Level::Warning, text); });
}

void RunPage::loadSample()
{
    QFile file(u":/samples/discount.py"_s);
    if (!file.open(QIODevice::ReadOnly))
        return;
    m_open->create(file.readAll());
    m_parameters->model()->setRows({{.name = u"discount"_s, .values = u"0,0.1,0.2,1.2"_s}});
    m_open->noteFormAsIs();
}

void RunPage::openFile(const QString &path)
{
    m_open->open(path);
}

void RunPage::newSnippet()
{
    m_open->create();
    m_parameters->model()->setRows({});
    m_open->noteFormAsIs();
    m_snippet->editor()->setFocus();
}

void RunPage::chooseTemplate()
{
    auto *gallery = new TemplateGallery(m_dialogs, this);
    gallery->setAttribute(Qt::WA_DeleteOnClose);
    connect(gallery, &TemplateGallery::chosen, this,
            [this](const StarterTemplate &what) { m_open->replace([this, what] { startFrom(what); }); });
    gallery->open();
}

void RunPage::startFrom(const StarterTemplate &what)
{
    m_open->create(what.code.toUtf8(), what.language);
    QList<ParameterTableModel::Row> rows;
    for (const StarterTemplate::Parameter &parameter : what.parameters)
        rows.append({.name = parameter.name, .values = parameter.values});
    m_parameters->model()->setRows(rows);
    m_open->noteFormAsIs();
    m_snippet->editor()->setFocus();
}

void RunPage::saveAsTemplate()
{
    StarterTemplate made {.language = m_snippet->language(), .code = m_snippet->text()};
    for (const ParameterTableModel::Row &row : m_parameters->model()->rows()) {
        if (!row.name.trimmed().isEmpty())
            made.parameters.append({.name = row.name.trimmed(), .values = row.values});
    }
    auto *dialog = new SaveTemplateDialog(std::move(made), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

/// What a draft keeps beside the text.
QJsonObject RunPage::formState() const
{
    QJsonArray parameters;
    for (const ParameterTableModel::Row &row : m_parameters->model()->rows())
        parameters.append(QJsonObject {{u"name"_s, row.name}, {u"values"_s, row.values}});
    return {{u"parameters"_s, parameters}};
}

void RunPage::restoreForm(const QJsonObject &state)
{
    QList<ParameterTableModel::Row> rows;
    for (const QJsonValue &each : state["parameters"_L1].toArray())
        rows.append({.name = each["name"_L1].toString(), .values = each["values"_L1].toString()});
    m_parameters->model()->setRows(rows);
}

QStringList RunPage::parameterNames() const
{
    QStringList names;
    for (const ParameterTableModel::Row &row : m_parameters->model()->rows()) {
        if (const QString name = row.name.trimmed(); !name.isEmpty())
            names += name;
    }
    return names;
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
    return m_launch.isActive() || m_open->isSaving();
}

void RunPage::runSweep()
{
    m_parameters->commitEditor();
    if (!m_engine->options().journalled) {
        showFault({.kind = FaultKind::Storage,
                   .what = tr("A sweep is not started, since its results could not be stored"),
                   .advice = tr("Make %1 writable and start the program again.").arg(m_engine->options().stateFolder)});
        return;
    }
    if (const HoleChecking *checking = m_snippet->checking(); checking->isSettled() && !checking->problems().isEmpty()) {
        m_snippet->editor()->showNextProblem(); // what is wrong is said there
        return;
    }
    auto spec = m_form->spec();
    const auto groups = m_parameters->model()->groups();
    if (!groups)
        spec = std::unexpected(groups.error());
    if (spec) {
        spec->kind = LaunchKind::Sweep;
        spec->sweep.groups = *groups;
    }
    start(std::move(spec));
}

void RunPage::runInSandbox()
{
    auto spec = m_form->spec();
    if (spec) {
        spec->kind = LaunchKind::Sandbox;
        spec->concurrency.reset();
    }
    start(std::move(spec));
}

void RunPage::start(Result<LaunchSpec> spec)
{
    if (m_launch.isActive())
        return;
    if (!spec) {
        showFault(spec.error());
        return;
    }
    const Snippet snippet = m_snippet->snippet();
    spec->language = snippet.language;
    spec->codes = {snippet.code};
    m_message->clear();
    m_launch.start(std::move(*spec));
}

void RunPage::showBackend()
{
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

void RunPage::launchEnded()
{
    const LaunchProgress &progress = m_launch.progress();
    if (progress.fault)
        showFault(*progress.fault);
    else if (!m_launch.ticket().notices.isEmpty())
        m_message->showMessage(Banner::Level::Info, m_launch.ticket().notices.join(u'\n'));
    // One result is what the user waited for; of many, they choose.
    if (m_launch.grid()->rowCount() == 1)
        m_results->selectRow(0);
}

void RunPage::exportResults()
{
    if (m_export || m_launch.phase() != CurrentLaunch::Phase::Finished)
        return;
    m_dialogs->saveFile(this, tr("Export the results"), u"results.csv"_s, {tr("CSV table (*.csv)"), tr("JSON (*.json)")},
                        [this](const QString &path) { exportTo(path); });
}

void RunPage::exportTo(const QString &path)
{
    if (m_export)
        return;
    m_export = std::make_unique<ResultExport>(m_engine, m_launch.id(), *m_launch.grid());
    m_results->setExporting(true);
    connect(m_export.get(), &ResultExport::progressed, this, [this](int done, int total) {
        m_message->showMessage(Banner::Level::Info, tr("Exporting: %1 of %2 rows written").arg(done).arg(total));
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

void RunPage::restore(const QSettings &settings)
{
    m_form->restore(settings);
    m_snippet->restore(settings);
    for (QSplitter *splitter : findChildren<QSplitter *>()) {
        if (!splitter->objectName().isEmpty())
            splitter->restoreState(settings.value("run/"_L1 + splitter->objectName()).toByteArray());
    }
}

void RunPage::store(QSettings &settings) const
{
    m_form->store(settings);
    m_snippet->store(settings);
    for (const QSplitter *splitter : findChildren<QSplitter *>()) {
        if (!splitter->objectName().isEmpty())
            settings.setValue("run/"_L1 + splitter->objectName(), splitter->saveState());
    }
}

QString RunPage::helpFile() const
{
    return u":/help/run.md"_s;
}

QList<QWidget *> RunPage::parts() const
{
    return {m_snippet, m_parameters, m_form, m_results, m_details};
}

QList<Dialogs::Question> RunPage::closingQuestions() const
{
    QList<Dialogs::Question> questions;
    if (m_launch.isActive())
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
}

} // namespace hermes
