// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs one command inside the toolchain's root folder and leaves no process in between: it replaces itself, so its
// pid, its parent, its terminal, its descriptors and its signals are the command's.
//
//   enter --root DIR [--path DIR] [--bind PATH]... [--etc DIR] [--env N NAME=VALUE...] -- COMMAND [ARG...]
//
// The command sees a root of its own, a tmpfs, onto which these are bound:
//   usr etc var (and the links bin sbin lib…)   from the root folder
//   dev proc sys, every top-level folder of the host that is not a system folder (home, root, tmp, opt, mnt, work…),
//   /var/tmp, resolv.conf and hosts, /run/user, the Docker socket, and each --bind PATH    from the host
// --etc DIR has a passwd and a group that know the calling user, for a user who cannot write the root folder.
// --env: the whole environment. --path: a folder put in front of its PATH.
//
// Privileges: with CAP_SYS_ADMIN it needs a mount namespace only; otherwise it makes a user namespace that maps the
// calling user to itself. Exit codes of its own: 125 could not enter, 126 cannot be executed, 127 not found.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CannotEnter = 125, CannotExecute = 126, NotFound = 127, MaxBinds = 16 };

extern char **environ;

static const char *const SystemFolders[] = {"bin", "boot", "dev", "etc", "proc", "run", "sbin", "sys", "usr", "var", "lost+found"};
static const char OldRoot[] = "/.host";

static _Noreturn void fail(int code, const char *format, ...)
{
    const int error = errno;
    va_list args;
    va_start(args, format);
    fprintf(stderr, "packaging/dev: ");
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, ": %s\n", strerror(error));
    exit(code);
}

static char *joined(const char *first, const char *second)
{
    char *result = NULL;
    if (asprintf(&result, "%s%s", first, second) < 0)
        fail(CannotEnter, "memory");
    return result;
}

static bool isSystemFolder(const char *name)
{
    for (size_t i = 0; i < sizeof SystemFolders / sizeof *SystemFolders; ++i) {
        if (strcmp(name, SystemFolders[i]) == 0)
            return true;
    }
    return strncmp(name, "lib", 3) == 0 && strchr("x3o6", name[3]) != NULL; // lib, libx32, lib32, libo32, lib64
}

/// Makes `path` and the folders above it; the last part is a file when `asFile`.
static bool makePoint(const char *path, bool asFile)
{
    char copy[PATH_MAX];
    if (snprintf(copy, sizeof copy, "%s", path) >= (int)sizeof copy)
        return false;
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(copy, 0755) != 0 && errno != EEXIST && access(copy, X_OK) != 0)
            return false;
        *slash = '/';
    }
    if (!asFile)
        return mkdir(copy, 0755) == 0 || errno == EEXIST;
    const int file = open(copy, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (file < 0)
        return access(copy, F_OK) == 0;
    close(file);
    return true;
}

/// Binds the host's `from` (as seen from the host) to `to`; false where there is nothing or it cannot be done.
static bool bindHost(const char *from, const char *to)
{
    char *source = joined(OldRoot, from);
    struct stat info;
    const bool ok = stat(source, &info) == 0 && makePoint(to, !S_ISDIR(info.st_mode))
        && mount(source, to, NULL, MS_BIND | MS_REC, NULL) == 0;
    free(source);
    return ok;
}

static bool isEmptyOrMissing(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return errno == ENOENT;
    int entries = 0;
    while (entries <= 2 && readdir(folder))
        ++entries;
    closedir(folder);
    return entries <= 2;
}

/// Binds a folder of the host that lies below a system folder, unless the root folder has something there itself.
static void bindExtra(const char *path)
{
    char first[NAME_MAX + 1];
    if (path[0] != '/' || path[1] == '\0' || sscanf(path + 1, "%255[^/]", first) != 1)
        return;
    if (isSystemFolder(first) && strcmp(first, "proc") != 0 && strcmp(first, "dev") != 0 && strcmp(first, "sys") != 0
        && isEmptyOrMissing(path))
        bindHost(path, path);
}

