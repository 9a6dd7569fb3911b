// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/docker/dockerground.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::tests;

namespace {
constexpr auto Variable = "HERMES_RUNNER";
constexpr auto Note = "Runs without the resident runner"_L1;

QByteArray outOf(StartedRun &run)
{
    std::ignore = run.end();
    return run.out();
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}
} // namespace

/// Runs in containers that cannot execute the runner, on a real daemon.
class TestPlainRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();

    void exitCodes_data();
    void exitCodes();
    void streamsAndSizes_data() { images(); }
    void streamsAndSizes();
    void bigScript_data() { images(); }
    void bigScript();
    void input_data() { images(); }
    void input();
    void variables_data() { images(); }
    void variables();
    void timeoutEndsTheTree_data() { images(); }
    void timeoutEndsTheTree();
    void cancelEndsTheTree_data() { images(); }
    void cancelEndsTheTree();
    void aPausedContainerGoesOnToEnd();
    void leftoversOfASessionEnd();
    void severalAtOnce();
    void sandboxKeepsFilesAndBackground_data() { images(); }
    void sandboxKeepsFilesAndBackground();
    void nothingIsLeftOfAClosedConnection();
    void files_data() { images(); }
    void files();
    void missingInterpreterAndFolder();
    void processLimit_data() { images(); }
    void processLimit();
    void lostContainerIsNoResult();
    void otherCpuIsRefused();

private:
    static void images();
    [[nodiscard]] std::shared_ptr<Backend> backend(const QString &image) const;
    [[nodiscard]] std::unique_ptr<Sandbox> sandbox(const std::shared_ptr<Backend> &backend) const;
    /// The processes of the only container that there is.
    [[nodiscard]] QByteArray processes();

    DockerGround m_ground;
    QHash<QString, QString> m_images;
};

void TestPlainRunner::initTestCase()
{
    REQUIRE_DOCKER()
    QVERIFY2(m_ground.open(), qPrintable(m_ground.failure()));
    m_images = {{u"python"_s, m_ground.image()}, {u"busybox"_s, m_ground.daemon().load(u"busybox"_s)}};
    // A file that is there, and that no container can execute.
    const QString broken = m_ground.daemon().sharedFolder() + u"/broken"_s;
    QVERIFY(writeFile(broken, "#!/no/such/program\n"));
    QVERIFY(QFile::setPermissions(broken, QFile::ReadOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther));
    qputenv(Variable, QFile::encodeName(broken));
}

void TestPlainRunner::cleanup()
{
    const auto backend = m_ground.backend();
    for (const SessionInfo &info : backend->list({}).value_or(QList<SessionInfo>()))
        QVERIFY(backend->close({.id = info.id, .profile = info.profile}, {}));
    QCOMPARE(m_ground.containers().join(u"; "_s), QString());
}

void TestPlainRunner::images()
{
    QTest::addColumn<QString>("image");
    QTest::newRow("dash and bash") << u"python"_s;
    QTest::newRow("busybox") << u"busybox"_s;
}

std::shared_ptr<Backend> TestPlainRunner::backend(const QString &image) const
{
    return m_ground.backend({{u"image"_s, m_images.value(image)}});
}

std::unique_ptr<Sandbox> TestPlainRunner::sandbox(const std::shared_ptr<Backend> &backend) const
{
    auto opened = backend->openSandbox({.id = u"plain"_s}, {});
    if (!opened)
        qFatal("no sandbox: %s", qUtf8Printable(toText(opened.error())));
    return std::move(*opened);
}

QByteArray TestPlainRunner::processes()
{
    return m_ground.daemon().docker({u"top"_s, m_ground.containers().value(0).section(u' ', 0, 0)}).out;
}

void TestPlainRunner::exitCodes_data()
{
    QTest::addColumn<QString>("image");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("exitCode");
    for (const QString &image : {u"python"_s, u"busybox"_s}) {
        QTest::addRow("0 %s", qPrintable(image)) << image << QByteArray("true") << 0;
        QTest::addRow("7 %s", qPrintable(image)) << image << QByteArray("exit 7") << 7;
        QTest::addRow("killed %s", qPrintable(image)) << image << QByteArray("kill -9 $$") << 137;
        QTest::addRow("CR LF %s", qPrintable(image)) << image << QByteArray("x=3\r\nexit $x\r\n") << 3;
    }
}

