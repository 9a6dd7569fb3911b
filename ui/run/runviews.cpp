// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "runviews.h"

#include "ui/results/resultpane.h"
#include "ui/results/viewmenu.h"
#include "ui/run/transcriptview.h"
#include "ui/theme/theme.h"
#include "ui/widgets/shownstack.h"

#include <QBoxLayout>
#include <QSignalBlocker>
#include <QTabBar>

#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

RunViews::RunViews(ResultPane *results, TranscriptView *calls, QWidget *parent)
    : QWidget(parent), m_results(results), m_calls(calls), m_tabs(new QTabBar(this)), m_stack(new ShownStack(this))
{
    createTabs();
    m_stack->addWidget(results);
    m_stack->addWidget(calls);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.5));
    auto *top = new QHBoxLayout;
    top->addWidget(m_tabs, 1);
    top->addWidget(results->viewMenu());
    layout->addLayout(top);
    layout->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &RunViews::takeView);
    connect(results, &ResultPane::viewsChanged, this, &RunViews::showAvailable);
    setFocusProxy(m_stack);
    takeView();
    showAvailable();
}

void RunViews::createTabs()
{
    m_tabs->setObjectName(u"Views"_s);
    m_tabs->setAccessibleName(tr("Views"));
    m_tabs->setExpanding(false);
    m_tabs->setDocumentMode(true);
    for (const QString &title : {tr("Grid"), tr("Repeats"), tr("Plot"), tr("Transcript")})
        m_tabs->addTab(title);
    m_tabs->setTabToolTip(int(View::Grid), tr("The candidates of the latest sweep, one a row"));
    m_tabs->setTabToolTip(int(View::Transcript), tr("The calls of the sandbox, one below the other"));
}

RunViews::View RunViews::view() const
{
    return View(m_tabs->currentIndex());
}

void RunViews::show(View view)
{
    m_tabs->setCurrentIndex(int(view));
}

RunViews::View RunViews::sweepView() const
{
    return View(m_results->shownView());
}

void RunViews::showSweep()
{
    if (view() == View::Transcript)
        show(sweepView());
}

void RunViews::takeView()
{
    const bool isTranscript = view() == View::Transcript;
    if (!isTranscript)
        m_results->showView(ResultPane::View(view()));
    m_results->viewMenu()->setVisible(!isTranscript);
    m_stack->setCurrentWidget(isTranscript ? static_cast<QWidget *>(m_calls) : m_results);
    m_stack->setFocusProxy(m_stack->currentWidget());
    Q_EMIT viewChanged();
}

void RunViews::showAvailable()
{
    const auto show = [this](View view, bool available, const QString &what, const QString &missing) {
        m_tabs->setTabEnabled(int(view), available);
        m_tabs->setTabToolTip(int(view), available ? what : missing);
    };
    const bool hasRepeats = m_results->canShow(ResultPane::View::Repeats);
    const bool hasPlot = m_results->canShow(ResultPane::View::Plot);
    // The launch may not have what was shown, or the user has chosen how to look at its results elsewhere.
    if (view() != View::Transcript) {
        const QSignalBlocker notByUser(m_tabs);
        this->show(sweepView());
    }
    show(View::Repeats, hasRepeats, tr("Mean, standard deviation and median over the repeats of each combination"),
         tr("For a sweep that runs each combination several times: see Repeat under Options"));
    show(View::Plot, hasPlot, tr("One column against another"), tr("For a sweep of two candidates or more"));
}

} // namespace hermes