static void writeMap(const char *file, const char *text)
{
    const int map = open(file, O_WRONLY | O_CLOEXEC);
    if (map < 0 || write(map, text, strlen(text)) < 0)
        fail(CannotEnter,
             "cannot set up a user namespace (%s); the administrator can allow it with "
             "'sysctl kernel.apparmor_restrict_unprivileged_userns=0' or 'sysctl kernel.unprivileged_userns_clone=1', "
             "or run this as root",
             file);
    close(map);
}

static void unshareMounts(void)
{
    if (unshare(CLONE_NEWNS) == 0)
        return;
    if (errno != EPERM)
        fail(CannotEnter, "cannot make a mount namespace");
    const uid_t user = geteuid();
    const gid_t group = getegid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        fail(CannotEnter,
             "cannot make a user namespace; allow user namespaces (sysctl user.max_user_namespaces, "
             "kernel.unprivileged_userns_clone) or run this as root (in a container: with CAP_SYS_ADMIN)");
    char text[64];
    writeMap("/proc/self/setgroups", "deny");
    snprintf(text, sizeof text, "%u %u 1", user, user);
    writeMap("/proc/self/uid_map", text);
    snprintf(text, sizeof text, "%u %u 1", group, group);
    writeMap("/proc/self/gid_map", text);
}

/// Every top-level folder of the host that no system has by itself keeps its place; links are made again as links.
static void bindTopLevel(void)
{
    DIR *folder = opendir(OldRoot);
    if (!folder)
        fail(CannotEnter, "cannot read the host's root folder");
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.' || isSystemFolder(entry->d_name))
            continue;
        char *path = joined("/", entry->d_name);
        char *source = joined(OldRoot, path);
        char target[PATH_MAX];
        struct stat info;
        if (lstat(source, &info) != 0) {
        } else if (S_ISDIR(info.st_mode)) {
            bindHost(path, path);
        } else if (S_ISLNK(info.st_mode)) {
            const ssize_t length = readlink(source, target, sizeof target - 1);
            if (length > 0) {
                target[length] = '\0';
                (void)!symlink(target, path);
            }
        }
        free(path);
        free(source);
    }
    closedir(folder);
}

/// The system folders of the root folder, which is `root` as seen from the host.
static void bindSystem(const char *root)
{
    static const char *const names[] = {"/usr", "/etc", "/var"};
    char *base = joined(OldRoot, root);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char *source = joined(base, names[i]);
        mkdir(names[i], 0755);
        if (mount(source, names[i], NULL, MS_BIND | MS_REC, NULL) != 0)
            fail(CannotEnter, "cannot bind %s", source);
        free(source);
    }
    DIR *folder = opendir(base);
    if (!folder)
        fail(CannotEnter, "cannot read %s", base);
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char *source = joined(joined(base, "/"), entry->d_name);
        char target[PATH_MAX];
        const ssize_t length = readlink(source, target, sizeof target - 1);
        if (length > 0) { // bin, sbin, lib, lib64
            target[length] = '\0';
            (void)!symlink(target, joined("/", entry->d_name));
        }
    }
    closedir(folder);
    free(base);
}

