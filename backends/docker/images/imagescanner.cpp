// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "imagescanner.h"

#include "backends/hosts/localprocess.h"
#include "backends/hosts/wait.h"

#include <QFile>
#include <QProcessEnvironment>
#include <QStandardPaths>

#include <array>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr std::chrono::minutes ScanLimit {20};
constexpr std::chrono::seconds EndLimit {10};
constexpr qsizetype LargestReport = 256 * 1024 * 1024;
constexpr qsizetype ShownError = 600;

std::vector<std::string> environmentWith(const QList<EnvironmentVariable> &variables)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // Where they lead elsewhere than the backend does, they are not meant here.
    for (const QString &name : {u"DOCKER_HOST"_s, u"DOCKER_CONTEXT"_s, u"DOCKER_TLS_VERIFY"_s, u"DOCKER_CERT_PATH"_s})
        environment.remove(name);
    for (const EnvironmentVariable &variable : variables)
        environment.insert(variable.name, QString::fromUtf8(variable.value));
    std::vector<std::string> list;
    for (const QString &entry : environment.toStringList())
        list.push_back(QFile::encodeName(entry).toStdString());
    return list;
}

/// Everything that it writes; the fault has no text when the wait has ended it.
Result<QByteArray> readAll(hosts::LocalProcess &process, hosts::Wait &wait)
{
    QByteArray output;
    std::array<std::byte, 64 * 1024> block;
    while (output.size() < LargestReport) {
        const hosts::IoOutcome outcome = process.read(block);
        if (outcome.state == hosts::IoState::Done)
            output.append(reinterpret_cast<const char *>(block.data()), qsizetype(outcome.bytes));
        else if (outcome.state != hosts::IoState::WouldBlock)
            return output;
        else if (const auto ready = wait.forStream(process, false); !ready)
            return std::unexpected(ready.error());
    }
    return fail(FaultKind::Protocol, u"What trivy writes has no end"_s);
}

Result<> checkEnd(hosts::LocalProcess &process)
{
    const auto end = process.waitForEnd(EndLimit);
    if (end && end->signal == 0 && end->exitCode == 0)
        return {};
    const QString error = QString::fromUtf8(
        process.errorTail().trimmed().last(std::min<qsizetype>(ShownError, process.errorTail().trimmed().size())));
    const QString how = !end ? u"it does not end"_s
        : end->signal != 0   ? u"it was ended by signal %1"_s.arg(end->signal)
                             : u"it ended with exit code %1"_s.arg(end->exitCode);
    return fail(FaultKind::Internal, u"trivy could not scan the image: %1"_s.arg(error.isEmpty() ? how : error),
                u"Run \"trivy image NAME\" in a terminal to see more of it."_s);
}
} // namespace

Result<QByteArray> runTrivy(const QString &image, const QList<EnvironmentVariable> &environment, std::stop_token stop)
{
    const QString program = QStandardPaths::findExecutable(u"trivy"_s);
    if (program.isEmpty())
        return fail(FaultKind::Unreachable, u"trivy, which scans images, is not installed on this machine"_s,
                    u"Install it as https://trivy.dev says (its packages for apt and dnf, or brew install trivy), so that it is "
                    "found on PATH, and scan again."_s);
    hosts::Wait wait(ScanLimit, std::move(stop));
    auto process = hosts::LocalProcess::start({.program = QFile::encodeName(program),
                                               .arguments = {"image", "--format", "json", "--quiet", image.toUtf8()},
                                               .environment = environmentWith(environment)});
    if (!process)
        return std::unexpected(inContext(u"trivy"_s, process.error()));
    (*process)->closeInput();
    auto output = readAll(**process, wait);
    if (!output) {
        (*process)->kill();
        if (output.error().kind == FaultKind::Cancelled)
            return fail(FaultKind::Cancelled, u"Cancelled"_s);
        if (output.error().kind == FaultKind::TimedOut)
            return fail(FaultKind::TimedOut, u"trivy has not ended within %1 minutes"_s.arg(ScanLimit.count()));
        return output;
    }
    return checkEnd(**process).transform([&] { return *std::move(output); });
}

} // namespace hermes::docker
