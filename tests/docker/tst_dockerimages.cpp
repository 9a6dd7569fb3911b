// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/owner.h"
#include "backends/docker/dockerbackend.h"
#include "tests/support/localregistry.h"
#include "tests/support/startedrun.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <mutex>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using hermes::tests::DockerDaemon;
using hermes::tests::LocalRegistry;

namespace {
/// What is told during a call, and a stop that follows a word in it.
class Reports
{
public:
    ImageReporter reporter()
    {
        return [this](const ImageReport &report) {
            const std::scoped_lock lock(m_mutex);
            m_text += report.text;
            if (!m_stopAt.isEmpty() && m_text.contains(m_stopAt))
                m_stop.request_stop();
        };
    }
    void stopAt(const QString &word) { m_stopAt = word; }
    std::stop_token stop() const { return m_stop.get_token(); }
    QString text() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_text;
    }

private:
    mutable std::mutex m_mutex;
    QString m_text;
    QString m_stopAt;
    std::stop_source m_stop;
};

QByteArray fileText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}
} // namespace

#define VERIFY_DONE(result)                                                                                                        \
    do {                                                                                                                           \
        const auto &done_ = (result);                                                                                              \
        QVERIFY2(done_, done_ ? "" : qUtf8Printable(toText(done_.error())));                                                       \
    } while (false)

/// The images of a real daemon.
class TestDockerImages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void list();
    void pullAndPush();
    void registryWithPassword();
    void registryThatIsNotThere();
    void ownImage();
    void buildWithFolder();
    void buildError();
    void failedBuildLeavesNothing();
    void cancelledBuild();
    void exportAndImport();
    void importOfRubbish();
    void removeInUse();
    void scan();
    void scanPolicy();
    void badNames();

private:
    [[nodiscard]] std::shared_ptr<Backend> backend(QHash<QString, QString> texts) const;
    [[nodiscard]] QString namesOf(const QString &image) const;
    [[nodiscard]] QByteArrayList allImages() const;
    /// One that is cut off. Podman carries a step to its end, whoever has gone, and stops before the next one.
    [[nodiscard]] QByteArray longStep() const { return m_isPodman ? "\nRUN echo begun; sleep 3" : "\nRUN echo begun; sleep 4715"; }
    void installTrivy(const QByteArray &script) const;

    std::unique_ptr<DockerDaemon> m_daemon;
    bool m_isPodman = false;
    QString m_busybox;
    QTemporaryDir m_folder;
    std::shared_ptr<Backend> m_backend;
    ImageStore *m_images = nullptr;
    std::optional<docker::RegistryCredential> m_credential;
    QStringList m_asked; ///< Registries whose login was looked up.
};

std::shared_ptr<Backend> TestDockerImages::backend(QHash<QString, QString> texts) const
{
    texts.insert(u"host"_s, m_daemon->address());
    if (!texts.contains(u"pull"_s))
        texts.insert(u"pull"_s, u"never"_s);
    const auto settings = resolveSettings(docker::dockerSchema(), {.flags = texts});
    const auto identify = [folder = m_folder.path()] {
        return docker::ProgramIdentity {
            .machine = u"0123456789ab"_s, .owner = ownerToText(currentOwner(u"test"_s)), .stateFolder = folder};
    };
    const auto credentials = [self = const_cast<TestDockerImages *>(this)](
                                 const QString &registry, std::stop_token) -> Result<std::optional<docker::RegistryCredential>> {
        self->m_asked.append(registry);
        return self->m_credential;
    };
    return settings ? docker::dockerKind(identify, credentials).create(*settings).value_or(nullptr) : nullptr;
}

void TestDockerImages::initTestCase()
{
    // The same with Podman's compatible service.
    m_isPodman = qgetenv("HERMES_TEST_DAEMON") == "podman";
    const auto kind = m_isPodman ? DockerDaemon::Kind::Podman : DockerDaemon::Kind::Docker;
    REQUIRE_DOCKER(kind);
    REQUIRE_REGISTRY();
    m_daemon = std::make_unique<DockerDaemon>(kind);
    QVERIFY2(m_daemon->start(), qPrintable(m_daemon->failure()));
    m_busybox = m_daemon->load(u"busybox"_s);
    QVERIFY2(!m_busybox.isEmpty(), qPrintable(m_daemon->failure()));
    m_backend = backend({{u"image"_s, m_busybox}});
    QVERIFY(m_backend);
    m_images = m_backend->images();
    QVERIFY(m_images);
    qputenv("PATH", QByteArray(m_folder.path().toUtf8() + ':' + qgetenv("PATH")));
}

