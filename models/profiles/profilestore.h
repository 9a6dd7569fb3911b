// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/profilefile.h"

#include <QFuture>
#include <QThread>

namespace hermes {

/// The profiles as the profile file has them at any time, whoever writes it.
///
/// GUI thread only; nothing here waits but the destructor, which lets changes that were asked for come to the disk.
class ProfileStore final : public QObject
{
    Q_OBJECT

public:
    explicit ProfileStore(const QString &path, QObject *parent = nullptr);
    ~ProfileStore() override;

    /// As they were when the file could last be read; none before it was read for the first time.
    [[nodiscard]] const ProfileSet &profiles() const { return m_profiles; }
    /// Why the file as it is now cannot be read; names line and column. Nothing can be changed then.
    [[nodiscard]] const std::optional<Fault> &problem() const { return m_problem; }
    /// The file was read, or it was found that it cannot be.
    [[nodiscard]] bool isLoaded() const { return m_loaded; }
    [[nodiscard]] const QString &path() const { return m_path; }

    /// Changes the text of the file. The edit runs on another thread, on the file as it is then, and again where somebody
    /// else writes at the same time; changed() comes before the future's end.
    [[nodiscard]] QFuture<Result<>> change(ProfileFile::Edit edit);

Q_SIGNALS:
    /// profiles(), problem() or isLoaded() are different.
    void changed();

private:
    void take(const Result<ProfileSet> &set);

    QString m_path;
    ProfileSet m_profiles;
    std::optional<Fault> m_problem;
    bool m_loaded = false;
    ProfileFile *m_file;
    QThread m_thread;
};

} // namespace hermes
