// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Removal of a folder with all that is in it.

#include "backends/local/folders.h"

#include "backends/core/shellword.h"
#include "backends/local/openfolder.h"

#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace hermes::local {

namespace {
/// Folders below this depth are moved up to the top first, so that no tree needs more descriptors than that.
constexpr size_t MaxOpen = 64;
constexpr qsizetype MaxNamed = 5;

OpenFolder openFolder(int parent, const char *name)
{
    constexpr int Flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    OpenFolder folder = openFolderAt(parent, name, Flags);
    // Through the descriptor of the parent and without following, so this cannot reach what a link points to.
    if (!folder && errno == EACCES && ::fchmodat(parent, name, 0700, AT_SYMLINK_NOFOLLOW) == 0)
        folder = openFolderAt(parent, name, Flags);
    return folder;
}

class TreeRemoval
{
public:
    TreeRemoval(OpenFolder top, std::stop_token stop) : m_stop(std::move(stop))
    {
        m_levels.push_back({.folder = std::move(top), .name = {}});
    }

    /// Empties the top folder.
    void run()
    {
        while (!m_levels.empty() && !m_stop.stop_requested())
            step();
    }
    [[nodiscard]] const QStringList &failures() const { return m_failures; }
    [[nodiscard]] qsizetype failureCount() const { return m_failureCount; }

private:
    struct Level
    {
        OpenFolder folder;
        QByteArray name;
        bool incomplete = false; ///< Something in it could not be removed.
    };

    [[nodiscard]] int descriptor() const { return ::dirfd(m_levels.back().folder.get()); }

    void step()
    {
        const dirent *entry = ::readdir(m_levels.back().folder.get());
        if (!entry) {
            leave();
            return;
        }
        const std::string_view name = entry->d_name;
        if (name == "." || name == "..")
            return;
        if (::unlinkat(descriptor(), entry->d_name, 0) == 0)
            return;
        if (errno == EACCES || errno == EPERM) {
            ::fchmod(descriptor(), 0700);
            if (::unlinkat(descriptor(), entry->d_name, 0) == 0)
                return;
        }
        struct stat status {};
        const int error = errno;
        if (::fstatat(descriptor(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            return;
        if (S_ISDIR(status.st_mode))
            enter(entry->d_name);
        else
            note(entry->d_name, error);
    }

    void enter(const QByteArray &name)
    {
        if (m_levels.size() >= MaxOpen && moveUp(name))
            return;
        if (OpenFolder folder = openFolder(descriptor(), name.constData()))
            m_levels.push_back({.folder = std::move(folder), .name = name});
        else
            note(name, errno);
    }

    bool moveUp(const QByteArray &name)
    {
        const QByteArray moved = ".hermes-removed-" + QByteArray::number(++m_moved);
        const int top = ::dirfd(m_levels.front().folder.get());
        const int from = descriptor();
        if (from < 0 || top < 0 || ::renameat(from, name.constData(), top, moved.constData()) != 0)
            return false;
        m_again = true;
        return true;
    }

    void leave()
    {
        if (m_levels.size() == 1) {
            // Folders that were moved up may lie before the place that was read last.
            if (std::exchange(m_again, false)) {
                ::rewinddir(m_levels.back().folder.get());
                return;
            }
            m_levels.pop_back();
            return;
        }
        const Level level = std::move(m_levels.back());
        m_levels.pop_back();
        if (level.incomplete)
            m_levels.back().incomplete = true;
        else if (::unlinkat(descriptor(), level.name.constData(), AT_REMOVEDIR) != 0 && errno != ENOENT)
            note(level.name, errno);
    }

    void note(const QByteArray &name, int error)
    {
        m_levels.back().incomplete = true;
        if (++m_failureCount > MaxNamed)
            return;
        QString path;
        for (const Level &level : m_levels)
            path += level.name.isEmpty() ? QString() : nameInLine(level.name) + u'/';
        m_failures.append(path + nameInLine(name) + u": "_s + qt_error_string(error));
    }

    std::stop_token m_stop;
    std::vector<Level> m_levels;
    QStringList m_failures;
    qsizetype m_failureCount = 0;
    int m_moved = 0;
    bool m_again = false;
};
} // namespace

Result<> removeTree(const QString &folder, std::stop_token stop)
{
    const QByteArray path = QFile::encodeName(folder);
    struct stat status {};
    if (::lstat(path.constData(), &status) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return {};
    if (S_ISDIR(status.st_mode)) {
        OpenFolder top = openFolder(AT_FDCWD, path.constData());
        if (!top)
            return fail(FaultKind::Denied, u"%1 cannot be opened: %2"_s.arg(folder, qt_error_string(errno)));
        TreeRemoval removal(std::move(top), stop);
        removal.run();
        if (stop.stop_requested())
            return fail(FaultKind::Cancelled, u"Removing %1 was cancelled; part of it is left"_s.arg(folder));
        if (removal.failureCount() > 0)
            return fail(FaultKind::Denied,
                        u"%1 things in %2 could not be removed: %3"_s.arg(removal.failureCount())
                            .arg(folder, removal.failures().join(u"; "_s)));
    }
    // A link in place of the folder is removed itself.
    if (::unlinkat(AT_FDCWD, path.constData(), S_ISDIR(status.st_mode) ? AT_REMOVEDIR : 0) != 0 && errno != ENOENT)
        return fail(FaultKind::Denied, u"%1 could not be removed: %2"_s.arg(folder, qt_error_string(errno)));
    return {};
}

} // namespace hermes::local
