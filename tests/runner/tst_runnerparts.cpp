// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/cgroup.h"
#include "backends/runner/resident/environment.h"
#include "backends/runner/resident/foldertree.h"
#include "backends/runner/resident/interpreters.h"
#include "backends/runner/resident/outbound.h"
#include "backends/runner/resident/proctable.h"
#include "backends/runner/resident/scriptfolder.h"
#include "tests/support/rawrunner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace hermes::resident;
using namespace hermes::protocol;
using namespace std::chrono_literals;

namespace {

std::string scriptOf(ScriptLanguage language, std::string_view code)
{
    std::string buffer;
    return std::string(scriptText(language, code, buffer));
}

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

class RunnerPartsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // As in the runner, where children are started with nothing blocked.
        sigset_t all;
        ::sigfillset(&all);
        ::sigdelset(&all, SIGALRM);
        ::sigprocmask(SIG_BLOCK, &all, nullptr);
    }

    void w10_lineEndsOfShellCode()
    {
        const auto shell = [](std::string_view code) { return scriptOf(ScriptLanguage::Shell, code); };
        QCOMPARE(shell("if true; then\r\necho b\r\nfi\r\n"), "if true; then\necho b\nfi\n");
        QCOMPARE(shell("a\r\nb"), "a\nb");
        QCOMPARE(shell("printf 'a\\r\\n'"), "printf 'a\\r\\n'");
        QCOMPARE(shell("a\r\nb\n"), "a\r\nb\n");
        QCOMPARE(shell("a\nb\r\n"), "a\nb\r\n");
        QCOMPARE(shell("a\rb\r"), "a\rb\r");
        QCOMPARE(shell("echo a\r\necho b\r"), "echo a\necho b");
        QCOMPARE(shell("\n"), "\n");
        QCOMPARE(shell("a\r\r\n"), "a\r\n");
        QCOMPARE(shell(""), "");
        QCOMPARE(scriptOf(ScriptLanguage::Python, "a\r\nb\r\n"), "a\r\nb\r\n");
    }

    void variables()
    {
        QVERIFY(variableName("A=1") == "A");
        QVERIFY(variableName("A=") == "A");
        QVERIFY(variableName("A").empty());
        QVERIFY(variableName("=1").empty());
        QVERIFY(variableName(std::string_view("A=\0", 3)).empty());
        QVERIFY(variableValue({"A=1", "AB=2", "A=3"}, "A") == "3");

        const std::vector<std::string> base {"PATH=/bin", "A=1", "AB=2"};
        const std::vector<std::string> changes {"A=3", "B=a=b", "A=4"};
        ChildEnvironment environment(base, changes);
        environment.set("AB=5");
        std::vector<std::string> entries;
        for (char *const *entry = environment.pointers(); *entry; ++entry)
            entries.emplace_back(*entry);
        QVERIFY(entries == std::vector<std::string>({"PATH=/bin", "A=4", "AB=5", "B=a=b"}));
        QVERIFY(environment.value("B") == "a=b");
        QVERIFY(!environment.has("C"));
    }

    void cgroups_data()
    {
        QTest::addColumn<QByteArray>("groups");
        QTest::addColumn<QByteArray>("mounts");
        QTest::addColumn<QByteArray>("folder");
        QTest::addColumn<bool>("unified");
        const QByteArray v1 = "31 23 0:27 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n";
        const QByteArray v2 = "35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
        QTest::newRow("v1") << QByteArray("4:memory:/a/b\n0::/\n") << v1 << QByteArray("/sys/fs/cgroup/memory/a/b") << false;
        QTest::newRow("v1 at the root") << QByteArray("4:memory:/\n") << v1 << QByteArray("/sys/fs/cgroup/memory") << false;
        QTest::newRow("v1 in a container") << QByteArray("4:cpu,memory:/docker/1\n")
                                           << QByteArray(
                                                  "31 23 0:27 /docker/1 /sys/fs/cgroup/memory ro - cgroup cgroup rw,cpu,memory\n")
                                           << QByteArray("/sys/fs/cgroup/memory") << false;
        QTest::newRow("v2") << QByteArray("0::/user.slice/x.scope\n") << v2 << QByteArray("/sys/fs/cgroup/user.slice/x.scope")
                            << true;
        QTest::newRow("hybrid without the controller")
            << QByteArray("4:cpu:/a\n0::/b\n") << v2 << QByteArray("/sys/fs/cgroup/b") << true;
        QTest::newRow("none") << QByteArray("") << v1 << QByteArray() << false;
        QTest::newRow("not mounted") << QByteArray("4:memory:/a\n") << QByteArray("garbage\n\n") << QByteArray() << false;
        QTest::newRow("cut") << QByteArray("4:memory") << QByteArray("31 23 0:27 / /sys") << QByteArray() << false;
    }

    void cgroups()
    {
        QFETCH(QByteArray, groups);
        QFETCH(QByteArray, mounts);
        QFETCH(QByteArray, folder);
        QFETCH(bool, unified);
        const auto place = findCgroup("memory", groups.toStdString(), mounts.toStdString());
        QCOMPARE(place.has_value(), !folder.isEmpty());
        if (place) {
            QCOMPARE(QByteArray::fromStdString(place->folder), folder);
            QCOMPARE(place->unified, unified);
        }
    }

    void processTable()
    {
        ProcessEntry entry;
        QVERIFY(readProcess(::getpid(), entry));
        QCOMPARE(entry.parent, ::getppid());
        QCOMPARE(entry.group, ::getpgrp());
        QVERIFY(!readProcess(0x7ffffff0, entry));
        std::string value;
        QCOMPARE(readMarker(::getpid(), "HERMES_NO_SUCH_VARIABLE", value), Marker::Missing);
    }

    void treesAreRemoved()
    {
        QTemporaryDir dir;
        const QDir base(dir.path());
        QVERIFY(base.mkpath(QStringLiteral("t/a/b/c")));
        QVERIFY(base.mkpath(QStringLiteral("outside")));
        write(dir.filePath(QStringLiteral("outside/kept")), "x");
        write(dir.filePath(QStringLiteral("t/a/file")), "x");
        for (int i = 0; i < 400; ++i)
            write(dir.filePath(QStringLiteral("t/a/b/%1").arg(i)), {});
        QVERIFY(QFile::link(dir.filePath(QStringLiteral("outside")), dir.filePath(QStringLiteral("t/link"))));
        QVERIFY(QFile::link(QStringLiteral("nowhere"), dir.filePath(QStringLiteral("t/dangling"))));
        ::chmod(qPrintable(dir.filePath(QStringLiteral("t/a/b"))), 0);
        ::chmod(qPrintable(dir.filePath(QStringLiteral("t/a"))), 0500);
        ::chmod(qPrintable(dir.filePath(QStringLiteral("t"))), 0);

        std::string problem;
        const std::string path = dir.filePath(QStringLiteral("t")).toStdString();
        QCOMPARE(removeTree(path, Clock::time_point::max(), problem), RemovalResult::Gone);
        QVERIFY(!base.exists(QStringLiteral("t")));
        QVERIFY(base.exists(QStringLiteral("outside/kept")));
        QCOMPARE(removeTree(path, Clock::time_point::max(), problem), RemovalResult::Gone);
    }

    void deepTreesAreRemoved()
    {
        QTemporaryDir dir;
        const std::string top = dir.path().toStdString() + "/deep";
        QVERIFY(::mkdir(top.c_str(), 0700) == 0);
        int folder = ::open(top.c_str(), O_RDONLY | O_DIRECTORY);
        for (int i = 0; i < 500; ++i) {
            QVERIFY(folder >= 0 && ::mkdirat(folder, "dddddddddd", 0700) == 0);
            const int next = ::openat(folder, "dddddddddd", O_RDONLY | O_DIRECTORY);
            ::close(folder);
            folder = next;
        }
        ::close(folder);
        std::string problem;
        QCOMPARE(removeTree(top, Clock::time_point::max(), problem), RemovalResult::Gone);
    }

    void removalKeepsToItsTime()
    {
        QTemporaryDir dir;
        QVERIFY(QDir(dir.path()).mkpath(QStringLiteral("t")));
        for (int i = 0; i < 500; ++i)
            write(dir.filePath(QStringLiteral("t/%1").arg(i)), {});
        const std::string path = dir.filePath(QStringLiteral("t")).toStdString();
        std::string problem;
        QCOMPARE(removeTree(path, Clock::now() - 1s, problem), RemovalResult::OutOfTime);
        QVERIFY(removeTreeApart(path) > 0);
        QVERIFY(hermes::tests::becomesTrue([&] { return ::access(path.c_str(), F_OK) != 0; }));
    }

    void interpreters()
    {
        QTemporaryDir dir;
        const QString shim = dir.filePath(QStringLiteral("python3"));
        const std::vector<std::string> system {"PATH=relative:" + dir.path().toStdString() + ":/usr/local/bin:/usr/bin:/bin"};
        Interpreters finder;
        finder.setEnvironment(system);
        const auto python = finder.find(ScriptLanguage::Python);
        const auto shell = finder.find(ScriptLanguage::Shell);
        QVERIFY(shell && shell->ends_with("/bash"));
        if (!python)
            QSKIP("python3 is not installed");

        // A version manager's shim is looked behind, one that fails is passed over.
        for (const QByteArray &text : {QByteArray("#!/bin/sh\nexec " + QByteArray::fromStdString(*python) + " \"$@\"\n"),
                                       QByteArray("#!/bin/sh\necho nothing set >&2; exit 1\n")}) {
            write(shim, text);
            ::chmod(qPrintable(shim), 0755);
            Interpreters again;
            again.setEnvironment(system);
            const auto found = again.find(ScriptLanguage::Python);
            QVERIFY(found);
            QVERIFY(*found != shim.toStdString());
        }

        Interpreters none;
        const std::vector<std::string> empty {"PATH=/nonexistent"};
        none.setEnvironment(empty);
        const auto missing = none.find(ScriptLanguage::Python);
        QVERIFY(!missing);
        QVERIFY(missing.error().stage == "find python3");
        QVERIFY(missing.error().text.contains("PATH (/nonexistent)"));
        QVERIFY(!missing.error().retry);
        QVERIFY(!none.find(ScriptLanguage::Shell));
    }

    void exitNeverOvertakesOutput()
    {
        std::array<int, 2> ends;
        QVERIFY(::pipe2(ends.data(), O_NONBLOCK) == 0);
        const auto outbound = std::make_unique<Outbound>(ends[1]);
        uint64_t sequence = 0;
        while (!outbound->blocked())
            outbound->sendOutput(1, StreamId::Stdout, sequence++, outbound->space(true).size());
        outbound->send(FrameType::Exit, 1, "end");
        outbound->send(FrameType::Pong, 0, "p");

        struct Order : FrameSink
        {
            void frame(const FrameHeader &header, std::string_view) override { types.push_back(header.type); }
            std::vector<FrameType> types;
        } order;
        FrameAssembler assembler;
        std::vector<std::byte> buffer(1024 * 1024);
        for (ssize_t count = 0; (count = ::read(ends[0], buffer.data(), buffer.size())) > 0; outbound->flush())
            QVERIFY(assembler.feed(std::span(buffer).first(size_t(count)), order));
        QVERIFY(!outbound->hasUnsent());
        QCOMPARE(order.types.size(), size_t(sequence + 2));
        QCOMPARE(order.types[sequence], FrameType::Exit);
        ::close(ends[0]);
        outbound->send(FrameType::Pong, 0);
        outbound->flush();
        QVERIFY(outbound->broken());
        ::close(ends[1]);
    }
};

QTEST_GUILESS_MAIN(RunnerPartsTest)
#include "tst_runnerparts.moc"
