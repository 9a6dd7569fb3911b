// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands/checkcommand.h"

#include "app/cli/backendchoice.h"
#include "app/cli/launching.h"
#include "app/cli/resultjson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QJsonObject stepObject(const CheckStep &step)
{
    QJsonObject object {
        {u"name"_s, step.name},
        {u"ok"_s, step.outcome.has_value()},
        {u"seconds"_s, secondsOf(step.took)},
    };
    if (step.outcome) {
        object[u"found"_s] = *step.outcome;
    } else {
        object[u"error"_s] = step.outcome.error().what;
        object[u"advice"_s] = step.outcome.error().advice;
    }
    return object;
}

QString stepText(const CheckStep &step)
{
    const QString mark = step.outcome ? u"ok    "_s : u"failed"_s;
    const QString text = step.outcome ? *step.outcome : toText(step.outcome.error());
    return u"%1  %2  %3"_s.arg(mark, durationText(step.took).rightJustified(8), step.name)
        + (text.isEmpty() ? QString() : u": "_s + text);
}

} // namespace

QString CheckCommand::name() const
{
    return u"check"_s;
}

QString CheckCommand::description() const
{
    return u"Tests the connection to a backend: each step with its time, and what to do about the first that fails."_s;
}

QList<OptionSpec> CheckCommand::options() const
{
    return {};
}

Result<int> CheckCommand::execute(const Arguments &arguments, CommandContext &context)
{
    const auto choice = chooseBackend(arguments, context.kinds);
    if (!choice)
        return std::unexpected(choice.error());
    const auto engine = openEngineFor(context, JournalNeed::Wanted);
    if (!engine)
        return std::unexpected(engine.error());
    QJsonArray steps;
    const bool passed = await((*engine)->check(choice->settings, [&](const CheckStep &step) {
        steps.append(stepObject(step));
        if (!context.output.json())
            context.output.line(stepText(step));
    }));
    if (context.output.json())
        context.output.document(QJsonObject {{u"backend"_s, choice->kind}, {u"ok"_s, passed}, {u"steps"_s, steps}});
    return passed ? exitcode::Success : exitcode::Negative;
}

} // namespace hermes
