// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/cliprogram.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;

namespace hermes::test {

namespace {

constexpr int DeadlineMilliseconds = 60'000;

} // namespace

QJsonObject CliResult::object() const
{
    return QJsonDocument::fromJson(out).object();
}

QJsonArray CliResult::array() const
{
    return QJsonDocument::fromJson(out).array();
}

CliProgram::CliProgram() : m_environment(QProcessEnvironment::systemEnvironment())
{
    m_environment.insert(u"HOME"_s, m_home.path());
    m_environment.insert(u"XDG_STATE_HOME"_s, path(u"state"_s));
    m_environment.insert(u"XDG_CONFIG_HOME"_s, path(u"config"_s));
    m_environment.insert(u"XDG_CACHE_HOME"_s, path(u"cache"_s));
    m_environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    for (const QString &name : m_environment.keys()) {
        if (name.startsWith("HERMES_"_L1))
            m_environment.remove(name);
    }
}

QString CliProgram::writeFile(const QString &name, const QByteArray &bytes) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s cannot be written", qPrintable(file.fileName()));
    return file.fileName();
}

CliResult CliProgram::run(const QStringList &arguments, const QByteArray &input) const
{
    QProcess process;
    process.setProcessEnvironment(m_environment);
    process.setWorkingDirectory(m_home.path());
    process.start(QStringLiteral(HERMESCTL), arguments);
    process.write(input);
    process.closeWriteChannel();
    return finish(process);
}

CliResult CliProgram::runShell(const QString &script) const
{
    QProcess process;
    QProcessEnvironment environment = m_environment;
    environment.insert(u"HERMESCTL"_s, QStringLiteral(HERMESCTL));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_home.path());
    process.start(u"bash"_s, {u"-c"_s, script});
    process.closeWriteChannel();
    return finish(process);
}

std::unique_ptr<QProcess> CliProgram::start(const QStringList &arguments) const
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(m_environment);
    process->setWorkingDirectory(m_home.path());
    process->start(QStringLiteral(HERMESCTL), arguments);
    process->closeWriteChannel();
    process->waitForStarted();
    return process;
}

CliResult CliProgram::finish(QProcess &process)
{
    const bool ended = process.state() == QProcess::NotRunning || process.waitForFinished(DeadlineMilliseconds);
    if (!ended)
        process.kill();
    return {.exitCode = process.exitCode(),
            .normal = ended && process.exitStatus() == QProcess::NormalExit,
            .out = process.readAllStandardOutput(),
            .err = process.readAllStandardError()};
}

QStringList shellCodes(const QString &verb, const QStringList &codes)
{
    QStringList arguments {verb, u"--language"_s, u"shell"_s};
    for (const QString &code : codes)
        arguments += {u"--code"_s, code};
    return arguments;
}

QJsonObject sessionNamed(const CliProgram &cli, const QString &id)
{
    for (const QJsonValue session : cli.run({u"list"_s, u"-s"_s, u"--json"_s}).array()) {
        if (session["id"_L1].toString() == id)
            return session.toObject();
    }
    return {};
}

bool eventually(const std::function<bool()> &condition, int milliseconds)
{
    return QTest::qWaitFor(condition, milliseconds);
}

QList<qint64> processesWith(const QByteArray &text)
{
    QList<qint64> found;
    const QStringList names = QDir(u"/proc"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        bool isProcess = false;
        const qint64 id = name.toLongLong(&isProcess);
        QFile file(u"/proc/%1/cmdline"_s.arg(name));
        // A zombie's argument list is empty.
        if (isProcess && file.open(QIODevice::ReadOnly) && file.readAll().contains(text))
            found.append(id);
    }
    return found;
}

} // namespace hermes::test
