// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "replaceable.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace hermes {

Result<> checkReplaceable(const QString &path)
{
    const QFileInfo there(path);
    if (!there.exists() || there.isFile())
        return {};
    return fail(FaultKind::Usage, there.isDir() ? u"%1 is a folder"_s.arg(path) : u"%1 is not a regular file"_s.arg(path),
                u"Give the name of a file."_s);
}

} // namespace hermes
