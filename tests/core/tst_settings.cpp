// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/settings.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;

Q_DECLARE_METATYPE(hermes::Setting)

namespace {

SettingsSchema localSchema()
{
    return {.backend = u"local"_s,
            .settings = {{.key = u"workdir"_s, .type = SettingType::Path},
                         {.key = u"timeout"_s, .type = SettingType::Duration, .minimum = 1, .maximum = 86400},
                         {.key = u"max-runs"_s, .type = SettingType::Integer, .defaultText = u"4"_s, .minimum = 1},
                         {.key = u"host"_s, .vendorVariables = {u"VENDOR_HOST"_s, u"VENDOR_URL"_s}},
                         {.key = u"token"_s, .secret = true}}};
}

} // namespace

class tst_Settings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names();
    void checkSetting_data();
    void checkSetting();
    void messages_data();
    void messages();
    void secretIsNotShown();
    void precedence_data();
    void precedence();
    void onlyTheValueInForceCounts();
    void profileFaults_data();
    void profileFaults();
    void typedAccess();
    void duration_data();
    void duration();
    void size_data();
    void size();
};

void tst_Settings::names()
{
    QCOMPARE(settingFlag(u"docker"_s, u"pids-limit"_s), u"--docker-pids-limit"_s);
    QCOMPARE(settingVariable(u"docker"_s, u"pids-limit"_s), u"HERMES_DOCKER_PIDS_LIMIT"_s);
    const SettingsSchema schema = localSchema();
    QVERIFY(schema.find(u"timeout"_s));
    QVERIFY(!schema.find(u"Timeout"_s));
}

void tst_Settings::checkSetting_data()
{
    QTest::addColumn<Setting>("setting");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical"); // null: refused

    const auto row = [](const char *name, const Setting &setting, const QString &text, const QString &canonical = {}) {
        QTest::newRow(name) << setting << text << canonical;
    };
    using enum SettingType;
    row("integer", {.type = Integer}, u" 042 "_s, u"42"_s);
    row("integer: negative", {.type = Integer}, u"-3"_s, u"-3"_s);
    row("integer: fraction", {.type = Integer}, u"4.5"_s);
    row("integer: empty", {.type = Integer}, u""_s);
    row("integer: blank", {.type = Integer}, u"  "_s);
    row("integer: below", {.type = Integer, .minimum = 1}, u"0"_s);
    row("integer: above", {.type = Integer, .maximum = 8}, u"9"_s);
    row("integer: too large", {.type = Integer}, u"99999999999999999999"_s);
    row("number", {.type = Number}, u"0.50"_s, u"0.5"_s);
    row("number: exponent", {.type = Number}, u"1e3"_s, u"1000"_s);
    row("number: infinite", {.type = Number}, u"inf"_s);
    row("number: none", {.type = Number}, u"nan"_s);
    row("number: word", {.type = Number}, u"two"_s);
    row("duration", {.type = Duration}, u"90.500"_s, u"90.5"_s);
    row("duration: unit", {.type = Duration}, u"5m"_s);
    row("duration: below", {.type = Duration, .minimum = 1}, u"0.5"_s);
    row("size", {.type = Size}, u"2K"_s, u"2048"_s);
    row("size: above", {.type = Size, .maximum = 1024}, u"1m"_s);
    row("boolean: yes", {.type = Boolean}, u"Yes"_s, u"true"_s);
    row("boolean: 0", {.type = Boolean}, u"0"_s, u"false"_s);
    row("boolean: word", {.type = Boolean}, u"maybe"_s);
    row("boolean: empty", {.type = Boolean}, u""_s);
    row("choice", {.type = Choice, .choices = {u"none"_s, u"host"_s}}, u"None"_s, u"none"_s);
    row("choice: other", {.type = Choice, .choices = {u"none"_s, u"host"_s}}, u"bridge"_s);
    row("path", {.type = Path}, u"/tmp/a b "_s, u"/tmp/a b "_s);
    row("path: empty", {.type = Path}, u""_s);
    const Setting absolute {.type = Path, .absolute = true};
    row("absolute path", absolute, u"/tmp//a/"_s, u"/tmp/a"_s);
    row("absolute path: home", absolute, u"~"_s, QDir::homePath());
    row("absolute path: below home", absolute, u"~/a"_s, QDir::homePath() + u"/a"_s);
    row("absolute path: relative", absolute, u"a/b"_s);
    row("absolute path: another's home", absolute, u"~user/a"_s);
    row("absolute path: empty", absolute, u""_s);
    row("text", {.type = Text}, u" x "_s, u" x "_s);
    row("text: empty", {.type = Text}, u""_s, u""_s);
    row("text: lines", {.type = Text}, u"a\nb"_s);
    row("text: NUL", {.type = Text}, QString(QChar(0)));
}

