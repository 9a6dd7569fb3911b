// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the page that launches.

#include "models/commandline.h"
#include "models/profiles/profilestore.h"
#include "models/snippetdocument.h"
#include "ui/editor/holechecking.h"
#include "ui/editor/snippeteditor.h"
#include "ui/results/resultpane.h"
#include "ui/run/launchform.h"
#include "ui/run/opensnippet.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runpage.h"
#include "ui/run/runviews.h"
#include "ui/run/snippetpane.h"
#include "ui/run/transcriptview.h"
#include "ui/widgets/banner.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

using namespace Qt::StringLiterals;

namespace hermes {

void RunPage::connectLaunches()
{
    for (CurrentLaunch *launch : {&m_launch, &m_call}) {
        connect(launch, &CurrentLaunch::changed, this, [this] {
            showObstacles();
            Q_EMIT busyChanged();
        });
        connect(launch, &CurrentLaunch::refused, this, &RunPage::showFault);
        connect(launch, &CurrentLaunch::finished, this, [this, launch] { launchEnded(*launch); });
    }
    connect(&m_launch, &CurrentLaunch::changed, this, [this] {
        const bool runs = m_launch.phase() == CurrentLaunch::Phase::Running && m_launch.progress().concurrency > 0;
        m_form->showConcurrencyInForce(runs ? std::optional(m_launch.progress().concurrency) : std::nullopt);
    });
    connect(&m_launch, &CurrentLaunch::accepted, this, &RunPage::launchAccepted);
    connect(&m_transcript, &TranscriptModel::failed, this, &RunPage::showFault);
}

void RunPage::showObstacles()
{
    const QString running = tr("One is running already");
    m_form->setObstacles(m_launch.isActive() ? running : m_parameters->obstacle(), m_call.isActive() ? running : QString());
}

void RunPage::changeConcurrency(int concurrency)
{
    m_parameters->draft()->setConcurrency(concurrency);
    if (m_launch.phase() == CurrentLaunch::Phase::Running)
        m_engine->setConcurrency(m_launch.id(), concurrency);
}

void RunPage::openSpec(const LaunchSpec &spec)
{
    m_open->create(spec.codes.value(0), spec.language);
    m_parameters->setDefinition(spec.sweep);
    m_parameters->draft()->setTemplating(spec.templated ? SweepDraft::Templating::Holes : SweepDraft::Templating::AsWritten);
    m_parameters->draft()->setOrderSeed(spec.orderSeed);
    m_form->setSpec(spec);
    m_open->noteFormAsIs();
}

void RunPage::runSweep()
{
    m_parameters->commitEditor();
    m_form->commitEditor();
    if (!m_engine->options().journalled) {
        showFault({.kind = FaultKind::Storage,
                   .what = tr("A sweep is not started, since its results could not be stored"),
                   .advice = tr("Make %1 writable and start the program again.").arg(m_engine->options().stateFolder)});
        return;
    }
    m_parameters->draft()->withFreshTables(this, [this] { launchSweep(); });
}

void RunPage::launchSweep()
{
    // It is said beside its cause already.
    if (!m_form->problem().isEmpty()) {
        m_form->showProblem();
        return;
    }
    if (const HoleChecking *checking = m_snippet->checking(); checking->isSettled() && !checking->problems().isEmpty()) {
        m_snippet->editor()->showNextProblem(); // what is wrong is said there
        return;
    }
    if (!m_parameters->obstacle().isEmpty()) {
        m_parameters->showProblem();
        return;
    }
    m_views->showSweep();
    start(specFor(LaunchKind::Sweep), &m_launch);
}

void RunPage::runInSandbox()
{
    m_form->commitEditor();
    if (!m_form->problem().isEmpty()) {
        m_form->showProblem();
        return;
    }
    m_views->show(RunViews::View::Transcript);
    start(specFor(LaunchKind::Sandbox), &m_call);
}

/// What is on the page, but for the standard input.
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
        spec->policy = {};
        return spec;
    }
    auto definition = m_parameters->draft()->definition();
    if (!definition)
        return std::unexpected(definition.error());
    spec->executorId.clear();
    spec->sweep = *std::move(definition);
    spec->orderSeed = m_parameters->draft()->orderSeed();
    spec->templated = m_parameters->draft()->templating() == SweepDraft::Templating::Holes;
    return spec;
}

void RunPage::copyAsCommand()
{
    m_parameters->commitEditor();
    m_form->commitEditor();
    const auto definition = m_parameters->draft()->definition();
    const bool isSweep = !definition || !definition->groups.isEmpty();
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

void RunPage::cancel()
{
    shownLaunch()->cancel();
}

void RunPage::start(Result<LaunchSpec> spec, CurrentLaunch *launch)
{
    if (launch->isActive())
        return;
    if (!spec) {
        showFault(spec.error());
        return;
    }
    m_message->clear();
    m_form->withStdin(this, [this, spec = *std::move(spec), launch](Result<QByteArray> data) {
        if (!data) {
            showFault(data.error());
            return;
        }
        LaunchSpec whole = spec;
        whole.stdinData = *std::move(data);
        launch->start(std::move(whole));
    });
}

void RunPage::openLaunch(LaunchId id)
{
    if (m_launch.isActive()) {
        m_message->showMessage(Banner::Level::Info, tr("A launch is still running here. Wait for its end, or cancel it first."));
        return;
    }
    m_message->clear();
    m_views->showSweep();
    m_results->setFocus();
    m_launch.open(id);
}

void RunPage::useSandbox(const BackendName &backend, const QString &id)
{
    m_form->setSandbox(backend, id);
    m_views->show(RunViews::View::Transcript);
}

/// What earlier launches of this snippet took, for the estimate of the next one.
void RunPage::askForUsualDuration()
{
    const BackendName where = m_form->chosen();
    const Snippet snippet = m_snippet->snippet();
    m_engine->usualDurations({.code = snippet.code, .backend = where.backend, .profile = where.profile})
        .then(this, [this, request = ++m_durationRequest](const Result<std::optional<UsualDurations>> &answer) {
            if (request != m_durationRequest)
                return;
            const bool known = answer && *answer;
            m_parameters->draft()->setUsualDuration(known ? std::optional((*answer)->mean) : std::nullopt,
                                                    known ? (*answer)->launches : 0);
        });
}

void RunPage::launchAccepted()
{
    const LaunchTicket &ticket = m_launch.ticket();
    QStringList notices = ticket.notices;
    if (ticket.mayRunTwice > 0)
        notices += tr("%Ln candidates were started before and may run twice.", nullptr, ticket.mayRunTwice);
    if (m_launch.spec().codes.value(0) != m_snippet->snippet().code)
        notices += tr("This runs the code of the launch that is run again. To run what the editor has now, press Run Sweep.");
    if (!notices.isEmpty())
        m_message->showMessage(Banner::Level::Info, notices.join(u'\n'));
}

void RunPage::launchEnded(CurrentLaunch &launch)
{
    const LaunchProgress &progress = launch.progress();
    if (progress.fault)
        showFault(*progress.fault);
    else if (!launch.ticket().notices.isEmpty())
        m_message->showMessage(Banner::Level::Info, launch.ticket().notices.join(u'\n'));
    askForUsualDuration();
    // One result is what the user waited for; of many, they choose.
    if (&launch == &m_launch && m_launch.grid()->rowCount() == 1)
        m_results->selectRow(0);
}

} // namespace hermes
