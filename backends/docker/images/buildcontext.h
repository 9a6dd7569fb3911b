// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/docker/images/ignorerules.h"

#include <QFile>

#include <filesystem>
#include <memory>

namespace hermes::docker {

/// The tar archive that an image is built from, made while it is sent: the recipe, and the files of a folder that its
/// `.dockerignore` does not leave out. Links stay links, and sockets and devices are passed over. One thread.
class BuildContext final
{
public:
    /// An empty folder: the recipe alone. Usage for a folder that cannot be read.
    [[nodiscard]] static Result<BuildContext> open(const QByteArray &recipe, const QString &folder);

    /// What the recipe is called in the archive.
    [[nodiscard]] const QByteArray &recipeName() const { return m_recipeName; }
    /// The next piece; empty at the end. A fault names the file that cannot be read.
    [[nodiscard]] Result<QByteArray> next();
    /// What was handed out so far.
    [[nodiscard]] qint64 bytes() const { return m_bytes; }

private:
    BuildContext() = default;
    [[nodiscard]] Result<> append(QByteArray &piece);
    [[nodiscard]] Result<> appendEntry(QByteArray &piece);
    [[nodiscard]] Result<> beginFile(const std::filesystem::path &path, const QByteArray &name, QByteArray &piece);
    [[nodiscard]] Result<> appendContent(QByteArray &piece);
    [[nodiscard]] bool isLeftOut(const QByteArray &name);

    QByteArray m_recipeName;
    QByteArray m_begin; ///< What is ours, before the folder's files.
    std::filesystem::path m_folder;
    std::filesystem::recursive_directory_iterator m_files;
    IgnoreRules m_rules;
    std::unique_ptr<QFile> m_file; ///< That is being sent.
    QByteArray m_path;             ///< Its own.
    qint64 m_left = 0;             ///< Of its announced size.
    qint64 m_fileBytes = 0;
    bool m_ended = false;
    qint64 m_bytes = 0;
};

} // namespace hermes::docker
