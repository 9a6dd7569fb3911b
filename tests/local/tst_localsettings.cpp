// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/localbackend.h"
#include "backends/local/localsettings.h"
#include "backends/runner/runnerlocation.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hermes;
using namespace hermes::local;

class TestLocalSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingSet();
    void everythingSet();
    void badValuesNameTheirOrigin_data();
    void badValuesNameTheirOrigin();
    void workFolders_data();
    void workFolders();
    void workFolderThatCannotBeMade();
    void missingRunnerNamesThePlaces();
    void kind();
};

void TestLocalSettings::nothingSet()
{
    const auto resolved = resolveSettings(localSchema(), {});
    QVERIFY(resolved);
    const LocalSettings settings = localSettings(*resolved);
    QVERIFY(settings.workdir.isEmpty());
    QVERIFY(!settings.timeout);
    QVERIFY(!settings.limits.any());
    QVERIFY(settings.killDelay == 700ms);
}

void TestLocalSettings::everythingSet()
{
    const auto resolved = resolveSettings(
        localSchema(),
        {.flags = {{u"memory"_s, u"256m"_s}, {u"file-size"_s, u"1k"_s}, {u"kill-delay"_s, u"2"_s}},
         .environment = {{u"HERMES_LOCAL_TIMEOUT"_s, u"1.5"_s}, {u"HERMES_LOCAL_WORKDIR"_s, u"/w//x/"_s}},
         .profile = {{u"cpu-time"_s, u"5"_s}, {u"processes"_s, u"9"_s}}});
    QVERIFY2(resolved, resolved ? "" : qUtf8Printable(toText(resolved.error())));
    const LocalSettings settings = localSettings(*resolved);
    QCOMPARE(settings.workdir, u"/w/x"_s);
    QVERIFY(settings.workdirOrigin.contains(u"HERMES_LOCAL_WORKDIR"_s));
    QVERIFY(settings.timeout == 1500ms);
    QVERIFY(settings.killDelay == 2s);
    QVERIFY(settings.limits.memoryBytes == 256LL * 1024 * 1024);
    QVERIFY(settings.limits.fileBytes == 1024);
    QVERIFY(settings.limits.cpuTime == 5s);
    QVERIFY(settings.limits.processes == 9);
}

void TestLocalSettings::badValuesNameTheirOrigin_data()
{
    QTest::addColumn<QString>("value");
    for (const char *value : {"5m", "-1", "abc", "0"})
        QTest::newRow(value) << QString::fromLatin1(value);
}

void TestLocalSettings::badValuesNameTheirOrigin()
{
    QFETCH(QString, value);
    const auto resolved = resolveSettings(localSchema(), {.environment = {{u"HERMES_LOCAL_TIMEOUT"_s, value}}});
    QVERIFY(!resolved);
    QVERIFY(resolved.error().what.contains(u"HERMES_LOCAL_TIMEOUT"_s));
}

void TestLocalSettings::workFolders_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("expected");
    QTest::newRow("absolute") << u"/a/b"_s << u"/a/b"_s;
    QTest::newRow("home") << u"~"_s << QDir::homePath();
    QTest::newRow("below home") << u"~/x"_s << QDir::homePath() + u"/x"_s;
    QTest::newRow("no home of another") << u"~x"_s << QDir::currentPath() + u"/~x"_s;
    QTest::newRow("relative") << u"x/../y"_s << QDir::currentPath() + u"/y"_s;
}

void TestLocalSettings::workFolders()
{
    QFETCH(QString, given);
    Settings settings(u"local"_s);
    settings.set(u"workdir"_s, {.text = given});
    QTEST(localSettings(settings).workdir, "expected");
}

void TestLocalSettings::workFolderThatCannotBeMade()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    LocalBackend backend({.workdir = folder.filePath(u"file/below"_s), .workdirOrigin = u"HERMES_LOCAL_WORKDIR"_s});
    qputenv("HERMES_RUNNER", "/bin/true");
    const auto opened = backend.openSession({}, {});
    qunsetenv("HERMES_RUNNER");
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, FaultKind::Denied);
    QVERIFY2(opened.error().what.contains(u"file/below (HERMES_LOCAL_WORKDIR)"_s), qUtf8Printable(opened.error().what));
}

void TestLocalSettings::missingRunnerNamesThePlaces()
{
    qputenv("HERMES_RUNNER", "/nowhere/hermes-runner");
    const auto named = runner::findRunner();
    QVERIFY(!named);
    QCOMPARE(named.error().kind, FaultKind::NotConfigured);
    QVERIFY(named.error().what.contains(u"/nowhere/hermes-runner"_s));
    qunsetenv("HERMES_RUNNER");
    if (const auto found = runner::findRunner(); !found)
        QVERIFY(found.error().what.contains(u"libexec/hermes-panel/hermes-runner"_s));
}

void TestLocalSettings::kind()
{
    const BackendKind kind = localKind();
    QCOMPARE(kind.kind, u"local"_s);
    QCOMPARE(kind.isolation, u"none"_s);
    const auto backend = kind.create(Settings(u"local"_s));
    QVERIFY(backend);
    const BackendInfo info = (*backend)->info();
    QCOMPARE(info.title, u"This machine"_s);
    QCOMPARE(info.warning.isEmpty(), ::geteuid() != 0);
    QVERIFY(info.defaultConcurrent >= 1 && info.defaultConcurrent <= info.maxConcurrent);
}

QTEST_GUILESS_MAIN(TestLocalSettings)
#include "tst_localsettings.moc"
