// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/images/buildcontext.h"
#include "backends/docker/images/buildlog.h"
#include "backends/docker/images/dockerimages.h"
#include "backends/docker/images/imagelist.h"
#include "backends/docker/images/scanrecords.h"
#include "backends/docker/images/trivyreport.h"
#include "backends/docker/tararchive.h"

#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;
using namespace hermes::docker;

namespace {
QJsonObject object(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

QJsonArray array(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).array();
}

void write(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

/// What `tar` finds in an archive: a line for each entry.
QStringList listed(const QByteArray &archive, const QString &folder)
{
    write(folder + u"/archive.tar"_s, archive);
    QProcess tar;
    tar.start(u"tar"_s, {u"-tf"_s, folder + u"/archive.tar"_s});
    if (!tar.waitForFinished() || tar.exitCode() != 0)
        return {QString::fromUtf8(tar.readAllStandardError())};
    QStringList lines = QString::fromUtf8(tar.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
    lines.sort();
    return lines;
}

Result<QByteArray> whole(BuildContext &context)
{
    QByteArray archive;
    for (;;) {
        const auto piece = context.next();
        if (!piece || piece->isEmpty())
            return piece.transform([&](const QByteArray &) { return archive; });
        archive += *piece;
    }
}
} // namespace

/// What daemon, trivy and users write about images.
class TestImageTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lists_data();
    void lists();
    void trivy_data();
    void trivy();
    void buildLog();
    void whatABuildMade();
    void failedBuilds_data();
    void failedBuilds();
    void newNames_data();
    void newNames();
    void baseImages_data();
    void baseImages();
    void ignoreRules_data();
    void ignoreRules();
    void context();
    void contextThatCannotBeRead();
    void longNames();
    void names_data();
    void names();
    void logins();
    void scanRecords();
    void ownImage();
};

void TestImageTexts::lists_data()
{
    QTest::addColumn<QByteArray>("images");
    QTest::addColumn<QByteArray>("containers");
    QTest::addColumn<QString>("found");
    const QByteArray image = R"([{"Id":"sha256:aa","RepoTags":["a:1","b:2"],"Size":7,"Created":1767225600,"RepoDigests":[]}])";
    QTest::newRow("valid") << image << R"([{"Id":"c1","Names":["/one"],"ImageID":"sha256:aa"}])"_ba << u"sha256:aa a:1,b:2 7 one"_s;
    QTest::newRow("empty") << "[]"_ba << "[]"_ba << QString();
    QTest::newRow("nothing names it") << R"([{"Id":"sha256:aa","RepoTags":null,"Size":7}])"_ba << "[]"_ba << u"sha256:aa  7 "_s;
    QTest::newRow("none") << R"([{"Id":"sha256:aa","RepoTags":["<none>:<none>"],"RepoDigests":["<none>@<none>"]}])"_ba << "[]"_ba
                          << u"sha256:aa  0 "_s;
    QTest::newRow("by its digest") << R"([{"Id":"sha256:aa","RepoTags":[],"RepoDigests":["a@sha256:bb"]}])"_ba << "[]"_ba
                                   << u"sha256:aa a@sha256:bb 0 "_s;
    QTest::newRow("id alone") << R"([{"Id":"aa","RepoTags":["a:1"]}])"_ba
                              << R"([{"Id":"0123456789abcdef","Names":[],"ImageID":"aa"}])"_ba << u"sha256:aa a:1 0 0123456789ab"_s;
    QTest::newRow("an error") << R"({"message":"no"})"_ba << "[]"_ba << QString();
    QTest::newRow("truncated") << image.first(40) << "[]"_ba << QString();
    QTest::newRow("no objects") << "[1, null, \"x\", {}]"_ba << "[1, {}]"_ba << QString();
}

void TestImageTexts::lists()
{
    QFETCH(QByteArray, images);
    QFETCH(QByteArray, containers);
    QStringList lines;
    for (const ImageEntry &entry : imagesFromList(array(images), usersFromContainers(array(containers))))
        lines.append(u"%1 %2 %3 %4"_s.arg(entry.id, entry.names.join(u','), QString::number(entry.bytes), entry.usedBy.join(u',')));
    QTEST(lines.join(u'\n'), "found");
}

void TestImageTexts::trivy_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("found");
    const QByteArray report = R"({"SchemaVersion":2,"Results":[{"Target":"x","Vulnerabilities":[
        {"VulnerabilityID":"CVE-1","PkgName":"zlib","InstalledVersion":"1","FixedVersion":"2","Severity":"LOW","Title":"a\nb"},
        {"VulnerabilityID":"CVE-2","PkgName":"openssl","InstalledVersion":"3","Severity":"CRITICAL"}]},
        {"Target":"y"},
        {"Target":"z","Vulnerabilities":[
        {"VulnerabilityID":"CVE-1","PkgName":"zlib","InstalledVersion":"1","Severity":"LOW"},
        {"VulnerabilityID":"CVE-3","PkgName":"a","InstalledVersion":"1","Severity":"STRANGE"}]}]})";
    QTest::newRow("valid, worst first, each once")
        << report << u"critical openssl 3  CVE-2 |low zlib 1 2 CVE-1 a b|unknown a 1  CVE-3 "_s;
    QTest::newRow("no findings") << R"({"SchemaVersion":2,"ArtifactName":"x"})"_ba << QString();
    QTest::newRow("empty") << ""_ba << u"fault"_s;
    QTest::newRow("an error") << "FATAL no such image"_ba << u"fault"_s;
    QTest::newRow("another JSON") << "{\"message\": 1}"_ba << u"fault"_s;
    QTest::newRow("truncated") << report.first(report.size() - 20) << u"fault"_s;
}

