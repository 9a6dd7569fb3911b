// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace hermes {

/// `key = value` and where it stands, as byte offsets.
struct TomlEntry
{
    QString key = {};
    QString text = {};
    qsizetype keyBegin = 0;
    qsizetype valueBegin = 0;
    qsizetype valueEnd = 0;
    QString keyPlace = {};   ///< "line 3, column 1"
    QString valuePlace = {};
};

struct TomlProfile
{
    QString name = {};
    QList<TomlEntry> entries = {}; ///< In the order of the file, "backend" among them.
    qsizetype begin = 0;
    bool hasHeader = false; ///< Written as `[profile.NAME]`, which begins at `begin`.
};

/// Reads the structure of a profile file; profiles in the order of the file. Faults name line and column.
[[nodiscard]] Result<QList<TomlProfile>> parseProfileToml(const QByteArray &text, const QString &origin);

} // namespace hermes
