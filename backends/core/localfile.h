// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/descriptor.h"
#include "backends/core/fault.h"
#include "backends/core/savefile.h"

#include <QByteArrayView>

#include <memory>
#include <span>
#include <stop_token>

namespace hermes {

/// In place of the path of a file: standard input where it is read, standard output where it is written. A path is absolute
/// everywhere else, so a file of this name is never meant.
inline constexpr QLatin1StringView StandardStream("-");

/// What is copied from this machine: a regular file, or standard input. One thread at a time; moves.
class LocalSource final
{
public:
    /// NotFound, Denied, and Usage for what is no regular file: a pipe without a writer is not waited for.
    [[nodiscard]] static Result<LocalSource> open(const QString &path);

    /// As many bytes as there are, at least one; none at the end. Blocks where standard input has nothing yet; Cancelled soon
    /// after a request to stop.
    [[nodiscard]] Result<qsizetype> read(std::span<char> into, std::stop_token stop);
    /// The permissions of the copy.
    [[nodiscard]] unsigned mode() const { return m_mode; }
    /// In bytes; 0 where that is not known.
    [[nodiscard]] qint64 size() const { return m_size; }

private:
    LocalSource() = default;

    QString m_name;
    Descriptor m_file; ///< Not open: standard input.
    unsigned m_mode = 0;
    qint64 m_size = 0;
};

/// What is copied to this machine: a file that is written under a temporary name and takes the place of the one before at the
/// end, or standard output, byte by byte as it comes. One thread at a time; moves.
class LocalTarget final
{
public:
    /// Storage, and Usage for a path that no file may take the place of, see checkReplaceable().
    [[nodiscard]] static Result<LocalTarget> open(const QString &path);

    [[nodiscard]] Result<> write(QByteArrayView bytes);
    /// The owner may execute the file. Standard output has no such thing.
    void makeExecutable();
    /// Without it a file is not there.
    [[nodiscard]] Result<> commit();

private:
    LocalTarget() = default;

    std::unique_ptr<SaveFile> m_file; ///< Null: standard output.
};

} // namespace hermes