void TestImageTexts::trivy()
{
    QFETCH(QByteArray, json);
    const auto findings = findingsFromTrivy(json);
    QStringList lines;
    for (const ImageFinding &one : findings.value_or(QList<ImageFinding>()))
        lines.append(
            QStringList {severityName(one.severity), one.package, one.installed, one.fixedIn, one.id, one.title}.join(u' '));
    QTEST(findings ? lines.join(u'|') : u"fault"_s, "found");
    QVERIFY(findings || findings.error().kind == FaultKind::Protocol);
}

void TestImageTexts::buildLog()
{
    BuildLog log;
    QString text;
    for (const QByteArray &line :
         {R"({"status":"Pulling from x","id":"1"})"_ba, R"({"stream":"Step 1/2 : FROM x"})"_ba, R"({"stream":"\n"})"_ba,
          R"({"stream":"Step 2/2 : RUN make"})"_ba, R"({"stream":"hi\n"})"_ba, R"({"aux":{"ID":"sha256:aa"}})"_ba, "{}"_ba}) {
        const auto added = log.add(object(line));
        QVERIFY(added);
        text += *added;
    }
    QCOMPARE(text, u"Step 1/2 : FROM x\nStep 2/2 : RUN makehi\n"_s);
    QCOMPARE(log.imageId(), u"sha256:aa"_s);
    QCOMPARE(log.state(), u"Step 2/2 : RUN make"_s);
    const auto failed = log.add(object(R"({"errorDetail":{"code":3,"message":"m"},"error":"make returned 3"})"));
    QVERIFY(!failed);
    QVERIFY2(failed.error().what.contains("Step 2/2 : RUN make: ended with exit code 3"_L1), qPrintable(failed.error().what));

    // Of a script that is a step its beginning is enough.
    BuildLog scripts;
    const QString step = u"Step 1/2 : RUN a;\\\n  "_s + QString(500, u'b');
    QVERIFY(scripts.add(QJsonObject {{u"stream"_s, step}}));
    const auto script = scripts.add(object(R"({"errorDetail":{"code":127},"error":"The command ... returned"})"));
    QVERIFY(!script && script.error().what.size() < 200);
    QVERIFY2(script.error().what.contains("ended with exit code 127"_L1), qPrintable(script.error().what));
}

/// The images that a failed build has to take away again.
void TestImageTexts::whatABuildMade()
{
    BuildLog log;
    for (const QByteArray &stream : {"Step 1/4 : FROM x"_ba, " ---> aaaaaaaaaaaa\n"_ba, "Step 2/4 : RUN a"_ba,
                                     " ---> Using cache\n"_ba, " ---> bbbbbbbbbbbb\n"_ba, "Step 3/4 : RUN b"_ba,
                                     " ---> Running in cccccccccccc\n"_ba, " ---> Removed intermediate container cccccccccccc\n"_ba,
                                     " ---> dddddddddddd\n"_ba, "STEP 4/4: RUN c"_ba, "--> eeeeeeeeeeee\n"_ba})
        QVERIFY(log.add({{u"stream"_s, QString::fromLatin1(stream)}}));
    QCOMPARE(log.made(), (QStringList {u"dddddddddddd"_s, u"eeeeeeeeeeee"_s}));
}

