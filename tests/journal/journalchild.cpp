// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalchild.h"

#include "journalfixture.h"

#include <QFile>
#include <QTest>

#include <condition_variable>
#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes::test {

namespace {

void say(qint64 number)
{
    const QByteArray line = QByteArray::number(number) + '\n';
    // One write a line: what was written is out, whenever the end comes.
    if (write(STDOUT_FILENO, line.constData(), size_t(line.size())) != line.size())
        _exit(1);
}

int complain(const QString &text)
{
    std::fprintf(stderr, "%s\n", qPrintable(text));
    return 1;
}

int rerun(const QString &folder, LaunchId launch)
{
    const auto journal = openJournal(folder);
    auto record = openReader(folder)->launch(launch);
    if (!record)
        return complain(toText(record.error()));
    record->rerunOf = launch;
    const auto created = journal->createRerun(*std::move(record), {{0, 0}});
    return created ? 0 : complain(toText(created.error()));
}

int writeForEver(const QString &folder)
{
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, MaxCandidates);
    std::mutex mutex;
    std::condition_variable stored;
    int waiting = 0;
    for (qint64 index = 0; index < MaxCandidates; ++index) {
        std::unique_lock lock(mutex);
        stored.wait(lock, [&] { return waiting < 64; });
        ++waiting;
        lock.unlock();
        journal->append(CandidateStarted {.launch = launch, .index = index});
        journal->append({.launch = launch, .index = index, .result = exitedResult(0, "x")}, [&, index](Result<> outcome) {
            if (outcome)
                say(index);
            const std::scoped_lock guard(mutex);
            --waiting;
            stored.notify_one();
        });
    }
    return 0;
}

int hammer(const QString &folder, qint64 count)
{
    const auto journal = openJournal(folder);
    const LaunchId launch = createLaunch(*journal, count);
    for (qint64 index = 0; index < count; ++index) {
        if (auto stored = storeResults(*journal, launch, {index, index}); !stored)
            return complain(toText(stored.error()));
    }
    journal->finishLaunch(launch, LaunchState::Done);
    if (auto stored = journal->flush(Patience); !stored)
        return complain(toText(stored.error()));
    say(launch);
    return 0;
}

int hold(const QString &folder)
{
    JournalOptions options;
    options.program = u"holder"_s;
    const auto journal = openJournal(folder, options);
    say(createLaunch(*journal, 3));
    char byte = 0;
    return int(read(STDIN_FILENO, &byte, 1));
}

bool writeProcFile(const char *path, const QByteArray &text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool done = file >= 0 && write(file, text.constData(), size_t(text.size())) == text.size();
    close(file);
    return done;
}

/// A file system in memory that goes away with this process.
bool mountSmall(const QString &folder, const char *options)
{
    const uid_t user = getuid();
    const gid_t group = getgid();
    if (user != 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0
            || !writeProcFile("/proc/self/uid_map", "0 " + QByteArray::number(user) + " 1")
            || !writeProcFile("/proc/self/setgroups", "deny")
            || !writeProcFile("/proc/self/gid_map", "0 " + QByteArray::number(group) + " 1"))
            return false;
    } else if (unshare(CLONE_NEWNS) != 0) {
        return false;
    }
    return mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
        && mount("tmpfs", QFile::encodeName(folder).constData(), "tmpfs", 0, options) == 0;
}

/// Takes all space but a little, so that the journal meets the end of it soon.
class Filler final
{
public:
    explicit Filler(const QString &name) : m_file(name)
    {
        constexpr qint64 Left = 256 * 1024;
        m_file.open(QIODevice::WriteOnly | QIODevice::Unbuffered);
        while (m_file.write(QByteArray(16 * 1024, 'x')) > 0 && m_file.size() < 3 * MiB - Left) { }
    }
    [[nodiscard]] bool makeSpace() { return m_file.resize(0); }

private:
    QFile m_file;
};

/// Results that were stored before the disk was full, and the fault of the next one.
struct Filled
{
    qint64 safe = 0;
    std::optional<Fault> fault = {};
};

Filled appendUntilFull(Journal &journal, LaunchId launch)
{
    const QByteArray output(8 * 1024, 'o');
    Filled filled;
    for (qint64 index = 0; index < 2000 && !filled.fault; ++index) {
        std::promise<Result<>> promise;
        journal.append({.launch = launch, .index = index, .result = exitedResult(0, output)},
                       [&promise](Result<> outcome) { promise.set_value(outcome); });
        if (const Result<> outcome = promise.get_future().get(); !outcome)
            filled.fault = outcome.error();
        else
            ++filled.safe;
    }
    return filled;
}

