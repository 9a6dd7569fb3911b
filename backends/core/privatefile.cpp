// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "privatefile.h"

#include "backends/core/savefile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <sys/stat.h>

namespace hermes {

namespace {
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::PrivateFile)
};
} // namespace

Result<> makePrivateFolder(const QString &folder)
{
    const QString above = QFileInfo(folder).absolutePath();
    if (!QFileInfo::exists(above)) {
        if (const Result<> made = makePrivateFolder(above); !made)
            return made;
    }
    if (::mkdir(QFile::encodeName(folder).constData(), S_IRWXU) != 0 && errno != EEXIST)
        return fail(FaultKind::Storage, Text::tr("The folder %1 could not be made: %2").arg(folder, qt_error_string(errno)));
    return {};
}

Result<> writePrivateFile(const QString &path, const QByteArray &bytes)
{
    if (const Result<> made = makePrivateFolder(QFileInfo(path).absolutePath()); !made)
        return made;
    SaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
        || file.write(bytes) != bytes.size() || !file.commit())
        return fail(FaultKind::Storage, Text::tr("%1 could not be written: %2").arg(path, file.errorString()));
    return {};
}

} // namespace hermes
