// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/api/unixaddress.h"
#include "backends/docker/containerprocess.h"
#include "backends/docker/socketfolder.h"
#include "backends/hosts/socketstream.h"
#include "backends/hosts/wait.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::docker;

namespace {
const QByteArray Word(32, 'a');

QByteArray frame(char kind, const QByteArray &text)
{
    QByteArray header(8, '\0');
    header[0] = kind;
    header[7] = char(text.size());
    return header + text;
}

/// A container's first process as the daemon's streams show it, and the socket that it may speak over.
class Stage
{
public:
    Stage()
    {
        std::array<int, 2> ends {};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            qFatal("no sockets");
        m_theirs = Descriptor(ends[1]);
        process = std::make_unique<ContainerProcess>(
            std::make_unique<hosts::SocketStream>(Descriptor(ends[0])),
            ContainerProcess::Ending {.ask = [] { return hosts::ProcessEnd {.exitCode = 126}; },
                                      .kill = [this] { m_theirs.reset(); },
                                      .explain = [] { return u"the moon fell on it"_s; }});
        auto made = SocketFolder::make(m_folder.path());
        if (!made)
            qFatal("%s", qPrintable(toText(made.error())));
        folder.emplace(std::move(*made));
        listener = std::move(*folder->listen());
    }

    void daemonSends(const QByteArray &bytes) const
    {
        if (::write(m_theirs.get(), bytes.constData(), size_t(bytes.size())) != bytes.size())
            qFatal("not sent");
    }
    void daemonEnds() { m_theirs.reset(); }
    [[nodiscard]] Descriptor connectAndSay(const QByteArray &word) const
    {
        const UnixAddress address(QFile::encodeName(folder->path() + u'/' + folder->socketName()));
        Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (::connect(socket.get(), address.get(), address.size()) != 0
            || ::write(socket.get(), word.constData(), size_t(word.size())) != word.size())
            qFatal("not connected");
        return socket;
    }
    [[nodiscard]] QByteArray readAll() const
    {
        QByteArray all;
        std::array<std::byte, 64> block {};
        hosts::Wait wait(5s, {});
        for (;;) {
            const auto outcome = process->read(block);
            if (outcome.state == hosts::IoState::Done)
                all.append(reinterpret_cast<const char *>(block.data()), qsizetype(outcome.bytes));
            else if (outcome.state != hosts::IoState::WouldBlock || !wait.forStream(*process, false))
                return all;
        }
    }

    std::unique_ptr<ContainerProcess> process;
    std::optional<SocketFolder> folder;
    Descriptor listener;

private:
    QTemporaryDir m_folder;
    Descriptor m_theirs;
};
} // namespace

/// How the runner in a container comes to be heard.
class TestContainerProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void overTheSocket();
    void overTheStreams();
    void anImpostorIsNotHeard();
    void endsInsteadOfSpeaking();
    void somethingElseAnswers();
    void keepsSilent();
    void socketFolderIsPrivate();
    void forgottenFoldersGo();
};

void TestContainerProcess::overTheSocket()
{
    Stage stage;
    stage.daemonSends(frame(1, "there " + Word + '\n') + frame(2, "a warning\n"));
    Descriptor runner = stage.connectAndSay(Word + "\nhello");
    QVERIFY(stage.process->awaitVoice(std::move(stage.listener), 5s, {}));
    QVERIFY(stage.process->speaksOverSocket());
    runner.reset();
    QCOMPARE(stage.readAll(), "hello");
    stage.daemonEnds();
    QCOMPARE(stage.process->waitForEnd(5s)->exitCode, 126);
    QCOMPARE(stage.process->errorTail(), "a warning\n");
    QCOMPARE(stage.process->epilogue(), u"the moon fell on it"_s);
}

void TestContainerProcess::overTheStreams()
{
    Stage stage;
    stage.daemonSends(frame(1, "he") + frame(1, "re\nfirst ") + frame(2, "noise") + frame(1, "words"));
    QVERIFY(stage.process->awaitVoice(std::move(stage.listener), 5s, {}));
    QVERIFY(!stage.process->speaksOverSocket());
    stage.daemonEnds();
    QCOMPARE(stage.readAll(), "first words");
}

void TestContainerProcess::anImpostorIsNotHeard()
{
    Stage stage;
    const Descriptor impostor = stage.connectAndSay(QByteArray(32, 'b') + "\nI am the runner");
    stage.daemonSends(frame(1, "there " + Word + '\n'));
    const Descriptor hasty = stage.connectAndSay(Word.first(10) + "\n");
    const Descriptor mute = stage.connectAndSay(Word.first(10));
    Descriptor runner = stage.connectAndSay(Word + "\nthe real one");
    QVERIFY(stage.process->awaitVoice(std::move(stage.listener), 5s, {}));
    runner.reset();
    QCOMPARE(stage.readAll(), "the real one");
}

void TestContainerProcess::endsInsteadOfSpeaking()
{
    Stage stage;
    stage.daemonSends(frame(2, "exec format error\n"));
    stage.daemonEnds();
    const auto voice = stage.process->awaitVoice(std::move(stage.listener), 5s, {});
    QVERIFY(!voice);
    QCOMPARE(voice.error().what, u"exec format error"_s);
}

void TestContainerProcess::somethingElseAnswers()
{
    Stage stage;
    stage.daemonSends(frame(1, "Welcome to Alpine\n"));
    const auto voice = stage.process->awaitVoice(std::move(stage.listener), 5s, {});
    QVERIFY(!voice);
    QVERIFY(voice.error().what.contains(u"Welcome to Alpine"_s));
}

void TestContainerProcess::keepsSilent()
{
    Stage stage;
    const auto voice = stage.process->awaitVoice(std::move(stage.listener), 50ms, {});
    QVERIFY(!voice);
    QCOMPARE(voice.error().kind, FaultKind::TimedOut);
}

void TestContainerProcess::socketFolderIsPrivate()
{
    const QTemporaryDir folder;
    const QString parent = folder.filePath(u"deep/"_s + QString(100, u'x'));
    QString path;
    {
        auto sockets = SocketFolder::make(parent);
        QVERIFY2(sockets, qPrintable(sockets ? QString() : toText(sockets.error())));
        path = sockets->path();
        QVERIFY(sockets->listen());
        struct stat status {};
        QCOMPARE(::stat(QFile::encodeName(parent).constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0700U);
        QCOMPARE(::stat(QFile::encodeName(path).constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0711U);
        QCOMPARE(::stat(QFile::encodeName(path + u'/' + sockets->socketName()).constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0666U);
    }
    QVERIFY(!QFile::exists(path));
}

void TestContainerProcess::forgottenFoldersGo()
{
    const QTemporaryDir folder;
    for (const auto *name : {"1-kept", "4000000000-dead", "hermes-sandbox-kept", "hermes-sandbox-gone"})
        QVERIFY(QDir(folder.path()).mkdir(QString::fromLatin1(name)));
    const timespec longAgo {.tv_sec = 1'000'000'000, .tv_nsec = 0};
    const std::array times {longAgo, longAgo};
    for (const auto &name : {u"hermes-sandbox-kept"_s, u"hermes-sandbox-gone"_s})
        QCOMPARE(::utimensat(AT_FDCWD, QFile::encodeName(folder.filePath(name)).constData(), times.data(), 0), 0);
    SocketFolder::removeForgotten(folder.path(), {u"hermes-sandbox-kept"_s});
    QCOMPARE(QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name),
             (QStringList {u"1-kept"_s, u"hermes-sandbox-kept"_s}));
}

QTEST_GUILESS_MAIN(TestContainerProcess)
#include "tst_containerprocess.moc"
