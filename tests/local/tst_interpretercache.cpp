// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/interpreters.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes::resident;

/// A python behind pyenv's shim is asked for once, and again whenever another one may be meant.
class TestInterpreterCache final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void askedOnce();
    void askedAgain_data();
    void askedAgain();
    void otherVariablesDoNotCount();
    void neverKept_data();
    void neverKept();
    void damagedEntry_data();
    void damagedEntry();
    void withoutFolder();
    void entriesAreBounded();

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }
    void write(const QString &name, const QByteArray &bytes, bool program = false) const;
    /// As a new start of the runner would find it.
    QString find() const;
    int asked() const;
    QStringList entries() const { return QDir(path(u"cache/hermes-panel/interpreters"_s)).entryList(QDir::Files); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::vector<std::string> m_environment;
    std::string m_cache;
};

void TestInterpreterCache::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_folder = std::make_unique<QTemporaryDir>();
    for (const char *folder : {"root/shims", "root/libexec", "root/versions/3.11/bin", "root/versions/3.12/bin"})
        QVERIFY(QDir(m_folder->path()).mkpath(QString::fromLatin1(folder)));
    const QByteArray root = path(u"root"_s).toUtf8();
    write(u"root/shims/python3"_s,
          "#!/usr/bin/env bash\nset -e\n\nprogram=\"${0##*/}\"\n\nexport PYENV_ROOT=\"" + root + "\"\nexec \"" + root
              + "/libexec/pyenv\" exec \"$program\" \"$@\"\n",
          true);
    write(u"root/libexec/pyenv"_s,
          "#!/usr/bin/env bash\necho asked >> '" + root
              + "/asked'\n"
                "echo \"$PYENV_ROOT/versions/${PYENV_VERSION:-$(cat \"$PYENV_ROOT/version\")}/bin/python3\"\n",
          true);
    write(u"root/version"_s, "3.11\n");
    for (const char *version : {"3.11", "3.12"})
        write(u"root/versions/%1/bin/python3"_s.arg(QLatin1StringView(version)), "program", true);
    m_environment = {"PATH=" + path(u"root/shims"_s).toStdString() + ":/usr/bin:/bin", "HOME=" + m_folder->path().toStdString()};
    m_cache = path(u"cache/hermes-panel/interpreters"_s).toStdString();
}

void TestInterpreterCache::write(const QString &name, const QByteArray &bytes, bool program) const
{
    // A new file each time, as editors and version managers make it.
    const QString target = path(name);
    QVERIFY(QDir().mkpath(QFileInfo(target).path()));
    QFile::remove(target);
    QFile file(target);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
    if (program)
        file.setPermissions(file.permissions() | QFile::ExeOwner);
}

QString TestInterpreterCache::find() const
{
    Interpreters finder;
    finder.setEnvironment(m_environment);
    finder.setCacheFolder(m_cache);
    const auto found = finder.find(hermes::protocol::ScriptLanguage::Python);
    return found ? QDir(path(u"root/versions"_s)).relativeFilePath(QString::fromStdString(*found)) : QString();
}

int TestInterpreterCache::asked() const
{
    QFile file(path(u"root/asked"_s));
    return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
}

void TestInterpreterCache::askedOnce()
{
    for (int start = 0; start < 3; ++start) {
        QCOMPARE(find(), u"3.11/bin/python3"_s);
        QCOMPARE(asked(), 1);
    }
    QCOMPARE(entries().size(), 1);
    const QFile::Permissions permissions = QFile::permissions(path(u"cache/hermes-panel/interpreters/"_s + entries().first()));
    QVERIFY(!(permissions & (QFile::ReadGroup | QFile::ReadOther)));
}

void TestInterpreterCache::askedAgain_data()
{
    QTest::addColumn<std::function<void(TestInterpreterCache &)>>("change");
    QTest::addColumn<QString>("found");
    using Change = std::function<void(TestInterpreterCache &)>;
    const auto add = [](const char *name, Change change, const QString &found) {
        QTest::newRow(name) << std::move(change) << found;
    };
    const QString old = u"3.11/bin/python3"_s;
    const QString other = u"3.12/bin/python3"_s;
    add("global version", [](auto &test) { test.write(u"root/version"_s, "3.12\n"); }, other);
    add("PYENV_VERSION", [](auto &test) { test.m_environment.push_back("PYENV_VERSION=3.12"); }, other);
    add("another PATH", [](auto &test) { test.m_environment[0] += ":/sbin"; }, old);
    add("another HOME", [](auto &test) { test.m_environment[1] += "/x"; }, old);
    add(
        "another shim",
        [](auto &test) {
            QFile shim(test.path(u"root/shims/python3"_s));
            QVERIFY(shim.open(QIODevice::ReadOnly));
            test.write(u"root/shims/python3"_s, shim.readAll(), true);
        },
        old);
    add("the program was replaced", [](auto &test) { test.write(u"root/versions/3.11/bin/python3"_s, "newer", true); }, old);
    add("a version was added", [](auto &test) { QVERIFY(QDir(test.path(u"root/versions"_s)).mkdir(u"3.13"_s)); }, old);
    add("a program was added to a version", [](auto &test) { test.write(u"root/versions/3.12/bin/pip"_s, "pip", true); }, old);
    add("a plug-in was added", [](auto &test) { QVERIFY(QDir(test.path(u"root"_s)).mkpath(u"plugins/new/bin"_s)); }, old);
    add("a known hook was added", [](auto &test) { test.write(u"root/pyenv.d/exec/pip-rehash.bash"_s, "true"); }, old);
    add(
        "pyenv was updated",
        [](auto &test) {
            test.write(u"root/libexec/pyenv"_s,
                       "#!/bin/sh\necho asked >> \"$PYENV_ROOT/asked\"\necho \"$PYENV_ROOT/versions/3.12/bin/python3\"\n", true);
        },
        other);
}

