// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/profiles/profileedit.h"
#include "backends/profiles/profileset.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;

namespace {

const QByteArray Sample = R"(# my machines

[profile.gpu-box]  # the fast one
backend = "ssh"    # over the network
host = "gpu.example.org"
port = 22

# another one
[profile."lab é"]
  backend = 'docker'
  cpus = 1.5
  pull = true

[profile.last]
backend = "future")"_ba;

QByteArray changed(const char *from, const char *to)
{
    QByteArray text = Sample;
    Q_ASSERT(text.contains(from));
    return text.replace(from, to);
}

/// The text, or the fault for the comparison's message.
QByteArray textOf(const Result<QByteArray> &result)
{
    return result ? *result : toText(result.error()).toUtf8();
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

} // namespace

class tst_Profiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads();
    void values_data();
    void values();
    void faults_data();
    void faults();
    void files();
    void setsValues_data();
    void setsValues();
    void removesValues();
    void addsProfiles();
    void removesProfiles();
    void renamesProfiles();
    void otherLayouts();
    void secretsAreRefused();
    void writes();
    void doesNotOverwriteChanges();
    void anyValueSurvives();
};

void tst_Profiles::reads()
{
    const auto set = parseProfiles(Sample, u"profiles.toml"_s);
    QVERIFY2(set, qPrintable(set.error_or(Fault()).what));
    QCOMPARE(set->profiles.size(), 3);
    QCOMPARE(set->profiles[0], (Profile {u"gpu-box"_s, u"ssh"_s, {{u"host"_s, u"gpu.example.org"_s}, {u"port"_s, u"22"_s}}}));
    QCOMPARE(set->profiles[1], (Profile {u"lab é"_s, u"docker"_s, {{u"cpus"_s, u"1.5"_s}, {u"pull"_s, u"true"_s}}}));
    QVERIFY(set->find(u"last"_s) && !set->find(u"Last"_s));
    QCOMPARE(set->find(u"last"_s)->backend, u"future"_s);
}

void tst_Profiles::values_data()
{
    QTest::addColumn<QByteArray>("toml");
    QTest::addColumn<QString>("text"); // null: refused

    QTest::newRow("text") << "\"a\\nb\""_ba << u"a\nb"_s;
    QTest::newRow("literal") << "'C:\\x'"_ba << u"C:\\x"_s;
    QTest::newRow("integer") << "1_000"_ba << u"1000"_s;
    QTest::newRow("hexadecimal") << "0xff"_ba << u"255"_s;
    QTest::newRow("number") << "0.1"_ba << u"0.1"_s;
    QTest::newRow("false") << "false"_ba << u"false"_s;
    QTest::newRow("infinity") << "inf"_ba << QString();
    QTest::newRow("date") << "2026-01-01"_ba << QString();
    QTest::newRow("array") << "[1]"_ba << QString();
    QTest::newRow("table") << "{a = 1}"_ba << QString();
}

void tst_Profiles::values()
{
    QFETCH(const QByteArray, toml);
    QFETCH(const QString, text);
    const auto set = parseProfiles("[profile.a]\nbackend='x'\nk = " + toml, u"p"_s);
    QCOMPARE(set.has_value(), !text.isNull());
    if (set)
        QCOMPARE(set->profiles.front().values.value(u"k"_s), text);
    else
        QVERIFY2(set.error().what.startsWith(u"p, line 3, column 5: the value of \"k\""_s), qPrintable(set.error().what));
}