void TestPlainRunner::exitCodes()
{
    QFETCH(const QString, image);
    QFETCH(const QByteArray, code);
    QFETCH(const int, exitCode);
    const auto session = m_ground.session(backend(image));
    StartedRun run(*session, shell(code));
    QVERIFY2(!run.end().fault, qPrintable(run.end().fault ? toText(*run.end().fault) : QString()));
    QCOMPARE(run.end().exitCode, exitCode);
    QCOMPARE(run.end().signal, 0);
    QVERIFY(!run.end().use);
    QCOMPARE(run.end().notes.join(u'\n').count(Note), 1);
}

void TestPlainRunner::streamsAndSizes()
{
    QFETCH(const QString, image);
    const auto session = m_ground.session(backend(image));
    StartedRun small(*session, shell("pwd; echo out; echo err >&2"));
    QCOMPARE(small.end().exitCode, 0);
    QVERIFY2(small.out().endsWith("/work\nout\n"), small.out().constData());
    QCOMPARE(small.err(), "err\n");
    StartedRun big(*session, shell("head -c 3000000 /dev/zero & head -c 3000000 /dev/zero >&2; wait"));
    QCOMPARE(big.end().exitCode, 0);
    QCOMPARE(big.out().size(), 3'000'000);
    QCOMPARE(big.err().size(), 3'000'000);
}

void TestPlainRunner::bigScript()
{
    QFETCH(const QString, image);
    const auto session = m_ground.session(backend(image));
    // What a shell could take for its own is none of its business.
    const QByteArray text = "a'b\"c $HOME `x` \\ 测试 é\n";
    QByteArray code = "cat <<'EOT'\n";
    while (code.size() < 200 * 1024)
        code += text;
    const qsizetype lines = code.count('\n') - 1;
    StartedRun run(*session, shell(code + "EOT\n"));
    QCOMPARE(run.end().exitCode, 0);
    QVERIFY(run.out() == text.repeated(lines));
}

void TestPlainRunner::input()
{
    QFETCH(const QString, image);
    const auto session = m_ground.session(backend(image));
    RunRequest request = shell("wc -c; echo end");
    request.stdinData = QByteArray(1024 * 1024, 'x');
    StartedRun run(*session, request);
    QCOMPARE(outOf(run).simplified(), "1048576 end");
    StartedRun none(*session, shell("wc -c"));
    QCOMPARE(outOf(none).trimmed(), "0");
    RunRequest unread = shell("echo first; exit 3");
    unread.stdinData = QByteArray(1024 * 1024, 'x');
    StartedRun first(*session, unread);
    QCOMPARE(first.end().exitCode, 3);
}

void TestPlainRunner::variables()
{
    QFETCH(const QString, image);
    const auto box = sandbox(backend(image));
    const QByteArray value = "it's \"quoted\" $HOME `id` \\ 测试\nsecond line";
    RunRequest request = shell("printf '%s' \"$A_VALUE\"; cat /proc/1/cmdline /proc/$$/cmdline >&2; cat /proc/1/environ >&2");
    request.environment = {
        {.name = u"A_VALUE"_s, .value = value}, {.name = u"a.b"_s, .value = "x"}, {.name = u"PPID"_s, .value = "1"}};
    StartedRun run(*box, request);
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), value);
    QVERIFY(!run.err().contains("quoted"));
    QVERIFY2(run.end().notes.join(u'\n').contains("a.b"_L1), qPrintable(run.end().notes.join(u'\n')));
    const Ended shown = m_ground.daemon().docker({u"inspect"_s, m_ground.containers().value(0).section(u' ', 0, 0)});
    QVERIFY(!shown.out.contains("second line"));
}

void TestPlainRunner::timeoutEndsTheTree()
{
    QFETCH(const QString, image);
    const auto box = sandbox(backend(image));
    RunRequest request = shell("sleep 601 & (trap '' TERM; sleep 602) & setsid sleep 603 & echo begun; sleep 604");
    request.timeout = 1s;
    StartedRun run(*box, request);
    QCOMPARE(run.end().reason, EndReason::TimedOut);
    QCOMPARE(run.end().exitCode, 124);
    QCOMPARE(run.out(), "begun\n");
    const QByteArray left = processes();
    QVERIFY2(!left.contains("sleep 60"), left.constData());
    StartedRun after(*box, shell("echo well"));
    QCOMPARE(outOf(after), "well\n");
}

