// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/localcheck.h"

#include "backends/local/folders.h"
#include "backends/runner/checksteps.h"
#include "backends/runner/runnerexecutor.h"
#include "backends/runner/runnerlocation.h"

using namespace Qt::StringLiterals;

namespace hermes::local {

void checkLocal(const CheckSubject &subject, const std::function<void(const CheckStep &)> &report, std::stop_token stop)
{
    runner::RunnerExecutor executor(subject.source, {});
    runner::CheckSteps steps(report);
    steps.take(u"runner"_s, [] { return runner::findRunner(); });
    steps.take(u"work folder"_s, [&] {
        return prepareFolders(subject.settings).transform([](const Folders &folders) { return folders.sandboxes; });
    });
    steps.take(u"runner answers"_s, [&] {
        return subject.source->get(stop).transform([](const std::shared_ptr<runner::Connection> &connection) {
            return u"version %1 on %2"_s.arg(QString::fromStdString(connection->runner().build),
                                             QString::fromStdString(connection->runner().machine));
        });
    });
    runner::checkRuns(steps, executor, true, stop);
}

} // namespace hermes::local