static void bindRun(void)
{
    mkdir("/run", 0755);
    if (mount("tmpfs", "/run", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755") != 0)
        fail(CannotEnter, "cannot mount /run");
    mkdir("/run/lock", 01777);
    chmod("/run/lock", 01777);
    bindHost("/run/user", "/run/user");
    bindHost("/run/docker.sock", "/run/docker.sock");
}

static void bindEtc(const char *folder)
{
    bindHost("/etc/resolv.conf", "/etc/resolv.conf");
    bindHost("/etc/hosts", "/etc/hosts");
    if (folder) {
        bindHost(joined(folder, "/passwd"), "/etc/passwd");
        bindHost(joined(folder, "/group"), "/etc/group");
    }
}

static void makeRoot(const char *root, const char *etc, const char *const *binds)
{
    if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0)
        fail(CannotEnter, "cannot keep mounts private");
    // The new root starts on top of /tmp, in this namespace only, and moves to / with the host's tree below it.
    if (mount("tmpfs", "/tmp", "tmpfs", MS_NODEV, "mode=755") != 0)
        fail(CannotEnter, "cannot mount a root");
    if (mkdir("/tmp/.host", 0755) != 0 || syscall(SYS_pivot_root, "/tmp", "/tmp/.host") != 0)
        fail(CannotEnter, "cannot change the root (is / a mount point here?)");
    bindSystem(root);
    for (const char *const *name = (const char *const[]) {"/dev", "/proc", "/sys", NULL}; *name; ++name) {
        if (!bindHost(*name, *name))
            fail(CannotEnter, "cannot bind %s", *name);
    }
    bindRun();
    bindTopLevel();
    bindHost("/var/tmp", "/var/tmp");
    bindEtc(etc);
    for (; *binds; ++binds)
        bindExtra(*binds);
    const int marker = open("/.hermes-toolchain", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (marker >= 0)
        close(marker);
    if (umount2(OldRoot, MNT_DETACH) != 0)
        fail(CannotEnter, "cannot let go of the host's root");
    rmdir(OldRoot);
}

/// Puts `folder` in front of PATH.
static void prependPath(const char *folder)
{
    const char *path = getenv("PATH");
    char *value = NULL;
    if (asprintf(&value, "%s:%s", folder, path ? path : "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin") < 0
        || setenv("PATH", value, 1) != 0)
        fail(CannotEnter, "memory");
}

int main(int argc, char **argv)
{
    const char *root = NULL;
    const char *path = NULL;
    const char *etc = NULL;
    const char *binds[MaxBinds + 1] = {NULL};
    char **environment = NULL;
    int bindCount = 0;
    int i = 1;
    for (; i + 1 < argc && strcmp(argv[i], "--") != 0; i += 2) {
        if (strcmp(argv[i], "--root") == 0) {
            root = argv[i + 1];
        } else if (strcmp(argv[i], "--path") == 0) {
            path = argv[i + 1];
        } else if (strcmp(argv[i], "--etc") == 0) {
            etc = argv[i + 1];
        } else if (strcmp(argv[i], "--bind") == 0 && bindCount < MaxBinds) {
            binds[bindCount++] = argv[i + 1];
        } else if (strcmp(argv[i], "--env") == 0) {
            const int count = atoi(argv[i + 1]);
            if (count < 0 || i + 1 + count >= argc)
                break;
            environment = calloc((size_t)count + 1, sizeof *environment);
            if (!environment)
                fail(CannotEnter, "memory");
            memcpy(environment, argv + i + 2, (size_t)count * sizeof *environment);
            i += count;
        } else {
            break;
        }
    }
    if (!root || i + 1 >= argc || strcmp(argv[i], "--") != 0) {
        fprintf(stderr,
                "usage: enter --root DIR [--path DIR] [--bind PATH]... [--etc DIR] [--env N NAME=VALUE...] -- COMMAND [ARG...]\n");
        return CannotEnter;
    }
    char here[PATH_MAX];
    const bool hasFolder = getcwd(here, sizeof here) != NULL && here[0] == '/'; // false: the working folder was deleted
    if (hasFolder && bindCount < MaxBinds)
        binds[bindCount++] = here;

    unshareMounts();
    makeRoot(root, etc, binds);
    if (hasFolder && chdir(here) != 0)
        fail(CannotEnter, "the working folder %s is not there in the toolchain's root; go to your home, /tmp or the project", here);

    if (environment)
        environ = environment;
    if (path)
        prependPath(path);
    execvp(argv[i + 1], argv + i + 1);
    fail(errno == ENOENT || errno == ENOTDIR ? NotFound : CannotExecute, "%s", argv[i + 1]);
}