void TestImageTexts::failedBuilds_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<FaultKind>("kind");
    QTest::newRow("step") << R"({"errorDetail":{"code":3,"message":"m"},"error":"curl returned 3: dial tcp"})"_ba
                          << FaultKind::Refused;
    QTest::newRow("missing file") << R"({"error":"COPY failed: file not found in build context"})"_ba << FaultKind::Refused;
    QTest::newRow("no registry") << R"({"error":"Get \"https://a/v2/\": dial tcp 127.0.0.1:5: connect: connection refused"})"_ba
                                 << FaultKind::Unreachable;
    QTest::newRow("full disk") << R"({"error":"write /a: no space left on device"})"_ba << FaultKind::Exhausted;
}

void TestImageTexts::failedBuilds()
{
    QFETCH(const QByteArray, line);
    BuildLog log;
    const auto failed = log.add(object(line));
    QVERIFY(!failed);
    QTEST(failed.error().kind, "kind");
}

void TestImageTexts::newNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("usable");
    QTest::newRow("usual") << u"work:1"_s << true;
    QTest::newRow("capitals in the tag") << u"work:RC1"_s << true;
    QTest::newRow("capitals in the registry") << u"Host.example:5000/work:1"_s << true;
    QTest::newRow("capitals") << u"Work:1"_s << false;
    QTest::newRow("digest") << u"work@sha256:0"_s << false;
    QTest::newRow("no name") << u"a b"_s << false;
}

void TestImageTexts::newNames()
{
    QFETCH(const QString, name);
    const auto checked = checkNewImageName(name);
    QTEST(checked.has_value(), "usable");
    QVERIFY(checked || checked.error().kind == FaultKind::Usage);
}

void TestImageTexts::baseImages_data()
{
    QTest::addColumn<QByteArray>("recipe");
    QTest::addColumn<QString>("found");
    QTest::newRow("one") << "FROM a:1\n"_ba << u"a:1"_s;
    QTest::newRow("argument") << "ARG BASE=ghcr.io/x:1\nFROM ${BASE}\n"_ba << u"ghcr.io/x:1"_s;
    QTest::newRow("given argument") << "ARG TAG\nFROM a:$TAG"_ba << u"a:given"_s;
    QTest::newRow("default") << "FROM a:${X:-7}"_ba << u"a:7"_s;
    QTest::newRow("stages")
        << "from --platform=linux/amd64 a as one\nFROM one\nFROM scratch\nFROM b AS two\nCOPY --from=two / /\n"_ba << u"a b"_s;
    QTest::newRow("empty") << ""_ba << QString();
    QTest::newRow("no Dockerfile") << "\x00\xff{"_ba << QString();
}

void TestImageTexts::baseImages()
{
    QFETCH(QByteArray, recipe);
    QTEST(docker::baseImages(recipe, {{.name = u"TAG"_s, .value = "given"}}).join(u' '), "found");
}

void TestImageTexts::ignoreRules_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isOut");
    const auto add = [](const char *name, const QByteArray &rules, const QString &path, bool isOut) {
        QTest::newRow(name) << rules << path << isOut;
    };
    add("nothing", "", u"a"_s, false);
    add("name", "a", u"a"_s, true);
    add("not deeper", "a", u"b/a"_s, false);
    add("inside of it", "a", u"a/b/c"_s, true);
    add("star", "*.pyc", u"x.pyc"_s, true);
    add("star is one part", "*.pyc", u"d/x.pyc"_s, false);
    add("two stars", "**/*.pyc", u"d/e/x.pyc"_s, true);
    add("two stars here", "**/*.pyc", u"x.pyc"_s, true);
    add("two stars behind", "a/**", u"a/b/c"_s, true);
    add("question mark", "a?", u"ab"_s, true);
    add("class", "a[0-9]", u"a7"_s, true);
    add("comment", "# a\nb", u"# a"_s, false);
    add("exception", "*\n!keep", u"keep"_s, false);
    add("exception below", "d\n!d/keep", u"d/keep"_s, false);
    add("the last counts", "!keep\n*", u"keep"_s, true);
    add("slashes", "/a/", u"a/b"_s, true);
    add("dots", "./a/../b", u"b"_s, true);
    add("not a regular expression", "a.b(", u"axb("_s, false);
    add("bad class", "a[", u"a["_s, true);
}

