// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "runpage.h"

#include "models/commandline.h"
#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/profiles/profilestore.h"
#include "models/resultexport.h"
#include "models/snippetdocument.h"
#include "ui/editor/snippeteditor.h"
#include "ui/run/detailpane.h"
#include "ui/run/launchform.h"
#include "ui/run/parameterpane.h"
#include "ui/run/resultpane.h"
#include "ui/run/snippetpane.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/dialogs.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
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

RunPage::RunPage(Engine *engine, ProfileStore *profiles, Dialogs *dialogs, QWidget *parent)
    : Page(parent),
      m_engine(engine),
      m_profiles(profiles),
      m_dialogs(dialogs),
      m_launch(engine),
      m_warning(new Banner(u"BackendWarning"_s, Banner::Closing::Standing, this)),
      m_message(new Banner(u"Message"_s, Banner::Closing::ByUser, this)),
      m_snippet(new SnippetPane(this)),
      m_parameters(new ParameterPane([this] { return m_snippet->snippet(); }, this)),
      m_form(new LaunchForm(engine, profiles, this)),
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

RunPage::~RunPage() = default;

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
    m_snippet->setDocument(SnippetDocument::fromBytes(file.readAll()));
    m_snippet->setLanguage(Language::Python);
    m_parameters->model()->setRows({{.name = u"discount"_s, .values = u"0,0.1,0.2,1.2"_s}});
}

void RunPage::openFile(const QString &path)
{
    auto document = SnippetDocument::read(path);
    if (!document) {
        showFault(document.error());
        return;
    }
    m_message->clear();
    m_snippet->setDocument(std::move(*document));
}

void RunPage::replaceSnippet(std::function<void()> next)
{
    if (!m_snippet->isModified()) {
        next();
        return;
    }
    m_dialogs->ask(this,
                   {.text = tr("The snippet has changes that are not saved."),
                    .consequence = tr("They are lost when another snippet takes its place."),
                    .accept = tr("Discard the Changes"),
                    .reject = tr("Keep the Snippet")},
                   [next = std::move(next)](bool accepted) {
                       if (accepted)
                           next();
                   });
}

void RunPage::chooseFile()
{
    m_dialogs->openFile(this, tr("Open a snippet"), {tr("Snippets (*.py *.sh *.bash)"), tr("All files (*)")},
                        [this](const QString &path) { openFile(path); });
}

void RunPage::newSnippet()
{
    m_snippet->setDocument({});
    m_parameters->model()->setRows({});
    m_snippet->editor()->setFocus();
}

void RunPage::save()
{
    if (!m_snippet->document().isEditable())
        showFault(m_snippet->document().save(m_snippet->document().path(), m_snippet->text()).error());
    else if (m_snippet->document().path().isEmpty())
        saveAs();
    else
        saveTo(m_snippet->document().path());
}

void RunPage::saveAs()
{
    const QString proposal = m_snippet->language() == Language::Python ? u"snippet.py"_s : u"snippet.sh"_s;
    m_dialogs->saveFile(this, tr("Save the snippet"), proposal, {tr("Python (*.py)"), tr("Shell (*.sh)")},
                        [this](const QString &path) { saveTo(path); });
}

void RunPage::saveTo(const QString &path)
{
    if (const Result<> saved = m_snippet->document().save(path, m_snippet->text()); !saved)
        showFault(saved.error());
    else
        m_snippet->showSaved();
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
    start(specFor(LaunchKind::Sweep));
}

void RunPage::runInSandbox()
{
    start(specFor(LaunchKind::Sandbox));
}

/// What is on the page, but for its code.
Result<LaunchSpec> RunPage::specFor(LaunchKind kind)
{
    auto spec = m_form->spec();
    if (!spec)
        return spec;
    spec->kind = kind;
    const Snippet snippet = m_snippet->snippet();
    spec->language = snippet.language;
    spec->codes = {snippet.code};
    if (kind == LaunchKind::Sandbox) {
        spec->concurrency.reset();
        return spec;
    }
    const auto groups = m_parameters->model()->groups();
    if (!groups)
        return std::unexpected(groups.error());
    spec->sweep.groups = *groups;
    return spec;
}

void RunPage::copyAsCommand()
{
    m_parameters->commitEditor();
    const auto groups = m_parameters->model()->groups();
    const bool isSweep = !groups || !groups->isEmpty();
    const SnippetDocument &document = m_snippet->document();
    const bool isSaved = !document.path().isEmpty() && !m_snippet->isModified();
    const auto command = specFor(isSweep ? LaunchKind::Sweep : LaunchKind::Sandbox).and_then([&](const LaunchSpec &spec) {
        return commandFor(spec,
                          {.schema = m_engine->findKind(spec.backend)->schema,
                           .profiles = m_profiles->profiles(),
                           .file = isSaved ? QFileInfo(document.path()).absoluteFilePath() : QString()});
    });
    if (!command) {
        showFault(command.error());
        return;
    }
    QGuiApplication::clipboard()->setText(*command);
    m_message->showMessage(Banner::Level::Info,
                           isSweep ? tr("The command of the sweep is in the clipboard.")
                                   : tr("The command of the run in the sandbox is in the clipboard."));
}

void RunPage::start(Result<LaunchSpec> spec)
{
    if (m_launch.isActive())
        return;
    if (!spec) {
        showFault(spec.error());
        return;
    }
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
    for (QSplitter *splitter : findChildren<QSplitter *>()) {
        if (!splitter->objectName().isEmpty())
            splitter->restoreState(settings.value("run/"_L1 + splitter->objectName()).toByteArray());
    }
}

void RunPage::store(QSettings &settings) const
{
    m_form->store(settings);
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
    if (m_snippet->isModified())
        questions.append({.text = tr("The snippet has changes that are not saved."),
                          .consequence = tr("They are lost when the window is closed."),
                          .accept = tr("Discard and Quit"),
                          .reject = tr("Keep Editing")});
    return questions;
}

void RunPage::stop()
{
    m_launch.cancel();
}

} // namespace hermes