void TestDockerImages::init()
{
    m_credential.reset();
    m_asked.clear();
    QFile::remove(m_folder.filePath(u"trivy"_s));
}

/// The name if an image has it, as far as it was given: Podman writes where it thinks that an image is from in front.
QString TestDockerImages::namesOf(const QString &image) const
{
    const QByteArray listed = m_daemon->docker({u"image"_s, u"ls"_s, u"--format={{.Repository}}:{{.Tag}}"_s}).out;
    const QStringList names = QString::fromUtf8(listed).split(u'\n', Qt::SkipEmptyParts);
    const auto isIt = [&](const QString &name) { return name == image || name.endsWith(u'/' + image); };
    return std::ranges::any_of(names, isIt) ? image : QString();
}

void TestDockerImages::installTrivy(const QByteArray &script) const
{
    const QString path = m_folder.filePath(u"trivy"_s);
    write(path, "#!/bin/sh\n" + script);
    QVERIFY(QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

void TestDockerImages::list()
{
    QCOMPARE(m_daemon->docker({u"create"_s, u"--name=user"_s, m_busybox, u"true"_s}).exitCode, 0);
    const auto images = m_images->list({});
    VERIFY_DONE(images);
    QCOMPARE(images->size(), 1);
    QCOMPARE(images->first().names, QStringList {m_busybox});
    QVERIFY(images->first().id.startsWith("sha256:"_L1));
    QCOMPARE_GT(images->first().bytes, 1'000'000);
    QCOMPARE(images->first().created.toUTC().date(), QDate(2026, 1, 1));
    QCOMPARE(images->first().usedBy, QStringList {u"user"_s});
    QCOMPARE(m_daemon->docker({u"rm"_s, u"user"_s}).exitCode, 0);
}

void TestDockerImages::pullAndPush()
{
    LocalRegistry registry(*m_daemon);
    QVERIFY2(registry.start(), qPrintable(registry.failure()));
    const QString name = registry.address() + u"/lab/box:2"_s;
    VERIFY_DONE(m_images->tag(m_busybox, name, {}));
    Reports pushing;
    VERIFY_DONE(m_images->push(name, pushing.reporter(), {}));
    QVERIFY2(pushing.text().contains("Pushing"_L1), qPrintable(pushing.text()));
    QCOMPARE(m_asked, QStringList {registry.address()});
    VERIFY_DONE(m_images->remove(name, {}));
    QCOMPARE(namesOf(name), QString());
    Reports pulling;
    VERIFY_DONE(m_images->pull(name, pulling.reporter(), {}));
    QVERIFY2(pulling.text().contains("Pulling"_L1), qPrintable(pulling.text()));
    QCOMPARE(namesOf(name), name);
    const auto missing = m_images->pull(registry.address() + u"/lab/none:1"_s, {}, {});
    QVERIFY(!missing);
    QCOMPARE(missing.error().kind, FaultKind::NotFound);
    VERIFY_DONE(m_images->remove(name, {}));
}

void TestDockerImages::registryWithPassword()
{
    LocalRegistry registry(*m_daemon, LocalRegistry::Access::WithPassword);
    QVERIFY2(registry.start(), qPrintable(registry.failure()));
    const QString name = registry.address() + u"/lab/secret:1"_s;
    VERIFY_DONE(m_images->tag(m_busybox, name, {}));
    const auto without = m_images->push(name, {}, {});
    QVERIFY(!without);
    QCOMPARE(without.error().kind, FaultKind::Refused);
    QVERIFY2(without.error().advice.contains("hermesctl secrets set registry/"_L1 + registry.address()),
             qPrintable(toText(without.error())));
    m_credential = {.user = QString::fromLatin1(LocalRegistry::User), .password = u"not the password"_s};
    const auto wrong = m_images->push(name, {}, {});
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().kind, FaultKind::Refused);
    QVERIFY2(!toText(wrong.error()).contains("not the password"_L1), qPrintable(toText(wrong.error())));
    m_credential->password = QString::fromLatin1(LocalRegistry::Password);
    VERIFY_DONE(m_images->push(name, {}, {}));
    VERIFY_DONE(m_images->remove(name, {}));
    VERIFY_DONE(m_images->pull(name, {}, {}));
    VERIFY_DONE(m_images->remove(name, {}));

    // A build that begins with it, and a run whose image is not here yet.
    VERIFY_DONE(m_images->build({.tag = u"upon:1"_s, .recipe = "FROM " + name.toUtf8()}, {}, {}));
    VERIFY_DONE(m_images->remove(u"upon:1"_s, {}));
    std::ignore = m_images->remove(name, {});
    const auto running = backend({{u"image"_s, name}, {u"pull"_s, u"missing"_s}});
    const auto session = running->openSession({}, {});
    VERIFY_DONE(session);
    tests::StartedRun run(**session, tests::shell("echo pulled"));
    QVERIFY2(run.end().exitCode == 0, qPrintable(toText(run.end().fault.value_or(Fault()))));
    m_credential.reset();
    VERIFY_DONE(m_images->remove(name, {}));
    const auto refused = m_images->pull(name, {}, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, FaultKind::Refused);
}

void TestDockerImages::registryThatIsNotThere()
{
    const auto pulled = m_images->pull(u"127.0.0.1:5999/x:1"_s, {}, {});
    QVERIFY(!pulled);
    QVERIFY2(pulled.error().what.contains("5999"_L1), qPrintable(pulled.error().what));
    QCOMPARE(m_images->push(u"nothing:1"_s, {}, {}).error().kind, FaultKind::NotFound);
}

void TestDockerImages::ownImage()
{
    const QString base = m_daemon->load(u"sandboxbase"_s);
    QVERIFY2(!base.isEmpty(), qPrintable(m_daemon->failure()));
    ImageBuild own = docker::sandboxImage();
    own.arguments = {{.name = u"BASE"_s, .value = base.toUtf8()}};
    Reports reports;
    const auto id = m_images->build(own, reports.reporter(), {});
    QVERIFY2(id, qPrintable((id ? QString() : toText(id.error())) + u'\n' + reports.text()));
    QVERIFY2(reports.text().contains("Step 1/"_L1, Qt::CaseInsensitive), qPrintable(reports.text()));
    QCOMPARE(namesOf(own.tag), own.tag);
    const auto running = backend({{u"image"_s, own.tag}});
    const auto session = running->openSession({}, {});
    VERIFY_DONE(session);
    tests::StartedRun run(**session,
                          tests::python("import pandas, numpy, matplotlib, requests; print(pandas.Series([3, 4]).sum())"));
    QVERIFY2(run.end().exitCode == 0, run.err().constData());
    QCOMPARE(run.out(), "7\n"_ba);
}

void TestDockerImages::buildWithFolder()
{
    const QTemporaryDir context;
    write(context.filePath(u"data.txt"_s), QByteArray(3'000'000, 'd'));
    write(context.filePath(u"left-out"_s), "x");
    write(context.filePath(u".dockerignore"_s), "left-*\n");
    write(context.filePath(u"Dockerfile"_s), "FROM not-this-one");
    ImageBuild build {.tag = u"with-folder:1"_s,
                      .recipe = "ARG BASE\nFROM $BASE\nARG WORD=none\nCOPY . /data/\nRUN ls -A /data; echo $WORD > /word",
                      .context = context.path(),
                      .arguments = {{.name = u"BASE"_s, .value = m_busybox.toUtf8()}, {.name = u"WORD"_s, .value = "a b"}}};
    Reports reports;
    VERIFY_DONE(m_images->build(build, reports.reporter(), {}));
    const auto listed = m_daemon->docker(
        {u"run"_s, u"--rm"_s, build.tag, u"sh"_s, u"-c"_s, u"ls -A /data; wc -c < /data/data.txt; cat /word"_s});
    QCOMPARE(listed.out, ".dockerignore\nDockerfile\ndata.txt\n3000000\na b\n"_ba);
    // Again: from the cache, and with every step carried out.
    Reports cached;
    VERIFY_DONE(m_images->build(build, cached.reporter(), {}));
    QVERIFY2(m_isPodman || cached.text().contains("Using cache"_L1), qPrintable(cached.text()));
    build.usesCache = false;
    Reports again;
    VERIFY_DONE(m_images->build(build, again.reporter(), {}));
    QVERIFY2(!again.text().contains("Using cache"_L1), qPrintable(again.text()));
    VERIFY_DONE(m_images->remove(build.tag, {}));
}

void TestDockerImages::buildError()
{
    const QByteArray from = "FROM " + m_busybox.toUtf8() + '\n';
    Reports reports;
    const auto failed = m_images->build({.tag = u"x:1"_s, .recipe = from + "RUN echo before\nRUN exit 3"}, reports.reporter(), {});
    QVERIFY(!failed);
    const QString step = m_isPodman ? u"STEP 3/3: RUN exit 3"_s : u"Step 3/3 : RUN exit 3"_s;
    const QString code = m_isPodman ? u"exit status 3"_s : u"exit code 3"_s;
    QVERIFY2(failed.error().what.contains(step) && failed.error().what.contains(code), qPrintable(failed.error().what));
    QVERIFY(reports.text().contains("before\n"_L1));
    const auto unknown = m_images->build({.tag = u"x:1"_s, .recipe = from + "NONSENSE"}, {}, {});
    QVERIFY(!unknown);
    QVERIFY2(unknown.error().what.contains("NONSENSE"_L1), qPrintable(unknown.error().what));
    QCOMPARE(failed.error().kind, FaultKind::Refused);
    QCOMPARE(unknown.error().kind, FaultKind::Refused);
    QCOMPARE(m_images->build({.tag = u"x:1"_s, .recipe = from + "COPY nothing /"}, {}, {}).error().kind, FaultKind::Refused);
    QCOMPARE(m_images->build({.tag = u"X:1"_s, .recipe = from}, {}, {}).error().kind, FaultKind::Usage);
    QCOMPARE(m_images->build({.tag = u"x:1"_s, .recipe = " \n"}, {}, {}).error().kind, FaultKind::Usage);
    QCOMPARE(namesOf(u"x:1"_s), QString());
}

QByteArrayList TestDockerImages::allImages() const
{
    QByteArrayList ids =
        m_daemon->docker({u"image"_s, u"ls"_s, u"--all"_s, u"--quiet"_s, u"--no-trunc"_s}).out.trimmed().split('\n');
    std::ranges::sort(ids);
    return ids;
}

/// The steps before the one that failed have made images; those of an earlier build stay, whatever the log speaks of.
void TestDockerImages::failedBuildLeavesNothing()
{
    const QByteArray begin = "FROM " + m_busybox.toUtf8() + "\nRUN echo one > /one\nRUN echo two > /two\n";
    const auto replaced = m_images->build({.tag = u"base:1"_s, .recipe = begin + "RUN echo kept > /kept"}, {}, {});
    VERIFY_DONE(replaced);
    VERIFY_DONE(m_images->build({.tag = u"base:1"_s, .recipe = begin}, {}, {}));
    const QByteArrayList before = allImages();
    const QByteArray lie = "RUN echo ' ---> " + replaced->section(u':', -1).first(12).toLatin1() + "'\n";
    const ImageBuild failing {.tag = u"x:1"_s, .recipe = begin + "RUN echo three > /three\n" + lie + "RUN exit 3"};
    QVERIFY(!m_images->build(failing, {}, {}));
    QCOMPARE(allImages(), before);
    Reports reports;
    reports.stopAt(u"begun\n"_s);
    const ImageBuild stopped {.tag = u"x:1"_s, .recipe = begin + "RUN echo four > /four" + longStep()};
    QCOMPARE(m_images->build(stopped, reports.reporter(), reports.stop()).error().kind, FaultKind::Cancelled);
    QTRY_COMPARE_WITH_TIMEOUT(allImages(), before, 30'000);
    QCOMPARE(m_daemon->docker({u"ps"_s, u"--all"_s, u"--quiet"_s}).out, ""_ba);
    VERIFY_DONE(m_images->remove(*replaced, {}));
    VERIFY_DONE(m_images->remove(u"base:1"_s, {}));
}

void TestDockerImages::cancelledBuild()
{
    Reports reports;
    reports.stopAt(u"begun\n"_s);
    const auto start = std::chrono::steady_clock::now();
    const auto cancelled = m_images->build({.tag = u"slow:1"_s, .recipe = "FROM " + m_busybox.toUtf8() + "" + longStep()},
                                           reports.reporter(), reports.stop());
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().kind, FaultKind::Cancelled);
    QCOMPARE_LT(std::chrono::steady_clock::now() - start, 60s);
    QTRY_COMPARE_WITH_TIMEOUT(m_daemon->docker({u"ps"_s, u"--quiet"_s}).out, ""_ba, 30'000);
    QCOMPARE(namesOf(u"slow:1"_s), QString());
}

void TestDockerImages::exportAndImport()
{
    const QString file = m_folder.filePath(u"box.tar"_s);
    Reports reports;
    VERIFY_DONE(m_images->tag(m_busybox, u"kept:7"_s, {}));
    VERIFY_DONE(m_images->exportTo(u"kept:7"_s, file, reports.reporter(), {}));
    QCOMPARE_GT(QFileInfo(file).size(), 1'000'000);
    VERIFY_DONE(m_images->remove(u"kept:7"_s, {}));
    const auto names = m_images->importFrom(file, reports.reporter(), {});
    VERIFY_DONE(names);
    QCOMPARE(*names, QStringList {m_isPodman ? u"docker.io/library/kept:7"_s : u"kept:7"_s});
    QCOMPARE(namesOf(u"kept:7"_s), u"kept:7"_s);
    VERIFY_DONE(m_images->remove(u"kept:7"_s, {}));
    // What fails leaves the file of before, and nothing beside it.
    const qint64 size = QFileInfo(file).size();
    QCOMPARE(m_images->exportTo(u"nothing:1"_s, file, {}, {}).error().kind, FaultKind::NotFound);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(m_images->exportTo(m_busybox, file, {}, stop.get_token()).error().kind, FaultKind::Cancelled);
    QCOMPARE(QFileInfo(file).size(), size);
    QCOMPARE(QDir(m_folder.path()).entryList({u"box*"_s}, QDir::Files), QStringList {u"box.tar"_s});
    QCOMPARE(m_images->exportTo(m_busybox, u"/nowhere/x.tar"_s, {}, {}).error().kind, FaultKind::Storage);
}

void TestDockerImages::importOfRubbish()
{
    const QString file = m_folder.filePath(u"rubbish"_s);
    write(file, QByteArray(100'000, 'r'));
    const auto rubbish = m_images->importFrom(file, {}, {});
    QVERIFY(!rubbish);
    QVERIFY2(rubbish.error().what.contains("rubbish"_L1), qPrintable(rubbish.error().what));
    QCOMPARE(rubbish.error().kind, FaultKind::Refused);
    QVERIFY(!m_images->importFrom(m_folder.filePath(u"none"_s), {}, {}));
}

void TestDockerImages::removeInUse()
{
    QCOMPARE(m_daemon->docker({u"create"_s, u"--name=holder"_s, m_busybox, u"true"_s}).exitCode, 0);
    const auto refused = m_images->remove(m_busybox, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, FaultKind::Conflict);
    QVERIFY2(refused.error().what.contains("holder"_L1), qPrintable(refused.error().what));
    QCOMPARE(m_daemon->docker({u"rm"_s, u"holder"_s}).exitCode, 0);
    QCOMPARE(m_images->remove(u"nothing:1"_s, {}).error().kind, FaultKind::NotFound);
}

void TestDockerImages::scan()
{
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", m_folder.path().toUtf8());
    const auto none = m_images->scan(m_busybox, {}, {});
    qputenv("PATH", path);
    QVERIFY(!none);
    QCOMPARE(none.error().kind, FaultKind::Unreachable);
    QVERIFY(none.error().advice.contains("Install it"_L1));

    installTrivy("echo \"$DOCKER_HOST $*\" > \"$0.seen\"\n"
                 "echo '{\"SchemaVersion\":2,\"Results\":[{\"Vulnerabilities\":[{\"VulnerabilityID\":\"CVE-1\",\"PkgName\":\"p\","
                 "\"InstalledVersion\":\"1\",\"FixedVersion\":\"2\",\"Severity\":\"HIGH\",\"Title\":\"t\"}]}]}'\n");
    const auto scanned = m_images->scan(m_busybox, {}, {});
    VERIFY_DONE(scanned);
    QCOMPARE(scanned->findings.size(), 1);
    QCOMPARE(scanned->findings.first().severity, Severity::High);
    QCOMPARE(fileText(m_folder.filePath(u"trivy.seen"_s)).trimmed(),
             (m_daemon->address() + u" image --format json --quiet "_s + m_busybox).toUtf8());
    const auto kept = m_images->lastScan(scanned->imageId, {});
    QVERIFY(kept && *kept);
    QCOMPARE((*kept)->findings, scanned->findings);

    installTrivy("echo 'FATAL no database' >&2; exit 1\n");
    const auto failed = m_images->scan(m_busybox, {}, {});
    QVERIFY(!failed);
    QVERIFY2(failed.error().what.contains("no database"_L1), qPrintable(failed.error().what));

    installTrivy("exec sleep 4716\n");
    std::stop_source stop;
    const std::jthread stopper([&] {
        std::this_thread::sleep_for(200ms);
        stop.request_stop();
    });
    QCOMPARE(m_images->scan(m_busybox, {}, stop.get_token()).error().kind, FaultKind::Cancelled);
}

void TestDockerImages::scanPolicy()
{
    VERIFY_DONE(m_images->build({.tag = u"policy:1"_s, .recipe = "FROM " + m_busybox.toUtf8() + "\nLABEL a=b"}, {}, {}));
    const auto blocked = backend({{u"image"_s, u"policy:1"_s}, {u"block-critical"_s, u"true"_s}});
    const auto runOnce = [&](const std::shared_ptr<Backend> &on) {
        const auto session = on->openSession({}, {});
        if (!session)
            return RunEnd::infrastructure(session.error(), false);
        tests::StartedRun run(**session, tests::shell("echo hi"));
        return run.end();
    };
    const RunEnd unscanned = runOnce(blocked);
    QCOMPARE(unscanned.reason, EndReason::Infrastructure);
    QVERIFY2(toText(unscanned.fault.value()).contains("Scan it first"_L1), qPrintable(toText(unscanned.fault.value())));
    QCOMPARE(runOnce(backend({{u"image"_s, u"policy:1"_s}})).exitCode, 0);

    installTrivy("echo '{\"SchemaVersion\":2}'\n");
    VERIFY_DONE(m_images->scan(u"policy:1"_s, {}, {}));
    QCOMPARE(runOnce(blocked).exitCode, 0);
    auto sandbox = blocked->openSandbox({.id = u"box"_s}, {});
    VERIFY_DONE(sandbox);
    sandbox->reset();

    installTrivy("echo '{\"SchemaVersion\":2,\"Results\":[{\"Vulnerabilities\":[{\"VulnerabilityID\":\"CVE-9\",\"PkgName\":\"p\","
                 "\"Severity\":\"CRITICAL\"}]}]}'\n");
    VERIFY_DONE(m_images->scan(u"policy:1"_s, {}, {}));
    const RunEnd critical = runOnce(blocked);
    QCOMPARE(critical.reason, EndReason::Infrastructure);
    QVERIFY2(toText(critical.fault.value()).contains("CVE-9"_L1), qPrintable(toText(critical.fault.value())));
    // A sandbox that was there before the scan is no way around it.
    QCOMPARE(blocked->openSandbox({.id = u"box"_s}, {}).error().kind, FaultKind::Denied);
    VERIFY_DONE(blocked->close({.id = u"box"_s}, {}));
}

void TestDockerImages::badNames()
{
    for (const QString &name : {u"../containers/json"_s, u"a b"_s, u"x?y"_s}) {
        QCOMPARE(m_images->pull(name, {}, {}).error().kind, FaultKind::Usage);
        QCOMPARE(m_images->remove(name, {}).error().kind, FaultKind::Usage);
        QCOMPARE(m_images->tag(m_busybox, name, {}).error().kind, FaultKind::Usage);
        QCOMPARE(m_images->push(name, {}, {}).error().kind, FaultKind::Usage);
        const auto settings = resolveSettings(docker::dockerSchema(), {.flags = {{u"image"_s, name}}});
        QVERIFY(settings);
        const auto parsed = docker::dockerSettings(*settings);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().kind, FaultKind::Usage);
    }
    QCOMPARE(m_images->tag(m_busybox, u"a@sha256:0"_s, {}).error().kind, FaultKind::Usage);
}

QTEST_GUILESS_MAIN(TestDockerImages)
#include "tst_dockerimages.moc"
