// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "diffdock.h"

#include "backends/engine/candidatesummary.h"
#include "models/displaytext.h"
#include "models/runstate.h"
#include "ui/diff/diffview.h"
#include "ui/theme/theme.h"

#include <QFuture>
#include <QMainWindow>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr qsizetype LongestValue = 40;

ComparedResult compared(Engine *engine, CandidateAddress address, const Result<LaunchSpec> &spec, RunResult result)
{
    QStringList parts {DiffDock::tr("Candidate %1 of launch %2").arg(address.index).arg(address.launch)};
    QStringList names;
    if (spec) {
        for (const ParameterGroup &group : spec->sweep.groups)
            names += group.names();
    }
    const QStringList values = engine->parameters(address.launch, address.index);
    for (qsizetype at = 0; at < std::min(values.size(), names.size()); ++at)
        parts += lineText(names.at(at) + u" = " + values.at(at), LongestValue);
    const QString end = endSentence(summarize(address.index, result), LaunchStage::Over);
    return {.name = parts.join(u" · "_s), .end = end, .result = std::move(result)};
}

} // namespace

DiffDock::DiffDock(Engine *engine, CandidateAddress left, CandidateAddress right, QWidget *parent)
    : QDockWidget(tr("Comparison of two results"), parent), m_view(new DiffView(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAllowedAreas(Qt::AllDockWidgetAreas);
    setWidget(m_view);
    setFocusProxy(m_view);
    read(engine, left, right);
}

void DiffDock::read(Engine *engine, CandidateAddress left, CandidateAddress right)
{
    // With its definition, which has the names of its parameters, be the launch of this start of the program or not.
    const auto withResult = [this, engine](CandidateAddress address, const auto &then) {
        engine->spec(address.launch).then(this, [this, engine, address, then](const Result<LaunchSpec> &spec) {
            engine->result(address.launch, address.index)
                .then(this, [this, engine, address, spec, then](const Result<RunResult> &result) {
                    if (result)
                        then(compared(engine, address, spec, *result));
                    else
                        m_view->showFault(result.error());
                });
        });
    };
    withResult(left, [this, right, withResult](const ComparedResult &leftResult) {
        withResult(right, [this, leftResult](const ComparedResult &rightResult) { m_view->compare(leftResult, rightResult); });
    });
}

DiffDock *openComparison(Engine *engine, CandidateAddress left, CandidateAddress right, QWidget *place)
{
    auto *window = qobject_cast<QMainWindow *>(place->window());
    auto *dock = new DiffDock(engine, left, right, place->window());
    dock->setObjectName(u"Comparison"_s);
    if (window)
        window->addDockWidget(Qt::BottomDockWidgetArea, dock);
    dock->setFloating(true);
    dock->resize(windowSize(place, 60, 34));
    dock->show();
    dock->setFocus();
    return dock;
}

} // namespace hermes