void tst_Settings::checkSetting()
{
    QFETCH(const Setting, setting);
    QFETCH(const QString, text);
    QFETCH(const QString, canonical);
    const auto checked = hermes::checkSetting(setting, text, u"--x"_s);
    QCOMPARE(checked.has_value(), !canonical.isNull());
    if (checked)
        QCOMPARE(*checked, canonical);
    else
        QCOMPARE(checked.error().kind, FaultKind::Usage);
}

void tst_Settings::messages_data()
{
    QTest::addColumn<Setting>("setting");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");

    using enum SettingType;
    QTest::newRow("duration") << Setting {.type = Duration} << u"5m"_s
                              << u"HERMES_LOCAL_TIMEOUT is \"5m\": give a number of seconds, for example 300"_s;
    QTest::newRow("default as example") << Setting {.type = Duration, .defaultText = u"60"_s} << u"x"_s
                                        << u"HERMES_LOCAL_TIMEOUT is \"x\": give a number of seconds, for example 60"_s;
    QTest::newRow("range") << Setting {.type = Integer, .minimum = 1, .maximum = 64} << u"65"_s
                           << u"HERMES_LOCAL_TIMEOUT is \"65\": give a whole number from 1 to 64, for example 4"_s;
    QTest::newRow("size")
        << Setting {.type = Size, .minimum = 6291456} << u"1k"_s
        << u"HERMES_LOCAL_TIMEOUT is \"1k\": give a size in bytes or with k, m, g or t of at least 6m, for example 512m"_s;
    QTest::newRow("choice") << Setting {.type = Choice, .choices = {u"none"_s, u"host"_s}} << u"x"_s
                            << u"HERMES_LOCAL_TIMEOUT is \"x\": give one of none, host"_s;
}

void tst_Settings::messages()
{
    QFETCH(const Setting, setting);
    QFETCH(const QString, text);
    QFETCH(const QString, message);
    const auto checked = hermes::checkSetting(setting, text, u"HERMES_LOCAL_TIMEOUT"_s);
    QVERIFY(!checked);
    QCOMPARE(toText(checked.error()), message);
}

void tst_Settings::secretIsNotShown()
{
    const auto checked = hermes::checkSetting({.secret = true}, u"zq9\ncanary"_s, u"HERMES_X_TOKEN"_s);
    QVERIFY(!checked);
    QVERIFY(!toText(checked.error()).contains(u"canary"_s));
    QVERIFY(toText(checked.error()).contains(u"HERMES_X_TOKEN"_s));
}

void tst_Settings::precedence_data()
{
    QTest::addColumn<QString>("flag");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("vendor");
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("origin");

    QTest::newRow("flag") << u"f"_s << u"v"_s << u"w"_s << u"p"_s << u"f"_s << u"--local-host"_s;
    QTest::newRow("variable") << QString() << u"v"_s << u"w"_s << u"p"_s << u"v"_s << u"HERMES_LOCAL_HOST"_s;
    QTest::newRow("vendor") << QString() << QString() << u"w"_s << u"p"_s << u"w"_s << u"VENDOR_URL"_s;
    QTest::newRow("empty variable") << QString() << u""_s << u"w"_s << u"p"_s << u"w"_s << u"VENDOR_URL"_s;
    QTest::newRow("profile") << QString() << QString() << QString() << u"p"_s << u"p"_s << u"profile box, key host"_s;
    QTest::newRow("empty flag") << u""_s << u"v"_s << u"w"_s << u"p"_s << u""_s << u"--local-host"_s;
}

void tst_Settings::precedence()
{
    QFETCH(const QString, flag);
    QFETCH(const QString, variable);
    QFETCH(const QString, vendor);
    QFETCH(const QString, profile);
    QFETCH(const QString, text);
    QFETCH(const QString, origin);
    SettingSources sources {.profileName = u"box"_s};
    if (!flag.isNull())
        sources.flags.insert(u"host"_s, flag);
    if (!variable.isNull())
        sources.environment.insert(u"HERMES_LOCAL_HOST"_s, variable);
    if (!vendor.isNull())
        sources.environment.insert(u"VENDOR_URL"_s, vendor);
    if (!profile.isNull())
        sources.profile.insert(u"host"_s, profile);
    const auto settings = resolveSettings(localSchema(), sources);
    QVERIFY(settings);
    QCOMPARE(settings->text(u"host"_s), text);
    QCOMPARE(settings->value(u"host"_s).origin, origin);
    QCOMPARE(settings->value(u"max-runs"_s).source, SettingSource::Default);
    QVERIFY(!settings->has(u"workdir"_s));
}

