// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The size of a folder with all that is in it.

#include "backends/local/folders.h"
#include "backends/local/openfolder.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QSet>

#include <fcntl.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace hermes::local {

namespace {
constexpr std::chrono::seconds TimeLimit {10};
constexpr qsizetype MostEntries = 1'000'000;
/// What st_blocks counts in, whatever the file system's own blocks are.
constexpr qint64 BlockBytes = 512;

/// Deeper ones are left out, so that no tree needs more descriptors than this.
constexpr size_t DeepestLevel = 128;

class TreeMeasure final
{
public:
    /// `top` stays its caller's to name in faults.
    explicit TreeMeasure(OpenFolder top, const struct stat &status) : m_device(status.st_dev)
    {
        count(status);
        m_levels.push_back(std::move(top));
    }

    /// Looks at one entry; false when there are no more.
    bool step()
    {
        const int folder = ::dirfd(m_levels.back().get());
        const dirent *entry = ::readdir(m_levels.back().get());
        if (!entry) {
            m_levels.pop_back();
            return !m_levels.empty();
        }
        const std::string_view name = entry->d_name;
        struct stat status {};
        // What has no status was removed just now.
        if (name == "." || name == ".." || ::fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            return true;
        count(status);
        if (S_ISDIR(status.st_mode) && status.st_dev == m_device)
            enter(folder, entry->d_name);
        return true;
    }

    [[nodiscard]] bool hasRoom() const { return m_entries < MostEntries && !m_deadline.hasExpired(); }
    /// Before the end: what it is at least.
    [[nodiscard]] DiskUse use() const { return {.bytes = m_bytes, .isComplete = m_isComplete && m_levels.empty()}; }

private:
    void enter(int parent, const char *name)
    {
        constexpr int Flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        OpenFolder folder = m_levels.size() < DeepestLevel ? openFolderAt(parent, name, Flags) : OpenFolder();
        if (folder)
            m_levels.push_back(std::move(folder));
        else
            m_isComplete = false;
    }

    void count(const struct stat &status)
    {
        ++m_entries;
        // Only what has several names has to be remembered.
        if (!S_ISDIR(status.st_mode) && status.st_nlink > 1) {
            const auto file = std::pair(quint64(status.st_dev), quint64(status.st_ino));
            if (m_counted.contains(file))
                return;
            m_counted.insert(file);
        }
        m_bytes += qint64(status.st_blocks) * BlockBytes;
    }

    std::vector<OpenFolder> m_levels;
    QSet<std::pair<quint64, quint64>> m_counted;
    dev_t m_device;
    qint64 m_bytes = 0;
    qsizetype m_entries = 0;
    bool m_isComplete = true;
    QDeadlineTimer m_deadline {TimeLimit};
};
} // namespace

Result<DiskUse> measureTree(const QString &folder, std::stop_token stop)
{
    OpenFolder top = openFolderAt(AT_FDCWD, QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int fd = top ? ::dirfd(top.get()) : -1;
    struct stat status {};
    if (fd < 0 || ::fstat(fd, &status) != 0)
        return fail(errno == ENOENT || errno == ENOTDIR ? FaultKind::NotFound : FaultKind::Denied,
                    u"%1 cannot be looked at: %2"_s.arg(folder, qt_error_string(errno)));
    TreeMeasure measure(std::move(top), status);
    while (measure.hasRoom() && measure.step()) {
        if (stop.stop_requested())
            return fail(FaultKind::Cancelled, u"Measuring %1 was cancelled"_s.arg(folder));
    }
    return measure.use();
}

} // namespace hermes::local