void tst_Profiles::faults_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part"); // empty: accepted

    QTest::newRow("empty") << QByteArray() << QString();
    QTest::newRow("blank") << "\n  \n"_ba << QString();
    QTest::newRow("comments only") << "# nothing yet"_ba << QString();
    QTest::newRow("header only") << "[profile.a]\n"_ba << u"line 1, column 1: profile a names no backend"_s;
    QTest::newRow("empty backend") << "[profile.a]\nbackend=''\n"_ba << u"names no backend"_s;
    QTest::newRow("syntax error") << "[profile.a]\nbackend = \"x\"\nport = \n"_ba << u"line 3, column "_s;
    QTest::newRow("open quote") << "[profile.a]\nbackend = \"x\n"_ba << u"line 2, column "_s;
    QTest::newRow("truncated header") << "[profile.a"_ba << u"line 1, column "_s;
    QTest::newRow("twice") << "[profile.a]\nbackend='x'\n[profile.a]\nbackend='y'\n"_ba << u"line 3, column "_s;
    QTest::newRow("key twice") << "[profile.a]\nbackend='x'\nk=1\nk=2\n"_ba << u"line 4, column "_s;
    QTest::newRow("other table") << "[profiles.a]\nbackend='x'\n"_ba << u"line 1, column 2: \"profiles\" is not known here"_s;
    QTest::newRow("key outside") << "backend='x'\n"_ba << u"line 1, column 1: \"backend\" is not known"_s;
    QTest::newRow("no table") << "[profile]\na = 1\n"_ba << u"line 2, column 1: \"a\" is no profile"_s;
    QTest::newRow("not UTF-8") << "[profile.a]\nbackend='\xff'\n"_ba << u"line 2, column "_s;
    QTest::newRow("byte order mark and CR LF") << "\xEF\xBB\xBF[profile.a]\r\nbackend='x'\r\n"_ba << QString();
}

void tst_Profiles::faults()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, part);
    const auto set = parseProfiles(text, u"profiles.toml"_s);
    QCOMPARE(set.has_value(), part.isEmpty());
    if (!set) {
        QCOMPARE(set.error().kind, FaultKind::Usage);
        QVERIFY2(set.error().what.contains(part), qPrintable(set.error().what));
    }
}

void tst_Profiles::files()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"profiles.toml"_s);
    const auto missing = readProfiles(path);
    QVERIFY(missing && missing->profiles.isEmpty());
    QVERIFY(!QFile::exists(path));
    writeFile(path, Sample + "\nbroken");
    const auto broken = readProfiles(path);
    QVERIFY(!broken);
    QVERIFY2(broken.error().what.startsWith(path + u", line 16, column"_s), qPrintable(broken.error().what));
    QCOMPARE(contents(path), Sample + "\nbroken");
    QCOMPARE(readProfiles(folder.path()).error().kind, FaultKind::NotConfigured);
    writeFile(path, QByteArray(1024 * 1024 + 1, '#'));
    QVERIFY(!readProfiles(path));
    QVERIFY(defaultProfilesPath().endsWith(u"/hermes-panel/profiles.toml"_s));
}

void tst_Profiles::setsValues_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QByteArray>("expected");

    QTest::newRow("replaces a text") << u"gpu-box"_s << u"host"_s << u"10.0.0.1"_s
                                     << changed("\"gpu.example.org\"", "\"10.0.0.1\"");
    QTest::newRow("replaces a number") << u"gpu-box"_s << u"port"_s << u"2222"_s << changed("port = 22", "port = 2222");
    QTest::newRow("number by text") << u"gpu-box"_s << u"port"_s << u"a\"b\\"_s << changed("port = 22", "port = \"a\\\"b\\\\\"");
    QTest::newRow("replaces a boolean") << u"lab é"_s << u"pull"_s << u"false"_s << changed("pull = true", "pull = false");
    QTest::newRow("same value") << u"lab é"_s << u"cpus"_s << u"1.5"_s << Sample;
    QTest::newRow("adds") << u"gpu-box"_s << u"user"_s << u"ada"_s << changed("port = 22\n", "port = 22\nuser = \"ada\"\n");
    QTest::newRow("adds with the indentation")
        << u"lab é"_s << u"memory"_s << u"4g"_s << changed("  pull = true\n", "  pull = true\n  memory = \"4g\"\n");
    QTest::newRow("adds at an open end") << u"last"_s << u"n"_s << u"0.5"_s << Sample + "\nn = 0.5\n";
}

void tst_Profiles::setsValues()
{
    QFETCH(const QString, profile);
    QFETCH(const QString, key);
    QFETCH(const QString, value);
    QFETCH(const QByteArray, expected);
    const auto text = withProfileValue(Sample, profile, {.key = key}, value);
    QCOMPARE(textOf(text), expected);
    QCOMPARE(parseProfiles(*text, {}).value().find(profile)->values.value(key), value);
}