qint64 storedResults(const QString &state, LaunchId launch)
{
    const auto stored = openReader(state)->results(launch, {0, MaxCandidates - 1}, {.resultBytes = 0});
    return stored ? stored->results.size() : -1;
}

QString checkFull(Journal &journal, LaunchId launch, Filler &filler)
{
    const auto [safe, fault] = appendUntilFull(journal, launch);
    if (!fault)
        return u"never full"_s;
    if (fault->kind != FaultKind::Exhausted || !fault->what.contains(u"no space left"_s) || fault->advice.isEmpty())
        return u"other fault: "_s + toText(*fault);
    if (journal.pending() != 1 || journal.flush(Patience))
        return u"the row was not kept"_s;
    if (storedResults(journal.folder(), launch) != safe)
        return u"stored results were lost"_s;
    if (!filler.makeSpace())
        return u"no space made"_s;
    // Nobody asks for it: the journal looks by itself whether there is space.
    if (!QTest::qWaitFor([&] { return journal.pending() == 0; }, std::chrono::milliseconds(Patience).count()))
        return u"the kept row was not tried again"_s;
    if (storedResults(journal.folder(), launch) != safe + 1)
        return u"the kept row was not stored"_s;
    if (const auto more = storeResults(journal, launch, {safe + 1, safe + 11}); !more)
        return toText(more.error());
    return {};
}

int fillDisk(const QString &folder)
{
    if (!mountSmall(folder, "size=3m"))
        return CannotMount;
    const auto journal = openJournal(folder + u"/state"_s);
    const LaunchId launch = createLaunch(*journal, MaxCandidates);
    Filler filler(folder + u"/filler"_s);
    const QString wrong = checkFull(*journal, launch, filler);
    return wrong.isEmpty() ? 0 : complain(wrong);
}

/// The program ends while rows are kept, with space or without.
int endFull(const QString &folder, bool withSpace)
{
    if (!mountSmall(folder, "size=3m"))
        return CannotMount;
    const QString state = folder + u"/state"_s;
    auto journal = openJournal(state);
    const LaunchId launch = createLaunch(*journal, MaxCandidates);
    Filler filler(folder + u"/filler"_s);
    const auto [safe, fault] = appendUntilFull(*journal, launch);
    journal->finishLaunch(launch, LaunchState::Failed);
    if (!fault || journal->flush(Patience))
        return complain(u"never full"_s);
    if (withSpace && !filler.makeSpace())
        return complain(u"no space made"_s);
    journal.reset();
    if (const qint64 stored = storedResults(state, launch); stored != safe + (withSpace ? 1 : 0))
        return complain(u"%1 results are stored, %2 were before the end"_s.arg(stored).arg(safe));
    const LaunchState ended = openReader(state)->launch(launch)->state;
    return ended == (withSpace ? LaunchState::Failed : LaunchState::Running) ? 0 : complain(u"the launch's end"_s);
}

int becomeReadOnly(const QString &folder)
{
    if (!mountSmall(folder, "size=3m"))
        return CannotMount;
    const QString state = folder + u"/state"_s;
    {
        const auto journal = openJournal(state);
        (void)createLaunch(*journal, 1);
    }
    if (mount("none", QFile::encodeName(folder).constData(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) != 0)
        return CannotMount;
    for (const QString &place : QStringList {state, folder + u"/other"_s}) {
        const auto refused = Journal::open(place);
        if (refused)
            return complain(u"was opened"_s);
        if (refused.error().kind != FaultKind::Storage || !refused.error().what.contains(place))
            return complain(toText(refused.error()));
    }
    return 0;
}

} // namespace

std::optional<int> runAsChild(const QStringList &arguments)
{
    if (arguments.size() < 4 || arguments[1] != "--child"_L1)
        return std::nullopt;
    // A test that was killed itself leaves nothing behind.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const QString what = arguments[2], folder = arguments[3];
    if (what == "write"_L1)
        return writeForEver(folder);
    if (what == "hammer"_L1)
        return hammer(folder, arguments.value(4).toLongLong());
    if (what == "rerun"_L1)
        return rerun(folder, arguments.value(4).toLongLong());
    if (what == "hold"_L1)
        return hold(folder);
    if (what == "full"_L1)
        return fillDisk(folder);
    if (what == "end-full"_L1)
        return endFull(folder, arguments.value(4) == "space"_L1);
    return becomeReadOnly(folder);
}

} // namespace hermes::test
