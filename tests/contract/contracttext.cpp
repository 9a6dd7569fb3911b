// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/contract/contractsuite.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::tests {

namespace {
RunRequest withVariable(RunRequest request, const QString &name, const QByteArray &value)
{
    request.environment.append({.name = name, .value = value});
    return request;
}
} // namespace

void ContractSuite::W1_hereDocumentAtTheEnd()
{
    auto box = sandbox(u"w1"_s);
    StartedRun write(*box, shell("cat > f <<'EOF'\nit's \"q\" $HOME\nEOF"));
    QCOMPARE(write.end().exitCode, 0);
    StartedRun read(*box, shell("cat f"));
    QCOMPARE(read.end().exitCode, 0);
    QCOMPARE(read.out(), QByteArray("it's \"q\" $HOME\n"));
}

void ContractSuite::W2_backgroundAfterAnd()
{
    StartedRun run(session(), shell("true && sleep 1 & echo PID:$!"));
    QCOMPARE(run.end().exitCode, 0);
    QVERIFY(QRegularExpression(u"^PID:\\d+\n$"_s).match(QString::fromUtf8(run.out())).hasMatch());
}

void ContractSuite::W4_unfinishedQuote()
{
    RunRequest request = shell("echo \"abc");
    request.timeout = 10s;
    StartedRun run(session(), request);
    QCOMPARE(run.end().reason, EndReason::Exited);
    QVERIFY(run.end().exitCode != 0);
    QVERIFY(!run.err().isEmpty());
}

void ContractSuite::W5_scriptOver128KiB()
{
    StartedRun run(session(), shell(QByteArray(200 * 1024, '#') + "\necho ok"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), QByteArray("ok\n"));
    StartedRun larger(session(), python("x = '" + QByteArray(5'000'000, 'y') + "'\nprint(len(x))\n"));
    QCOMPARE(larger.end().exitCode, 0);
    QCOMPARE(larger.out(), QByteArray("5000000\n"));
}

void ContractSuite::W7_workFolderDeleted()
{
    auto box = sandbox(u"w7"_s);
    StartedRun where(*box, shell("pwd"));
    QCOMPARE(where.end().exitCode, 0);
    const QByteArray folder = where.out().trimmed();
    StartedRun remove(*box, shell("cd '" + folder + "' && rm -rf '" + folder + "'"));
    QCOMPARE(remove.end().exitCode, 0);
    StartedRun again(*box, shell("pwd; ls -A"));
    QCOMPARE(again.end().exitCode, 0);
    QCOMPARE(again.out(), folder + '\n');
    QVERIFY2(again.end().notes.join(u' ').contains(QString::fromUtf8(folder)), qUtf8Printable(again.end().notes.join(u' ')));
    StartedRun later(*box, shell("pwd"));
    QCOMPARE(later.end().exitCode, 0);
    QVERIFY(later.end().notes.isEmpty());
}

void ContractSuite::W8_folderWithUnicodeAndQuotes()
{
    if (!m_target.sharesFiles)
        QSKIP("a folder of this machine is not there");
    const QString folder = newFolder(u"测试/ação d'été $(x) \"q\" a:b"_s);
    QVERIFY(!folder.isEmpty());
    RunRequest request = shell("pwd");
    request.folder = folder;
    StartedRun run(session(), request);
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(QString::fromUtf8(run.out()), QDir(folder).canonicalPath() + u'\n');
    QVERIFY(QDir(folder).exists());
    request.folder = folder + u"/missing"_s;
    StartedRun missing(session(), request);
    QCOMPARE(missing.end().reason, EndReason::Infrastructure);
    QVERIFY(!missing.end().mayHaveStarted);
    QVERIFY(missing.end().fault->what.contains(u"missing"_s));
}

void ContractSuite::W9_colonInTheId()
{
    for (const QString &id : {u"a:b:c"_s, u"../up"_s, u"a/b"_s, u".hidden"_s, u"测试 été"_s, QString(300, u'x')}) {
        auto box = sandbox(id);
        StartedRun write(*box, shell("echo kept > f; cat > local_module.py <<< 'value = 5'"));
        QCOMPARE(write.end().exitCode, 0);
        StartedRun read(*box, python("import local_module; print(open('f').read().strip(), local_module.value)"));
        QCOMPARE(read.end().exitCode, 0);
        QCOMPARE(read.out(), QByteArray("kept 5\n"));
        box.reset();
        const auto found = m_backend->list({});
        QVERIFY(found);
        QCOMPARE(found->size(), 1);
        QCOMPARE(found->first().id, id);
        QVERIFY(m_backend->close({id}, {}));
        QVERIFY(m_backend->list({})->isEmpty());
    }
}

void ContractSuite::W10_carriageReturns()
{
    StartedRun run(session(), shell("if true; then\r\necho b\r\nfi\r\n"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), QByteArray("b\n"));
    StartedRun kept(session(), shell("printf 'a\\r\\n'"));
    QCOMPARE(kept.end().exitCode, 0);
    QCOMPARE(kept.out(), QByteArray("a\r\n"));
}

void ContractSuite::W11_variablesStayWhatTheyAre()
{
    const QByteArray marker = m_folder->filePath(u"pwned"_s).toUtf8();
    auto box = sandbox(u"w11"_s);
    for (const QByteArray &value : {QByteArray("a\ntouch " + marker + " #"), QByteArray("it's \"q\" `id` $(id) \\")}) {
        for (int call = 0; call < 2; ++call) {
            StartedRun run(*box, withVariable(shell("printf %s \"$X\""), u"X"_s, value));
            QCOMPARE(run.end().exitCode, 0);
            QCOMPARE(run.out(), value);
        }
    }
    StartedRun gone(*box, shell("echo ${X-unset}"));
    QCOMPARE(gone.end().exitCode, 0);
    QCOMPARE(gone.out(), QByteArray("unset\n"));
    QVERIFY(!QFile::exists(QString::fromUtf8(marker)));
    RunRequest twice = withVariable(withVariable(shell("echo $X"), u"X"_s, "first"), u"X"_s, "second");
    StartedRun later(session(), twice);
    QCOMPARE(later.end().exitCode, 0);
    QCOMPARE(later.out(), QByteArray("second\n"));
}

void ContractSuite::X1_commentAtTheEnd()
{
    StartedRun run(session(), shell("echo a # note"));
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out(), QByteArray("a\n"));
}

void ContractSuite::X4_stdin()
{
    StartedRun none(session(), shell("cat; echo end"));
    QCOMPARE(none.end().exitCode, 0);
    QCOMPARE(none.out(), QByteArray("end\n"));
    RunRequest request = shell("cat; echo end");
    for (int i = 0; request.stdinData.size() < 1'000'000; ++i)
        request.stdinData += QByteArray::number(i) + '\n';
    StartedRun all(session(), request);
    QCOMPARE(all.end().exitCode, 0);
    QCOMPARE(all.out(), request.stdinData + "end\n");
    request.snippet.code = "head -1";
    StartedRun first(session(), request);
    QCOMPARE(first.end().exitCode, 0);
    QCOMPARE(first.out(), QByteArray("0\n"));
    QCOMPARE(first.err(), QByteArray());
}

} // namespace hermes::tests
