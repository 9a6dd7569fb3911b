// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/api/engineclient.h"
#include "backends/docker/api/jsonsplitter.h"
#include "tests/support/fakeengine.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::docker;
using namespace hermes::tests;

namespace {
std::shared_ptr<EngineClient> clientAt(const QString &address)
{
    return std::make_shared<EngineClient>(std::make_shared<EndpointDialer>(*endpointFromText(address, u"DOCKER_HOST"_s)));
}

QString textOf(const Result<EngineVersion> &version)
{
    return version ? version->apiVersion : toText(version.error());
}

const EngineRequest ListContainers {.path = u"/containers/json"_s};
} // namespace

/// The client of the Engine API, on a daemon that answers as badly as a test wants.
class TestEngineClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void versions_data();
    void versions();
    void tooOld();
    void E9_fourMessages();
    void notADaemon();
    void oddChunks_data();
    void oddChunks();
    void cutAnswer();
    void refusals_data();
    void refusals();
    void connectionIsKept();
    void closedConnectionIsNotUsed();
    void postIsNeverRepeated();
    void silentDaemonIsGivenUp();
    void stopEndsTheWait();
    void manyAtOnce();
    void longSocketPath();
    void tls_data();
    void tls();
    void splitter();
};

void TestEngineClient::versions_data()
{
    QTest::addColumn<FakeKind>("kind");
    QTest::addColumn<QString>("theirs");
    QTest::addColumn<QString>("spoken");
    QTest::newRow("older") << FakeKind::Docker << u"1.41"_s << u"1.41"_s;
    QTest::newRow("newer") << FakeKind::Docker << u"1.99"_s << u"1.47"_s;
    QTest::newRow("Podman") << FakeKind::Podman << u"1.41"_s << u"1.41"_s;
}

void TestEngineClient::versions()
{
    QFETCH(const FakeKind, kind);
    QFETCH(const QString, theirs);
    FakeEngine engine(kind);
    engine.setApiVersions(theirs, u"1.24"_s);
    QVERIFY(engine.start());
    const auto client = clientAt(engine.address());
    const auto version = client->version({});
    QTEST(textOf(version), "spoken");
    QCOMPARE(version->isPodman, kind == FakeKind::Podman);
    QVERIFY(client->askJson(ListContainers, {}));
    QCOMPARE(engine.problems(), QStringList());
}

void TestEngineClient::tooOld()
{
    FakeEngine engine;
    engine.setApiVersions(u"1.30"_s, u"1.12"_s);
    QVERIFY(engine.start());
    const auto version = clientAt(engine.address())->version({});
    QVERIFY(!version);
    QVERIFY2(textOf(version).contains(u"1.30"_s), qPrintable(textOf(version)));
}

void TestEngineClient::E9_fourMessages()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    const QString none = textOf(clientAt(u"/nowhere/docker.sock"_s)->version({}));
    QVERIFY2(none.contains(u"no such socket"_s), qPrintable(none));
    QVERIFY2(!none.contains(u"systemctl"_s), qPrintable(none));
    engine.stop();
    const QTemporaryDir folder;
    {
        // A socket file that nobody listens at.
        FakeEngine dead;
        QVERIFY(dead.start());
        QVERIFY(::rename(QFile::encodeName(dead.socketPath()).constData(), QFile::encodeName(folder.filePath(u"s"_s)).constData())
                == 0);
    }
    const QString stopped = textOf(clientAt(folder.filePath(u"s"_s))->version({}));
    QVERIFY2(stopped.contains(u"not running"_s) && !stopped.contains(u"systemctl"_s), qPrintable(stopped));
    const QString stranger = textOf(clientAt(folder.path())->version({}));
    QVERIFY2(stranger.contains(u"is a folder, not the socket"_s), qPrintable(stranger));

    QVERIFY(engine.start());
    QString denied = u"No permission to use (not tried as root)"_s;
    if (::geteuid() != 0) {
        ::chmod(QFile::encodeName(engine.socketPath()).constData(), 0);
        denied = textOf(clientAt(engine.address())->version({}));
    }
    QVERIFY2(denied.contains(u"No permission"_s), qPrintable(denied));

    engine.add(FakeRule {.path = u"/_ping"_s, .isSilent = true});
    if (::geteuid() != 0)
        ::chmod(QFile::encodeName(engine.socketPath()).constData(), 0600);
    QElapsedTimer timer;
    timer.start();
    const QString silent = textOf(clientAt(engine.address())->version({}));
    QVERIFY2(silent.contains(u"does not answer"_s), qPrintable(silent));
    QVERIFY2(timer.elapsed() < 6'500, qPrintable(QString::number(timer.elapsed())));

    const QString wrong = textOf(clientAt(u"tcp://host.invalid:2375"_s)->version({}));
    QVERIFY2(wrong.contains(u"host.invalid"_s), qPrintable(wrong));
    QCOMPARE(QSet<QString>({none, stopped, denied, silent, wrong}).size(), 5);
}