void TestPlainRunner::cancelEndsTheTree()
{
    QFETCH(const QString, image);
    const auto box = sandbox(backend(image));
    StartedRun run(*box, shell("sleep 601 & echo begun; sleep 602"));
    QTRY_COMPARE_WITH_TIMEOUT(run.out(), "begun\n", 20'000);
    run.requestStop();
    QCOMPARE(run.end().reason, EndReason::Cancelled);
    QCOMPARE(run.end().exitCode, 130);
    const QByteArray left = processes();
    QVERIFY2(!left.contains("sleep 60"), left.constData());
}

void TestPlainRunner::aPausedContainerGoesOnToEnd()
{
    const auto box = sandbox(backend(u"python"_s));
    StartedRun run(*box, shell("echo begun; sleep 602"));
    QTRY_COMPARE_WITH_TIMEOUT(run.out(), "begun\n", 20'000);
    const QString container = m_ground.containers().value(0).section(u' ', 0, 0);
    QCOMPARE(m_ground.daemon().docker({u"pause"_s, container}).exitCode, 0);
    QElapsedTimer since;
    since.start();
    run.requestStop();
    QCOMPARE(run.end().reason, EndReason::Cancelled);
    QVERIFY2(since.durationElapsed() < RunRequest().killDelay + 1s, qPrintable(QString::number(since.elapsed())));
    QVERIFY2(run.end().notes.join(u' ').contains(u"was paused"_s), qPrintable(run.end().notes.join(u' ')));
}

void TestPlainRunner::leftoversOfASessionEnd()
{
    const auto session = m_ground.session(backend(u"python"_s));
    StartedRun run(*session, shell("sleep 600 & echo x"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), "x\n");
}

void TestPlainRunner::severalAtOnce()
{
    const auto session = m_ground.session(backend(u"python"_s));
    std::vector<std::unique_ptr<StartedRun>> runs;
    for (int i = 0; i < 4; ++i)
        runs.push_back(std::make_unique<StartedRun>(*session, python("print(" + QByteArray::number(i) + " * 2)")));
    for (int i = 0; i < 4; ++i)
        QCOMPARE(outOf(*runs[size_t(i)]), QByteArray::number(i * 2) + '\n');
}

void TestPlainRunner::sandboxKeepsFilesAndBackground()
{
    QFETCH(const QString, image);
    const auto engine = backend(image);
    const auto box = sandbox(engine);
    StartedRun first(*box, shell("pwd; echo kept > f; sleep 600 > /dev/null 2>&1 &"));
    QCOMPARE(outOf(first), "/tmp/sandbox\n");
    StartedRun second(*box, shell("cat f"));
    QCOMPARE(outOf(second), "kept\n");
    QVERIFY2(processes().contains("sleep 600"), processes().constData());
    StartedRun gone(*box, shell("cd / && rm -rf /tmp/sandbox"));
    QCOMPARE(gone.end().exitCode, 0);
    StartedRun again(*box, shell("cat f 2>/dev/null || echo empty"));
    QCOMPARE(outOf(again), "empty\n");
    QVERIFY2(again.end().notes.join(u'\n').contains("made again"_L1), qPrintable(again.end().notes.join(u'\n')));
}

void TestPlainRunner::nothingIsLeftOfAClosedConnection()
{
    {
        const auto box = sandbox(backend(u"busybox"_s));
        StartedRun background(*box, shell("echo kept > f; sleep 600 > /dev/null 2>&1 &"));
        QCOMPARE(background.end().exitCode, 0);
    }
    QTRY_VERIFY2_WITH_TIMEOUT(!processes().contains("sleep 600"), processes().constData(), 10'000);
    const auto box = sandbox(backend(u"busybox"_s));
    StartedRun run(*box, shell("cat f; ls -d /tmp/.hermes-plain-* | wc -l"));
    QCOMPARE(outOf(run).simplified(), "kept 1");
}

void TestPlainRunner::files()
{
    QFETCH(const QString, image);
    QTemporaryDir folder;
    const auto box = sandbox(backend(image));
    const QByteArray name = "a 'b' \\ \n测试";
    const QByteArray content = QByteArray("\0\1\r\n", 4).repeated(300'000);
    QVERIFY(writeFile(folder.filePath(u"in"_s), content));
    const auto put = box->put(folder.filePath(u"in"_s), name, {});
    QVERIFY2(put, qPrintable(put ? QString() : toText(put.error())));
    const auto got = box->get(name, folder.filePath(u"out"_s), {});
    QVERIFY2(got, qPrintable(got ? QString() : toText(got.error())));
    QVERIFY(contentOf(folder.filePath(u"out"_s)) == content);
    StartedRun many(*box, shell("mkdir d; ln -s d l; for i in $(seq 250); do echo > f$i; done"));
    QCOMPARE(many.end().exitCode, 0);
    const auto listed = box->list("/tmp/sandbox", {});
    QVERIFY2(listed, qPrintable(listed ? QString() : toText(listed.error())));
    QCOMPARE(listed->entries.size(), 253);
    const auto found = std::ranges::find(listed->entries, name, &FileEntry::name);
    QVERIFY(found != listed->entries.end());
    QCOMPARE(found->size, content.size());
    QCOMPARE(std::ranges::find(listed->entries, QByteArray("l"), &FileEntry::name)->kind, FileEntry::Kind::Link);
    QCOMPARE(box->get("nothing", folder.filePath(u"none"_s), {}).error().kind, FaultKind::NotFound);
    QVERIFY(!box->get("d", folder.filePath(u"none"_s), {}));
    QCOMPARE(box->put(folder.filePath(u"in"_s), "no/such/f", {}).error().kind, FaultKind::NotFound);
    QCOMPARE(box->list("/nothing", {}).error().kind, FaultKind::NotFound);
}

void TestPlainRunner::missingInterpreterAndFolder()
{
    const auto session = m_ground.session(backend(u"busybox"_s));
    StartedRun run(*session, python("print(1)"));
    QCOMPARE(run.end().reason, EndReason::Infrastructure);
    QVERIFY(!run.end().mayHaveStarted);
    QVERIFY2(toText(*run.end().fault).contains("python3 is not installed"_L1), qPrintable(toText(*run.end().fault)));
    RunRequest elsewhere = shell("pwd");
    elsewhere.folder = u"/no/such/folder"_s;
    StartedRun lost(*session, elsewhere);
    QCOMPARE(lost.end().reason, EndReason::Infrastructure);
    QVERIFY2(toText(*lost.end().fault).contains("/no/such/folder"_L1), qPrintable(toText(*lost.end().fault)));
}

void TestPlainRunner::processLimit()
{
    QFETCH(const QString, image);
    const auto box = sandbox(m_ground.backend({{u"image"_s, m_images.value(image)}, {u"pids"_s, u"40"_s}}));
    RunRequest bomb = shell("b() { b | b & }; b; sleep 30");
    bomb.timeout = 2s;
    StartedRun bombed(*box, bomb);
    QVERIFY2(bombed.end().reason == EndReason::TimedOut || bombed.end().reason == EndReason::Exited,
             qPrintable(reasonName(bombed.end().reason)));
    StartedRun after(*box, shell("echo well"));
    QCOMPARE(outOf(after), "well\n");
}

void TestPlainRunner::lostContainerIsNoResult()
{
    const auto session = m_ground.session(backend(u"busybox"_s));
    StartedRun run(*session, shell("echo begun; sleep 600"));
    QTRY_COMPARE_WITH_TIMEOUT(run.out(), "begun\n", 20'000);
    QCOMPARE(m_ground.daemon().docker({u"rm"_s, u"-f"_s, m_ground.containers().value(0).section(u' ', 0, 0)}).exitCode, 0);
    QCOMPARE(run.end().reason, EndReason::Infrastructure);
    QVERIFY(run.end().mayHaveStarted);
}

void TestPlainRunner::otherCpuIsRefused()
{
    const QString name = m_ground.daemon().load(u"foreign"_s);
    const auto backend = m_ground.backend({{u"image"_s, name}});
    const auto session = m_ground.session(backend);
    StartedRun run(*session, shell("true"));
    QCOMPARE(run.end().reason, EndReason::Infrastructure);
    QVERIFY(!run.end().mayHaveStarted);
    QVERIFY2(toText(*run.end().fault).contains("CPU"_L1), qPrintable(toText(*run.end().fault)));
    const auto box = backend->openSandbox({.id = u"foreign"_s}, {});
    QVERIFY(!box);
    QVERIFY2(toText(box.error()).contains("CPU"_L1), qPrintable(toText(box.error())));
    QCOMPARE(m_ground.containers().join(u"; "_s), QString());
}

QTEST_GUILESS_MAIN(TestPlainRunner)
#include "tst_plainrunner.moc"