void tst_Profiles::removesValues()
{
    QCOMPARE(textOf(withoutProfileValue(Sample, u"gpu-box"_s, u"host"_s)), changed("host = \"gpu.example.org\"\n", ""));
    QCOMPARE(textOf(withoutProfileValue(Sample, u"gpu-box"_s, u"none"_s)), Sample);
    QCOMPARE(withoutProfileValue(Sample, u"none"_s, u"host"_s).error().kind, FaultKind::NotFound);
    QCOMPARE(withoutProfileValue(Sample, u"last"_s, u"backend"_s).error().kind, FaultKind::Conflict);
}

void tst_Profiles::addsProfiles()
{
    QCOMPARE(textOf(withProfile(Sample, u"new"_s, u"local"_s)), Sample + "\n\n[profile.new]\nbackend = \"local\"\n");
    QCOMPARE(textOf(withProfile({}, u"a b"_s, u"local"_s)), "[profile.\"a b\"]\nbackend = \"local\"\n"_ba);
    QCOMPARE(textOf(withProfile("# x\r\n", u"a"_s, u"local"_s)), "# x\r\n\r\n[profile.a]\r\nbackend = \"local\"\r\n"_ba);
    QCOMPARE(withProfile(Sample, u"last"_s, u"local"_s).error().kind, FaultKind::Conflict);
    QCOMPARE(withProfile(Sample, u" "_s, u"local"_s).error().kind, FaultKind::Usage);
    QCOMPARE(withProfile(Sample, u"a\nb"_s, u"local"_s).error().kind, FaultKind::Usage);
    QVERIFY(!withProfile("broken", u"a"_s, u"local"_s));
}

void tst_Profiles::removesProfiles()
{
    QCOMPARE(
        textOf(withoutProfile(Sample, u"gpu-box"_s)),
        changed(
            "[profile.gpu-box]  # the fast one\nbackend = \"ssh\"    # over the network\nhost = \"gpu.example.org\"\nport = 22\n\n",
            ""));
    QCOMPARE(textOf(withoutProfile(Sample, u"last"_s)), changed("[profile.last]\nbackend = \"future\"", ""));
    QCOMPARE(withoutProfile(Sample, u"none"_s).error().kind, FaultKind::NotFound);
}

void tst_Profiles::renamesProfiles()
{
    QCOMPARE(textOf(withProfileName(Sample, u"gpu-box"_s, u"box"_s)), changed("[profile.gpu-box]", "[profile.box]"));
    QCOMPARE(textOf(withProfileName(Sample, u"lab é"_s, u"a]\"b"_s)), changed("[profile.\"lab é\"]", "[profile.\"a]\\\"b\"]"));
    const QByteArray odd = "[ profile . 'a]\"' ] # ]\nbackend = \"x\"\n";
    QCOMPARE(textOf(withProfileName(odd, u"a]\""_s, u"b"_s)), "[profile.b] # ]\nbackend = \"x\"\n"_ba);
    QCOMPARE(textOf(withProfileName(Sample, u"last"_s, u"last"_s)), Sample);
    QCOMPARE(withProfileName(Sample, u"last"_s, u"gpu-box"_s).error().kind, FaultKind::Conflict);
    QCOMPARE(withProfileName(Sample, u"last"_s, u" "_s).error().kind, FaultKind::Usage);
    QCOMPARE(withProfileName(Sample, u"none"_s, u"a"_s).error().kind, FaultKind::NotFound);
    QCOMPARE(withProfileName("profile.a = { backend = \"x\" }\n", u"a"_s, u"b"_s).error().kind, FaultKind::Conflict);
}