void TestEngineClient::notADaemon()
{
    FakeEngine engine;
    engine.add(FakeRule {.path = u"/_ping"_s, .status = 404, .message = u"who?"_s});
    QVERIFY(engine.start());
    QVERIFY(!clientAt(engine.address())->version({}));
}

void TestEngineClient::oddChunks_data()
{
    QTest::addColumn<int>("bytes");
    for (const int bytes : {1, 2, 3, 7, 4096})
        QTest::addRow("%d", bytes) << bytes;
}

void TestEngineClient::oddChunks()
{
    QFETCH(const int, bytes);
    FakeEngine engine;
    engine.setChunkBytes(bytes);
    QVERIFY(engine.start());
    const auto client = clientAt(engine.address());
    for (int i = 0; i < 3; ++i) {
        const auto info = client->askJson({.path = u"/info"_s}, {});
        QVERIFY2(info, qPrintable(info ? QString() : toText(info.error())));
        QVERIFY(info->object().contains("ServerVersion"_L1));
    }
    QCOMPARE(engine.problems(), QStringList());
}

void TestEngineClient::cutAnswer()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    const auto client = clientAt(engine.address());
    QVERIFY(client->version({}));
    engine.add(FakeRule {.path = u"/info"_s, .cutAfter = 10});
    const auto info = client->ask({.path = u"/info"_s}, {});
    QVERIFY(!info);
    QCOMPARE(info.error().kind, FaultKind::Unreachable);
    engine.clearRules();
    QVERIFY(client->ask({.path = u"/info"_s}, {}));
}

void TestEngineClient::refusals_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<FaultKind>("kind");
    QTest::newRow("400") << 400 << FaultKind::Usage;
    QTest::newRow("401") << 401 << FaultKind::Denied;
    QTest::newRow("404") << 404 << FaultKind::NotFound;
    QTest::newRow("409") << 409 << FaultKind::Conflict;
    QTest::newRow("500") << 500 << FaultKind::Internal;
}

void TestEngineClient::refusals()
{
    QFETCH(const int, status);
    QFETCH(const FaultKind, kind);
    FakeEngine engine;
    QVERIFY(engine.start());
    engine.add(FakeRule {.path = u"/info"_s, .status = status, .message = u"says no: \"ü\""_s});
    const auto info = clientAt(engine.address())->ask({.path = u"/info"_s}, {});
    QVERIFY(!info);
    QCOMPARE(info.error().kind, kind);
    QCOMPARE(info.error().what, u"says no: \"ü\""_s);
}

void TestEngineClient::connectionIsKept()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    int dialled = 0;
    class CountingDialer final : public Dialer
    {
    public:
        CountingDialer(const QString &socket, int &count) : m_dialer({.socket = socket}), m_count(count) { }
        QString name() const override { return m_dialer.name(); }
        Result<std::unique_ptr<hosts::ByteStream>> dial(std::stop_token stop) override
        {
            ++m_count;
            return m_dialer.dial(std::move(stop));
        }
        bool maySeeOurFiles() const override { return true; }

    private:
        EndpointDialer m_dialer;
        int &m_count;
    };
    EngineClient client(std::make_shared<CountingDialer>(engine.socketPath(), dialled));
    for (int i = 0; i < 5; ++i)
        QVERIFY(client.ask({.path = u"/info"_s}, {}));
    QVERIFY(!client.ask({.path = u"/containers/none/json"_s}, {}));
    QVERIFY(client.ask({.path = u"/info"_s}, {}));
    QCOMPARE(dialled, 1);
}

void TestEngineClient::closedConnectionIsNotUsed()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    const auto client = clientAt(engine.address());
    QVERIFY(client->ask({.path = u"/info"_s}, {}));
    engine.dropConnections();
    QVERIFY(client->ask({.path = u"/info"_s}, {}));
    engine.stop();
    QVERIFY(!client->ask({.path = u"/info"_s}, {}));
    QVERIFY(engine.start());
    QVERIFY(client->ask({.path = u"/info"_s}, {}));
}

void TestEngineClient::postIsNeverRepeated()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    const auto client = clientAt(engine.address());
    QVERIFY(client->version({}));
    engine.add(FakeRule {.method = "POST", .cutAfter = 0});
    QVERIFY(!client->ask({.method = "POST", .path = u"/containers/x/start"_s}, {}));
    QCOMPARE(engine.requestLines().count(u"POST /containers/x/start"_s), 1);
}

