// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QFuture>
#include <QStringList>
#include <QThreadPool>

namespace hermes {

/// The names of the secrets that are in the keychain, in a file: a keychain cannot be asked for them. Programs of the same user
/// may change it at the same time. Main thread; nothing waits but the destructor, which lets changes come to the disk.
class NameList final
{
public:
    /// The file, and one beside it that is the lock, are made when there is something to write.
    explicit NameList(QString path);

    /// Sorted; none where there is no file. Storage for one that cannot be read.
    [[nodiscard]] QFuture<Result<QStringList>> read();
    /// Answers whether the list is another one now.
    [[nodiscard]] QFuture<Result<bool>> add(const QString &name);
    [[nodiscard]] QFuture<Result<bool>> remove(const QString &name);

private:
    [[nodiscard]] QFuture<Result<bool>> change(const QString &name, bool listed);

    QString m_path;
    QThreadPool m_pool;
};

} // namespace hermes
