// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>
#include <memory>

namespace hermes::test {

struct CliResult
{
    int exitCode = -1;
    bool normal = false; ///< False: ended by a signal or over the deadline.
    QByteArray out = {};
    QByteArray err = {};

    [[nodiscard]] QJsonObject object() const;
    [[nodiscard]] QJsonArray array() const;
};

/// hermesctl with a home of its own, which is removed at the end.
class CliProgram final
{
public:
    CliProgram();

    /// Below the temporary home.
    [[nodiscard]] QString path(const QString &name) const { return m_home.filePath(name); }
    [[nodiscard]] QString stateFolder() const { return path(QStringLiteral("state/hermes-panel")); }
    void setVariable(const QString &name, const QString &value) { m_environment.insert(name, value); }
    /// Writes a file below the home and returns its path.
    QString writeFile(const QString &name, const QByteArray &bytes) const;

    [[nodiscard]] CliResult run(const QStringList &arguments, const QByteArray &input = {}) const;
    /// A bash script, which finds the program in $HERMESCTL.
    [[nodiscard]] CliResult runShell(const QString &script) const;
    /// Started, with its standard input closed. Killed when it is destroyed before its end.
    [[nodiscard]] std::unique_ptr<QProcess> start(const QStringList &arguments) const;
    [[nodiscard]] static CliResult finish(QProcess &process);

private:
    QTemporaryDir m_home;
    QProcessEnvironment m_environment;
};

/// The verb with these snippets of shell.
[[nodiscard]] QStringList shellCodes(const QString &verb, const QStringList &codes);
/// As `list` has it; empty where it does not.
[[nodiscard]] QJsonObject sessionNamed(const CliProgram &cli, const QString &id);

/// Waits until a condition holds, looking every few milliseconds.
[[nodiscard]] bool eventually(const std::function<bool()> &condition, int milliseconds = 15'000);
/// The processes, zombies aside, whose argument list contains the text.
[[nodiscard]] QList<qint64> processesWith(const QByteArray &text);

} // namespace hermes::test