void TestEngineClient::silentDaemonIsGivenUp()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    const auto client = clientAt(engine.address());
    QVERIFY(client->version({}));
    engine.add(FakeRule {.path = u"/info"_s, .isSilent = true});
    const auto info = client->ask({.path = u"/info"_s, .silence = 200ms}, {});
    QVERIFY(!info);
    QCOMPARE(info.error().kind, FaultKind::TimedOut);
    QVERIFY(client->ask(ListContainers, {}));
}

void TestEngineClient::stopEndsTheWait()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    const auto client = clientAt(engine.address());
    QVERIFY(client->version({}));
    engine.add(FakeRule {.path = u"/info"_s, .isSilent = true});
    std::stop_source stop;
    std::jthread stopper([&] {
        while (!engine.requestLines().contains(u"GET /info"_s))
            std::this_thread::yield();
        stop.request_stop();
    });
    const auto info = client->ask({.path = u"/info"_s, .silence = 60s}, stop.get_token());
    QVERIFY(!info);
    QCOMPARE(info.error().kind, FaultKind::Cancelled);
}

void TestEngineClient::manyAtOnce()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    const auto client = clientAt(engine.address());
    std::atomic<int> good = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 16; ++i) {
            threads.emplace_back([&] {
                for (int k = 0; k < 20; ++k)
                    good += client->askJson(ListContainers, {}) ? 1 : 0;
            });
        }
    }
    QCOMPARE(good.load(), 320);
    QCOMPARE(engine.problems(), QStringList());
}

void TestEngineClient::longSocketPath()
{
    FakeEngine engine;
    QVERIFY(engine.start());
    const QTemporaryDir folder;
    const QString deep = folder.filePath(QString(120, u'x'));
    QVERIFY(QDir().mkpath(deep));
    QVERIFY(QFile::link(engine.socketPath(), deep + u"/s"_s));
    QCOMPARE(textOf(clientAt(deep + u"/s"_s)->version({})), u"1.45"_s);
}

void TestEngineClient::tls_data()
{
    QTest::addColumn<QString>("certificates"); ///< Whose, as the client shows them.
    QTest::addColumn<bool>("verify");
    QTest::addColumn<QString>("refusal");
    QTest::newRow("right") << u"client"_s << true << QString();
    QTest::newRow("stranger") << u"stranger"_s << true << u"certificate"_s;
    QTest::newRow("unverified") << u"stranger"_s << false << u"TLS"_s;
    QTest::newRow("none") << u"nobody"_s << true << u"certificate"_s;
}

void TestEngineClient::tls()
{
    QFETCH(const QString, certificates);
    QFETCH(const bool, verify);
    QFETCH(const QString, refusal);
    FakeEngine engine;
    QVERIFY(engine.start());
    const QTemporaryDir folder;
    QProcess proxy;
    proxy.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    proxy.start(u"python3"_s, {QString::fromLocal8Bit(qgetenv("HERMES_TLS_PROXY")), folder.path(), engine.socketPath()});
    QVERIFY(proxy.waitForReadyRead(30'000));
    const auto port = quint16(proxy.readLine().trimmed().toUInt());
    QVERIFY(port != 0);
    const Endpoint endpoint {
        .host = u"127.0.0.1"_s, .port = port, .tls = TlsFiles {.folder = folder.filePath(certificates), .verify = verify}};
    EngineClient client(std::make_shared<EndpointDialer>(endpoint));
    const auto version = client.version({});
    if (refusal.isEmpty()) {
        QCOMPARE(textOf(version), u"1.45"_s);
        for (int i = 0; i < 5; ++i)
            QVERIFY(client.askJson({.path = u"/info"_s}, {}));
        QCOMPARE(engine.problems(), QStringList());
    } else {
        QVERIFY(!version);
        QVERIFY2(textOf(version).contains(refusal), qPrintable(textOf(version)));
    }
    proxy.kill();
    QVERIFY(proxy.waitForFinished());
}

void TestEngineClient::splitter()
{
    JsonSplitter splitter;
    const QByteArray text = "{\"a\":1}\r\n{\n \"b\": \"}{\\\"\" }{\"c\":{}} \n";
    QList<QByteArray> objects;
    for (const char c : text)
        objects += splitter.add(QByteArrayView(&c, 1));
    QCOMPARE(objects, (QList<QByteArray> {"{\"a\":1}", "{\n \"b\": \"}{\\\"\" }", "{\"c\":{}}"}));
    QCOMPARE(JsonSplitter().add(text).size(), 3);
}

QTEST_GUILESS_MAIN(TestEngineClient)
#include "tst_engineclient.moc"