void TestInterpreterCache::askedAgain()
{
    QFETCH(std::function<void(TestInterpreterCache &)>, change);
    QFETCH(QString, found);
    QCOMPARE(find(), u"3.11/bin/python3"_s);
    change(*this);
    QCOMPARE(find(), found);
    QCOMPARE(asked(), 2);
    QCOMPARE(find(), found);
    QCOMPARE(asked(), 2);
}

void TestInterpreterCache::otherVariablesDoNotCount()
{
    QCOMPARE(find(), u"3.11/bin/python3"_s);
    m_environment.push_back("TERM=xterm");
    m_environment.push_back("SSH_CONNECTION=127.0.0.1 1 127.0.0.1 22");
    QCOMPARE(find(), u"3.11/bin/python3"_s);
    QCOMPARE(asked(), 1);
}

void TestInterpreterCache::neverKept_data()
{
    QTest::addColumn<std::function<void(TestInterpreterCache &)>>("setUp");
    using SetUp = std::function<void(TestInterpreterCache &)>;
    const auto add = [](const char *name, SetUp setUp) { QTest::newRow(name) << std::move(setUp); };
    add("another manager's shim", [](auto &test) {
        const QByteArray root = test.path(u"root"_s).toUtf8();
        test.write(u"root/shims/python3"_s,
                   "#!/bin/sh\necho asked >> " + root + "/asked\necho " + root + "/versions/3.11/bin/python3\n", true);
    });
    add("somebody's hook", [](auto &test) { test.write(u"root/pyenv.d/which/mine.bash"_s, "true"); });
    add("somebody's hook in a plug-in",
        [](auto &test) { test.write(u"root/plugins/p/etc/pyenv.d/version-name/mine.bash"_s, "true"); });
    add("PYENV_HOOK_PATH", [](auto &test) { test.m_environment.push_back("PYENV_HOOK_PATH=/nowhere"); });
    add("PYENV_DIR", [](auto &test) { test.m_environment.push_back("PYENV_DIR=/tmp"); });
    add("BASH_ENV", [](auto &test) { test.m_environment.push_back("BASH_ENV=/dev/null"); });
}

void TestInterpreterCache::neverKept()
{
    QFETCH(std::function<void(TestInterpreterCache &)>, setUp);
    setUp(*this);
    for (int start = 1; start <= 2; ++start) {
        QCOMPARE(find(), u"3.11/bin/python3"_s);
        QCOMPARE(asked(), start);
    }
    QCOMPARE(entries(), QStringList());
}

void TestInterpreterCache::damagedEntry_data()
{
    QTest::addColumn<std::function<QByteArray(QByteArray)>>("damage");
    using Damage = std::function<QByteArray(QByteArray)>;
    const auto add = [](const char *name, Damage damage) { QTest::newRow(name) << std::move(damage); };
    add("empty", [](const QByteArray &) { return QByteArray(); });
    add("junk", [](const QByteArray &) { return "junk\n"_ba; });
    add("cut", [](const QByteArray &text) { return text.chopped(20); });
    add("only the key", [](const QByteArray &text) { return text.first(text.lastIndexOf("3.11/bin")); });
    add("longer", [](const QByteArray &text) { return text + "x"; });
    add("very long", [](const QByteArray &text) { return text + QByteArray(200'000, 'x'); });
    add("another program", [](QByteArray text) { return text.replace("3.11/bin/python3", "3.12/bin/python3"); });
    add("a program elsewhere",
        [](const QByteArray &text) { return text.first(text.indexOf('\n', text.lastIndexOf("pyenv/hooks")) + 1) + "/bin/sh\n"; });
}

void TestInterpreterCache::damagedEntry()
{
    QFETCH(std::function<QByteArray(QByteArray)>, damage);
    QCOMPARE(find(), u"3.11/bin/python3"_s);
    const QString name = u"cache/hermes-panel/interpreters/"_s + entries().first();
    QFile entry(path(name));
    QVERIFY(entry.open(QIODevice::ReadWrite));
    const QByteArray damaged = damage(entry.readAll());
    QVERIFY(entry.resize(0) && entry.seek(0));
    QCOMPARE(entry.write(damaged), damaged.size());
    entry.close();
    QCOMPARE(find(), u"3.11/bin/python3"_s);
    QCOMPARE(asked(), 2);
    QCOMPARE(find(), u"3.11/bin/python3"_s);
    QCOMPARE(asked(), 2);
}

void TestInterpreterCache::withoutFolder()
{
    m_cache.clear();
    QCOMPARE(find(), u"3.11/bin/python3"_s);
    // A file where the folder should be refuses everybody, root too.
    write(u"blocked"_s, {});
    m_cache = path(u"blocked/cache"_s).toStdString();
    QCOMPARE(find(), u"3.11/bin/python3"_s);
    QCOMPARE(asked(), 2);
}

void TestInterpreterCache::entriesAreBounded()
{
    for (int i = 0; i < 100; ++i) {
        m_environment[1] = "HOME=/home/" + std::to_string(i);
        QCOMPARE(find(), u"3.11/bin/python3"_s);
    }
    QVERIFY2(entries().size() > 10 && entries().size() <= 64, qPrintable(QString::number(entries().size())));
}

QTEST_GUILESS_MAIN(TestInterpreterCache)
#include "tst_interpretercache.moc"