void tst_Profiles::otherLayouts()
{
    const QByteArray inlined = "profile.a = { backend = \"x\", port = 1 }\n";
    QCOMPARE(textOf(withProfileValue(inlined, u"a"_s, {.key = u"port"_s}, u"2"_s)),
             "profile.a = { backend = \"x\", port = 2 }\n"_ba);
    QCOMPARE(withProfileValue(inlined, u"a"_s, {.key = u"host"_s}, u"2"_s).error().kind, FaultKind::Conflict);
    QCOMPARE(withoutProfileValue(inlined, u"a"_s, u"port"_s).error().kind, FaultKind::Conflict);
    QCOMPARE(withoutProfile(inlined, u"a"_s).error().kind, FaultKind::Conflict);
    QCOMPARE(withProfile("profile = {}\n", u"a"_s, u"local"_s).error().kind, FaultKind::Conflict);
    const QByteArray lines = "[profile.a]\nbackend='x'\nk='''one\ntwo''' # end\nm=1\n";
    QCOMPARE(textOf(withProfileValue(lines, u"a"_s, {.key = u"k"_s}, u"z"_s)), "[profile.a]\nbackend='x'\nk=\"z\" # end\nm=1\n"_ba);
    QCOMPARE(textOf(withoutProfileValue(lines, u"a"_s, u"k"_s)), "[profile.a]\nbackend='x'\nm=1\n"_ba);
    const QByteArray marked = "\xEF\xBB\xBF[profile.a]\r\nbackend='x' # é\r\n";
    QCOMPARE(textOf(withProfileValue(marked, u"a"_s, {.key = u"k"_s}, u"1"_s)), marked + "k = 1\r\n");
}

void tst_Profiles::secretsAreRefused()
{
    const auto text = withProfileValue(Sample, u"last"_s, {.key = u"token"_s, .secret = true}, u"zq9-canary"_s);
    QCOMPARE(text.error().kind, FaultKind::Denied);
    QVERIFY(!toText(text.error()).contains(u"canary"_s));
}

void tst_Profiles::writes()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"new/folder/profiles.toml"_s);
    auto set = readProfiles(path);
    QVERIFY(set);
    set = writeProfiles(*set, withProfile(set->text, u"a"_s, u"local"_s).value());
    QVERIFY2(set, qPrintable(set.error_or(Fault()).what));
    QCOMPARE(set->profiles.size(), 1);
    set = writeProfiles(*set, withProfileValue(set->text, u"a"_s, {.key = u"timeout"_s}, u"5"_s).value());
    QVERIFY(set);
    QCOMPARE(contents(path), "[profile.a]\nbackend = \"local\"\ntimeout = 5\n"_ba);
    QCOMPARE(readProfiles(path).value().profiles, set->profiles);
    QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    QVERIFY(!writeProfiles(*set, "broken"));
    QCOMPARE(contents(path), set->text);
}

void tst_Profiles::doesNotOverwriteChanges()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"profiles.toml"_s);
    writeFile(path, Sample);
    const auto set = readProfiles(path);
    QVERIFY(set);
    writeFile(path, Sample + "\n# by hand\n");
    const auto written = writeProfiles(*set, withProfile(set->text, u"a"_s, u"local"_s).value());
    QCOMPARE(written.error().kind, FaultKind::Conflict);
    QCOMPARE(contents(path), Sample + "\n# by hand\n");
    QVERIFY(QFile::remove(path));
    QVERIFY(!writeProfiles(*set, Sample));
    QVERIFY(!QFile::exists(path));
}

void tst_Profiles::anyValueSurvives()
{
    QByteArray text = Sample;
    for (const QString &value : {u""_s,
                                 u" "_s,
                                 u"true"_s,
                                 u"1"_s,
                                 u"-1"_s,
                                 u"01"_s,
                                 u"1.0"_s,
                                 u"1.10"_s,
                                 u"1e5"_s,
                                 u"inf"_s,
                                 u"nan"_s,
                                 u"0x10"_s,
                                 u"'"_s,
                                 u"\"\"\""_s,
                                 u"\\"_s,
                                 u"a\tb\r\n\x01\x7f"_s,
                                 u"é测😀"_s,
                                 u"# no comment"_s,
                                 u"9223372036854775808"_s,
                                 u"2026-01-01"_s,
                                 u"[x]"_s}) {
        for (const QString &name : {u"gpu-box"_s, u"lab é"_s, u"last"_s}) {
            const auto changed = withProfileValue(text, name, {.key = u"k"_s}, value);
            QVERIFY2(changed, qPrintable(value));
            text = *changed;
            QCOMPARE(parseProfiles(text, {}).value().find(name)->values.value(u"k"_s), value);
        }
    }
    for (const QString &name : {u"gpu-box"_s, u"lab é"_s})
        text = withoutProfileValue(text, name, u"k"_s).value();
    QVERIFY(text.startsWith(Sample));
}

QTEST_APPLESS_MAIN(tst_Profiles)
#include "tst_profiles.moc"
