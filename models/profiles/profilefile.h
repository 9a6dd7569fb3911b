// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/profiles/profileset.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace hermes {

/// The profile file on the disk, for ProfileStore: reads it, writes it, and sees what others do to it.
///
/// Lives on a thread of its own, where every call blocks on the file.
class ProfileFile final : public QObject
{
    Q_OBJECT

public:
    /// Makes another text of the file's: a call of profileedit.h. May be called several times.
    using Edit = std::function<Result<QByteArray>(const QByteArray &text)>;

    explicit ProfileFile(QString path);

    void read();
    /// Reads, edits and writes. Where somebody else wrote meanwhile, once more on what is there then.
    [[nodiscard]] Result<> change(const Edit &edit);

Q_SIGNALS:
    /// After the first read, and whenever the file is different.
    void wasRead(const hermes::Result<hermes::ProfileSet> &set);

private:
    void watch();
    void report(const Result<ProfileSet> &set);

    QString m_path;
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    std::optional<Result<ProfileSet>> m_reported;
};

} // namespace hermes
