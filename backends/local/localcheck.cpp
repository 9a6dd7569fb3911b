// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/localcheck.h"

#include "backends/local/folders.h"
#include "backends/local/runnerlocation.h"
#include "backends/runner/runnerexecutor.h"

#include <QElapsedTimer>

#include <future>

using namespace Qt::StringLiterals;

namespace hermes::local {

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

/// Runs a snippet to its end; its first line of output, or why it did not succeed.
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

class Steps
{
public:
    explicit Steps(const std::function<void(const CheckStep &)> &report) : m_report(report) { }

    /// Carries a step out unless one before it failed.
    void take(const QString &name, const std::function<Result<QString>()> &step)
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

private:
    const std::function<void(const CheckStep &)> &m_report;
    bool m_failed = false;
};
} // namespace

void checkLocal(const CheckSubject &subject, const std::function<void(const CheckStep &)> &report, std::stop_token stop)
{
    runner::RunnerExecutor executor(subject.source, {});
    Steps steps(report);
    steps.take(u"runner"_s, [] { return findRunner(); });
    steps.take(u"work folder"_s, [&] {
        return prepareFolders(subject.settings).transform([](const Folders &folders) { return folders.sandboxes; });
    });
    steps.take(u"runner answers"_s, [&] {
        return subject.source->get(stop).transform([](const std::shared_ptr<runner::Connection> &connection) {
            return u"version %1 on %2"_s.arg(QString::fromStdString(connection->runner().build),
                                             QString::fromStdString(connection->runner().machine));
        });
    });
    steps.take(u"shell"_s, [&] {
        return outputOf(executor, {.language = Language::Shell, .code = "echo \"${BASH_VERSION:+bash $BASH_VERSION}\""}, stop)
            .transform([](const QString &version) { return version.isEmpty() ? u"sh"_s : version; });
    });
    steps.take(u"python3"_s, [&] {
        return outputOf(executor,
                        {.language = Language::Python, .code = "import sys; print(sys.version.split()[0], sys.executable)"}, stop);
    });
    steps.take(u"run"_s, [&] {
        return outputOf(executor, {.language = Language::Shell, .code = "true"}, stop).transform([](const QString &) {
            return u"exit code 0"_s;
        });
    });
}

} // namespace hermes::local