void tst_Settings::onlyTheValueInForceCounts()
{
    SettingSources sources {.flags = {{u"timeout"_s, u"5"_s}}, .environment = {{u"HERMES_LOCAL_TIMEOUT"_s, u"5m"_s}}};
    QVERIFY(resolveSettings(localSchema(), sources));
    sources.flags.clear();
    const auto settings = resolveSettings(localSchema(), sources);
    QVERIFY(!settings);
    QVERIFY(settings.error().what.startsWith(u"HERMES_LOCAL_TIMEOUT is \"5m\""_s));
}

void tst_Settings::profileFaults_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");

    QTest::newRow("unknown") << u"imgae"_s << u"x"_s << u"profile box has the unknown key \"imgae\""_s;
    QTest::newRow("secret") << u"token"_s << u"zq9"_s << u"profile box holds the secret \"token\""_s;
    QTest::newRow("value") << u"timeout"_s << u"-1"_s << u"profile box, key timeout is \"-1\""_s;
}

void tst_Settings::profileFaults()
{
    QFETCH(const QString, key);
    QFETCH(const QString, text);
    QFETCH(const QString, part);
    const auto settings = resolveSettings(localSchema(), {.profile = {{key, text}}, .profileName = u"box"_s});
    QVERIFY(!settings);
    QVERIFY2(settings.error().what.contains(part), qPrintable(settings.error().what));
    QVERIFY(!toText(settings.error()).contains(u"zq9"_s));
    // What is being edited has no name yet.
    const auto unsaved = resolveSettings(localSchema(), {.profile = {{key, text}}});
    QVERIFY(unsaved.error().what.startsWith("the unsaved profile"_L1));
}

void tst_Settings::typedAccess()
{
    Settings settings(u"local"_s);
    settings.set(u"timeout"_s, {.text = u"1.5"_s});
    settings.set(u"pty"_s, {.text = u"true"_s});
    QCOMPARE(settings.duration(u"timeout"_s), std::chrono::milliseconds(1500));
    QCOMPARE(settings.number(u"timeout"_s), 1.5);
    QVERIFY(!settings.integer(u"timeout"_s));
    QVERIFY(settings.flag(u"pty"_s));
    QVERIFY(!settings.flag(u"timeout"_s));
    QVERIFY(!settings.duration(u"none"_s));
}

void tst_Settings::duration_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("milliseconds"); // -1: refused

    QTest::newRow("whole") << u"90"_s << 90000;
    QTest::newRow("fraction") << u"1.5"_s << 1500;
    QTest::newRow("zero") << u"0"_s << 0;
    QTest::newRow("tiny stays above zero") << u"0.0001"_s << 1;
    for (const auto text : {"", " ", "5m", "-1", "+1", "1.", ".5", "1e3", "inf", "1,5", "0x10", "99999999999", "1 "})
        QTest::addRow("\"%s\"", text) << QString::fromLatin1(text) << -1;
}

void tst_Settings::duration()
{
    QFETCH(const QString, text);
    QFETCH(const int, milliseconds);
    const auto value = durationFromText(text);
    QCOMPARE(value.has_value(), milliseconds >= 0);
    QCOMPARE(value.value_or(std::chrono::milliseconds(-1)), std::chrono::milliseconds(milliseconds));
}

void tst_Settings::size_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("bytes"); // -1: refused

    QTest::newRow("plain") << u"1048576"_s << qint64(1048576);
    QTest::newRow("k") << u"1k"_s << qint64(1024);
    QTest::newRow("M") << u"512M"_s << qint64(512) * 1024 * 1024;
    QTest::newRow("gb") << u"4gb"_s << qint64(4) * 1024 * 1024 * 1024;
    QTest::newRow("GiB") << u"4GiB"_s << qint64(4) * 1024 * 1024 * 1024;
    QTest::newRow("fraction") << u"1.5g"_s << qint64(1536) * 1024 * 1024;
    QTest::newRow("exact") << u"9007199254740993"_s << qint64(9007199254740993);
    for (const auto text : {"", "m", "1x", "-1", "1.5", "1e3", "99999999999t", "1ib", "b", "1 m"})
        QTest::addRow("\"%s\"", text) << QString::fromLatin1(text) << qint64(-1);
}

void tst_Settings::size()
{
    QFETCH(const QString, text);
    QFETCH(const qint64, bytes);
    QCOMPARE(sizeFromText(text).value_or(-1), bytes);
}

QTEST_APPLESS_MAIN(tst_Settings)
#include "tst_settings.moc"
