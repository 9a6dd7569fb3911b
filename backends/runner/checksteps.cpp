// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/checksteps.h"

#include <QElapsedTimer>

#include <future>

using namespace Qt::StringLiterals;

namespace hermes::runner {

namespace {
constexpr std::chrono::seconds RunLimit {30};
constexpr qsizetype KeptBytes = 4096;

class TextSink final : public OutputSink
{
public:
    void output(Stream stream, QByteArrayView bytes, Credit) override
    {
        QByteArray &text = stream == Stream::Stdout ? out : err;
        text.append(bytes.first(std::min(bytes.size(), KeptBytes - std::min(text.size(), KeptBytes))));
    }

    QByteArray out;
    QByteArray err;
};
} // namespace

Result<QString> outputOf(Executor &executor, const Snippet &snippet, std::stop_token stop)
{
    const auto sink = std::make_shared<TextSink>();
    std::promise<RunEnd> promise;
    auto future = promise.get_future();
    executor.start({.snippet = snippet, .timeout = RunLimit}, sink, std::move(stop),
                   [&promise](RunEnd end) { promise.set_value(std::move(end)); });
    // The end comes by itself: the run has a timeout, and the connection one of its own.
    const RunEnd end = future.get();
    if (end.fault)
        return std::unexpected(*end.fault);
    if (end.reason == EndReason::Cancelled)
        return fail(FaultKind::Cancelled, u"Cancelled"_s);
    if (end.exitCode != 0)
        return fail(FaultKind::NotConfigured, u"exit code %1: %2"_s.arg(end.exitCode).arg(QString::fromUtf8(sink->err.trimmed())));
    return QString::fromUtf8(sink->out).section(u'\n', 0, 0);
}

void CheckSteps::take(const QString &name, const std::function<Result<QString>()> &step)
{
    if (m_failed)
        return;
    QElapsedTimer timer;
    timer.start();
    auto outcome = step();
    m_failed = !outcome;
    m_report({.name = name,
              .took = std::chrono::round<std::chrono::milliseconds>(timer.durationElapsed()),
              .outcome = std::move(outcome)});
}

void checkRuns(CheckSteps &steps, Executor &executor, bool needsPython, std::stop_token stop)
{
    steps.take(u"shell"_s, [&] {
        return outputOf(executor, {.language = Language::Shell, .code = "echo \"${BASH_VERSION:+bash $BASH_VERSION}\""}, stop)
            .transform([](const QString &version) { return version.isEmpty() ? u"sh"_s : version; });
    });
    steps.take(u"python3"_s, [&]() -> Result<QString> {
        auto found = outputOf(
            executor, {.language = Language::Python, .code = "import sys; print(sys.version.split()[0], sys.executable)"}, stop);
        if (!found && !needsPython && found.error().kind == FaultKind::NotConfigured)
            return u"none; shell snippets run"_s;
        return found;
    });
    steps.take(u"run"_s, [&] {
        return outputOf(executor, {.language = Language::Shell, .code = "true"}, stop).transform([](const QString &) {
            return u"exit code 0"_s;
        });
    });
}

} // namespace hermes::runner
