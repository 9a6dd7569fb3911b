// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/localfiles.h"

#include "app/cli/snippetoptions.h"
#include "backends/core/localfile.h"

#include <QFileInfo>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

Result<> checkSource(const QString &source)
{
    const QFileInfo file(source);
    if (file.isDir())
        return fail(FaultKind::Usage, u"%1 is a folder; a file is copied"_s.arg(source), u"Pack it into an archive first."_s);
    if (!file.exists())
        return fail(FaultKind::Usage, u"%1: there is no such file"_s.arg(source));
    if (!file.isFile())
        return fail(FaultKind::Usage, u"%1 is not a regular file"_s.arg(source), u"- is standard input."_s);
    return file.isReadable() ? Result<>() : fail(FaultKind::Usage, u"%1 cannot be read"_s.arg(source));
}

Result<> checkTarget(const QString &target)
{
    const QFileInfo folder(QFileInfo(target).isDir() ? target : QFileInfo(target).absolutePath());
    if (!folder.isDir())
        return fail(FaultKind::Usage, u"%1: there is no folder %2"_s.arg(target, folder.filePath()));
    return folder.isWritable() ? Result<>()
                               : fail(FaultKind::Usage, u"%1: the folder %2 cannot be written"_s.arg(target, folder.filePath()));
}

Result<QString> standardOutput(const QString &name, bool json)
{
    if (json)
        return fail(FaultKind::Usage, u"--json and %1 - both want standard output"_s.arg(name), u"Leave one of them out."_s);
    if (::isatty(STDOUT_FILENO))
        return fail(FaultKind::Usage, u"%1 - is standard output, which is a terminal here"_s.arg(name),
                    u"Lead it into a file or a program, with > or |."_s);
    return QString(StandardStream);
}

} // namespace

Result<QString> sourceFile(const QString &name, const QString &given)
{
    if (given == StandardStream)
        return given;
    return absolutePath(name, given).and_then([&](const QString &path) {
        return checkSource(given).transform([&] { return path; });
    });
}

Result<QString> targetFile(const QString &name, const QString &given, bool json)
{
    if (given == StandardStream)
        return standardOutput(name, json);
    return absolutePath(name, given).and_then([&](const QString &path) {
        return checkTarget(given).transform([&] { return path; });
    });
}

} // namespace hermes
