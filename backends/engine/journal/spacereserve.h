// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QByteArray>
#include <QString>

namespace hermes {

/// Space on the file system of the journal for the moment when there is no other: given back, it takes the results of what
/// runs then. It is the file `reserve` in the journal's folder, which all programs share. Any thread, one at a time.
class SpaceReserve final
{
public:
    explicit SpaceReserve(const QString &folder);

    /// Takes the space unless it is taken already. Exhausted: there is too little. Where files cannot be given space ahead
    /// the journal does without.
    [[nodiscard]] Result<> take();
    /// Gives the space back. False: there was none.
    bool release();

    static constexpr qint64 Bytes = 1024LL * 1024;

private:
    QString m_folder;
    QByteArray m_path;
};

} // namespace hermes