void TestImageTexts::ignoreRules()
{
    QFETCH(QByteArray, rules);
    QFETCH(QString, path);
    QTEST(IgnoreRules(rules).leavesOut(path), "isOut");
}

void TestImageTexts::context()
{
    const QTemporaryDir folder;
    const QTemporaryDir other;
    const QString deep = u"d/"_s + QString(120, u'n') + u"/file"_s;
    write(folder.filePath(u"Dockerfile"_s), "FROM other");
    write(folder.filePath(u"keep/a.txt"_s), QByteArray(700'000, 'x'));
    write(folder.filePath(u"out/b.txt"_s), "b");
    write(folder.filePath(u"out/kept"_s), "k");
    write(folder.filePath(deep), "deep");
    write(folder.filePath(u".dockerignore"_s), "out\n!out/kept\n");
    QVERIFY(QFile::link(u"../nowhere"_s, folder.filePath(u"link"_s)));
    auto context = BuildContext::open("FROM x", folder.path());
    QVERIFY(context);
    const auto archive = whole(*context);
    QVERIFY2(archive, archive ? "" : qPrintable(archive.error().what));
    QCOMPARE(context->bytes(), archive->size());
    QStringList expected {u".dockerignore"_s,
                          QString::fromUtf8(context->recipeName()),
                          u"Dockerfile"_s,
                          u"keep/"_s,
                          u"keep/a.txt"_s,
                          u"out/kept"_s,
                          u"link"_s,
                          u"d/"_s,
                          QFileInfo(deep).path() + u'/',
                          deep};
    expected.sort();
    QCOMPARE(listed(*archive, other.path()), expected);
    QVERIFY(archive->contains(QByteArray("out\n!out/kept\n\n" + context->recipeName() + "\n")));

    auto alone = BuildContext::open("FROM x", {});
    QVERIFY(alone);
    QCOMPARE(listed(whole(*alone).value_or(QByteArray()), other.path()), QStringList {u"Dockerfile"_s});
}

void TestImageTexts::contextThatCannotBeRead()
{
    const QTemporaryDir folder;
    QCOMPARE(BuildContext::open("FROM x", folder.filePath(u"none"_s)).error().kind, FaultKind::Usage);
    write(folder.filePath(u"a"_s), "a");
    QCOMPARE(BuildContext::open("FROM x", folder.filePath(u"a"_s)).error().kind, FaultKind::Usage);
    write(folder.filePath(u"shrinks"_s), QByteArray(2'000'000, 'x'));
    auto context = BuildContext::open("FROM x", folder.path());
    QVERIFY(context && context->next());
    QVERIFY(QFile::resize(folder.filePath(u"shrinks"_s), 10));
    const auto rest = whole(*context);
    QVERIFY(!rest);
    QCOMPARE(rest.error().kind, FaultKind::Storage);
    QVERIFY(rest.error().what.contains("shrinks"_L1));
}

void TestImageTexts::longNames()
{
    const QTemporaryDir folder;
    const QByteArray name = QByteArray(300, 'a') + "/b";
    QCOMPARE(listed(tarOf({{.name = name, .content = "x"}, {.name = "plain", .content = QByteArray(512, 'y')}}), folder.path()),
             (QStringList {QString::fromUtf8(name), u"plain"_s}));
}

void TestImageTexts::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("usable");
    for (const QString &name : {u"python"_s, u"python:3.11-slim"_s, u"localhost:5000/Team/x@sha256:abc"_s, u"sha256:0a"_s})
        QTest::newRow(qPrintable(name)) << name << true;
    for (const QString &name :
         {QString(), u"a b"_s, u"../containers"_s, u"a/../b"_s, u"a?x=1"_s, u"-a"_s, u"a//b"_s, u"a\n"_s, u"ä"_s})
        QTest::newRow(qPrintable(u"bad: "_s + name)) << name << false;
}

void TestImageTexts::names()
{
    QFETCH(QString, name);
    QTEST(checkImageName(name).has_value(), "usable");
}

void TestImageTexts::logins()
{
    const auto none = RegistryLogins::lookUp({}, {u"docker.io"_s}, {});
    QVERIFY(none);
    QCOMPARE(none->forOne(), "e30="_ba);
    const auto source = [](const QString &registry, std::stop_token) -> Result<std::optional<RegistryCredential>> {
        if (registry != "r:5000"_L1)
            return std::nullopt;
        return RegistryCredential {.user = u"u"_s, .password = u"pass word"_s};
    };
    const auto logins = RegistryLogins::lookUp(source, {u"r:5000"_s, u"docker.io"_s}, {});
    QVERIFY(logins);
    const QJsonObject one = object(QByteArray::fromBase64(logins->forOne(), QByteArray::Base64UrlEncoding));
    QCOMPARE(one.value("username"_L1).toString(), u"u"_s);
    QCOMPARE(one.value("serveraddress"_L1).toString(), u"r:5000"_s);
    const QJsonObject all = object(QByteArray::fromBase64(logins->forBuild(), QByteArray::Base64UrlEncoding));
    QCOMPARE(all.keys(), QStringList {u"r:5000"_s});
    const Fault refused = logins->explained(
        {.kind = FaultKind::NotFound, .what = u"unauthorized: authentication required for u:pass word"_s});
    QCOMPARE(refused.kind, FaultKind::Refused);
    QVERIFY(!refused.what.contains("pass word"_L1));
    QVERIFY(refused.advice.contains("registry/r:5000"_L1));
    QCOMPARE(logins->explained({.kind = FaultKind::NotFound, .what = u"manifest unknown"_s}).kind, FaultKind::NotFound);
    QCOMPARE(registryOf(u"index.docker.io/library/x"_s), u"docker.io"_s);
    QCOMPARE(registryOf(u"localhost/x"_s), u"localhost"_s);
}

void TestImageTexts::scanRecords()
{
    const QTemporaryDir folder;
    const ScanRecords records(folder.filePath(u"scans"_s));
    const QString id = u"sha256:aa"_s;
    QVERIFY(records.find(id) && !*records.find(id));
    QCOMPARE(records.checkPolicy(u"a:1"_s, id).error().kind, FaultKind::Denied);
    QVERIFY(records.checkPolicy(u"a:1"_s, id).error().advice.contains("Scan it first"_L1));
    ImageScan scan {.image = u"a:1"_s, .imageId = id, .when = QDateTime::fromSecsSinceEpoch(1'767'225'600, QTimeZone::UTC)};
    scan.findings = {{.id = u"CVE-1"_s, .package = u"p"_s, .installed = u"1"_s, .severity = Severity::High}};
    QVERIFY(records.keep(scan));
    QCOMPARE(**records.find(id), scan);
    QVERIFY(records.checkPolicy(u"a:1"_s, id));
    scan.findings.prepend({.id = u"CVE-2"_s, .package = u"q"_s, .severity = Severity::Critical});
    QVERIFY(records.keep(scan));
    const auto refused = records.checkPolicy(u"a:1"_s, id);
    QVERIFY(!refused && refused.error().what.contains("CVE-2 in q"_L1));
    // A record that is damaged allows nothing.
    const QStringList files = QDir(folder.filePath(u"scans"_s)).entryList(QDir::Files);
    QCOMPARE(files.size(), 1);
    write(folder.filePath(u"scans/"_s + files.first()), "{\"image_id\": \"sha2");
    QCOMPARE(records.checkPolicy(u"a:1"_s, id).error().kind, FaultKind::Storage);
}

void TestImageTexts::ownImage()
{
    const ImageBuild own = sandboxImage();
    QCOMPARE(own.tag, u"hermes-sandbox:0.6"_s);
    QVERIFY(own.recipe.startsWith("ARG BASE=python:3.11-slim\n"));
    QCOMPARE(docker::baseImages(own.recipe, {}), QStringList {u"python:3.11-slim"_s});
}

QTEST_GUILESS_MAIN(TestImageTexts)
#include "tst_imagetexts.moc"
