// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace hermes::test {

/// A profile file in a folder of its own, and what a user does to it with an editor.
class ProfileFolder final
{
public:
    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("config/profiles.toml")); }
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    /// As editors do that write into the file that is there.
    [[nodiscard]] bool write(const QByteArray &text) const
    {
        QFile file(path());
        return QDir().mkpath(QFileInfo(path()).path()) && file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    }
    /// As editors do that write another file and put it in place of the first.
    [[nodiscard]] bool replace(const QByteArray &text) const
    {
        QFile file(path() + QStringLiteral("~"));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            return false;
        file.close();
        QFile::remove(path());
        return file.rename(path());
    }
    [[nodiscard]] QByteArray text() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private:
    QTemporaryDir m_folder;
};

} // namespace hermes::test
