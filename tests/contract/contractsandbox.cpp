// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/contract/contractsuite.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::tests {

namespace {
QByteArray everyByte(qsizetype size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    for (qsizetype i = 0; i < size; ++i)
        bytes[i] = char(i * 7 + i / 256);
    return bytes;
}

bool write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}
} // namespace

void ContractSuite::filesSurviveAndVariablesDoNot()
{
    auto box = sandbox(u"box"_s);
    StartedRun write(*box, shell("echo data > file; export VARIABLE=set; variable=set"));
    QCOMPARE(write.end().exitCode, 0);
    StartedRun read(*box, shell("cat file; echo ${VARIABLE-unset} ${variable-unset}"));
    QCOMPARE(read.end().exitCode, 0);
    QCOMPARE(read.out(), QByteArray("data\nunset unset\n"));
    box.reset();
    box = sandbox(u"box"_s);
    StartedRun joined(*box, python("print(open('file').read(), end='')"));
    QCOMPARE(joined.end().exitCode, 0);
    QCOMPARE(joined.out(), QByteArray("data\n"));
}

void ContractSuite::sessionRunsShareNothing()
{
    StartedRun first(session(), shell("pwd; echo data > file; ls"));
    QCOMPARE(first.end().exitCode, 0);
    StartedRun second(session(), shell("pwd; ls"));
    QCOMPARE(second.end().exitCode, 0);
    const auto firstLines = first.out().split('\n');
    const auto secondLines = second.out().split('\n');
    QCOMPARE(firstLines.value(1), QByteArray("file"));
    QCOMPARE(secondLines.value(1), QByteArray());
    QVERIFY(firstLines.value(0) != secondLines.value(0));
    if (m_target.sharesFiles)
        QVERIFY(!QFile::exists(QString::fromUtf8(firstLines.value(0))));
}

void ContractSuite::putAndGetBytes()
{
    auto box = sandbox(u"files"_s);
    for (const qsizetype size : {0, 1, 65'524, 65'525, 3'000'000}) {
        const QByteArray bytes = everyByte(size);
        const QString source = m_folder->filePath(u"source"_s);
        const QString target = m_folder->filePath(u"target"_s);
        QVERIFY(write(source, bytes));
        const auto sent = box->put(source, "d'é.bin", {});
        QVERIFY2(sent, sent ? "" : qUtf8Printable(toText(sent.error())));
        StartedRun count(*box, shell("wc -c < \"d'é.bin\"; ls -A"));
        QCOMPARE(count.end().exitCode, 0);
        QCOMPARE(count.out().simplified(), QByteArray::number(size) + " d'é.bin");
        const auto received = box->get("d'é.bin", target, {});
        QVERIFY2(received, received ? "" : qUtf8Printable(toText(received.error())));
        QCOMPARE(read(target), bytes);
    }
}

void ContractSuite::putAndGetFaults()
{
    auto box = sandbox(u"files"_s);
    const QString here = m_folder->filePath(u"here"_s);
    QVERIFY(!box->get("missing", here, {}));
    QVERIFY(!QFile::exists(here));
    QVERIFY(!box->put(here, "there", {}));
    QVERIFY(write(here, "x"));
    const auto noFolder = box->put(here, "missing/there", {});
    QVERIFY(!noFolder);
    QVERIFY2(noFolder.error().what.contains(u"missing/there"_s), qUtf8Printable(noFolder.error().what));
    QVERIFY(!box->put(m_folder->path(), "there", {}));
    std::stop_source stop;
    stop.request_stop();
    const auto cancelled = box->put(here, "there", stop.get_token());
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().kind, FaultKind::Cancelled);
    StartedRun look(*box, shell("ls -A"));
    QCOMPARE(look.end().exitCode, 0);
    QCOMPARE(look.out(), QByteArray());
}

void ContractSuite::listFiles()
{
    auto box = sandbox(u"listing"_s);
    const auto empty = box->list({}, {});
    QVERIFY2(empty, empty ? "" : qUtf8Printable(toText(empty.error())));
    QVERIFY(empty->entries.isEmpty() && empty->isComplete);
    StartedRun make(
        *box,
        shell("mkdir sub; printf 12345 > sub/five; ln -s sub link; mkfifo pipe; ln -s nowhere dangling; touch -d @86400 old; pwd"));
    QCOMPARE(make.end().exitCode, 0);
    auto content = box->list({}, {});
    QVERIFY(content);
    std::ranges::sort(content->entries, {}, &FileEntry::name);
    QByteArrayList names;
    QList<FileEntry::Kind> kinds;
    for (const FileEntry &entry : content->entries) {
        names.append(entry.name);
        kinds.append(entry.kind);
    }
    using enum FileEntry::Kind;
    QCOMPARE(names, (QByteArrayList {"dangling", "link", "old", "pipe", "sub"}));
    QCOMPARE(kinds, (QList {Link, Link, File, Other, Folder}));
    QCOMPARE(content->entries.at(2).modified, std::chrono::sys_seconds(24h));
    for (const QByteArray &folder : {QByteArray("sub"), QByteArray("link"), QByteArray(make.out().trimmed() + "/sub")}) {
        const auto below = box->list(folder, {});
        QVERIFY(below);
        QCOMPARE(below->entries.size(), 1);
        QCOMPARE(below->entries.first().name, QByteArray("five"));
        QCOMPARE(below->entries.first().size, 5);
    }
}

void ContractSuite::listFilesWithHostileNames()
{
    auto box = sandbox(u"names"_s);
    const QByteArrayList hostile {"two\nlines", "\xff\xfe not UTF-8", "-rf", " ", "tab\t", "\xe2\x80\xaertl", QByteArray(255, 'n')};
    StartedRun make(*box,
                    python("import os\nfor name in [b'two\\nlines', b'\\xff\\xfe not UTF-8', b'-rf', b' ', b'tab\\t', "
                           "b'\\xe2\\x80\\xaertl', b'n' * 255]:\n    open(name, 'wb').write(name)"));
    QCOMPARE(make.end().exitCode, 0);
    const auto content = box->list({}, {});
    QVERIFY(content);
    QCOMPARE(content->entries.size(), hostile.size());
    for (const QByteArray &name : hostile) {
        QVERIFY2(std::ranges::contains(content->entries, name, &FileEntry::name), name.constData());
        const QString here = m_folder->filePath(u"copy"_s);
        QVERIFY(box->get(name, here, {}));
        QCOMPARE(read(here), name);
    }
}

void ContractSuite::listFilesFaults()
{
    auto box = sandbox(u"faults"_s);
    StartedRun make(*box, shell("touch file; seq -f 'n%.0f' 100000 | (mkdir many; cd many; xargs touch)"));
    QCOMPARE(make.end().exitCode, 0);
    const auto missing = box->list("no such folder", {});
    QVERIFY(!missing);
    QCOMPARE(missing.error().kind, FaultKind::NotFound);
    QVERIFY2(missing.error().what.contains(u"no such folder"_s), qUtf8Printable(missing.error().what));
    QVERIFY(!box->list("file", {}));
    QVERIFY(!box->list(QByteArray("nul\0here", 8), {}));
    const auto many = box->list("many", {});
    QVERIFY2(many, many ? "" : qUtf8Printable(toText(many.error())));
    QCOMPARE(many->entries.size(), 100'000);
    QVERIFY(many->isComplete);
    std::stop_source stop;
    stop.request_stop();
    const auto cancelled = box->list("many", stop.get_token());
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().kind, FaultKind::Cancelled);
    // What was given up does not stand in the way of the next one.
    QVERIFY(box->list({}, {}));
}

void ContractSuite::inputFiles()
{
    const QString source = m_folder->filePath(u"table.csv"_s);
    QVERIFY(write(source, "1,2\n"));
    RunRequest request = shell("pwd; cat 'my table.csv'");
    request.inputs.append({.source = source, .name = u"my table.csv"_s});
    StartedRun run(session(), request);
    QCOMPARE(run.end().exitCode, 0);
    QCOMPARE(run.out().split('\n').value(1), QByteArray("1,2"));
    QVERIFY2(run.end().notes.isEmpty(), qUtf8Printable(run.end().notes.join(u' ')));
    if (m_target.sharesFiles)
        QVERIFY(!QFile::exists(QString::fromUtf8(run.out().split('\n').value(0))));
    auto box = sandbox(u"inputs"_s);
    StartedRun inBox(*box, request);
    QCOMPARE(inBox.end().exitCode, 0);
    StartedRun kept(*box, shell("ls"));
    QCOMPARE(kept.end().exitCode, 0);
    QCOMPARE(kept.out(), QByteArray("my table.csv\n"));
    request.inputs = {{.source = m_folder->filePath(u"missing"_s), .name = u"x"_s}};
    StartedRun missing(session(), request);
    QCOMPARE(missing.end().reason, EndReason::Infrastructure);
    QVERIFY(!missing.end().mayHaveStarted);
    QVERIFY(missing.end().fault->what.contains(u"missing"_s));
    request.inputs = {{.source = source, .name = u"../x"_s}};
    StartedRun outside(session(), request);
    QCOMPARE(outside.end().fault->kind, FaultKind::Usage);
}

void ContractSuite::closeAndList()
{
    QVERIFY(m_backend->list({})->isEmpty());
    auto box = sandbox(u"one"_s);
    StartedRun where(*box, shell("pwd; mkdir deep; touch deep/file; ln -s / root; chmod 000 deep; sleep 300 >&- 2>&- & echo $!"));
    QCOMPARE(where.end().exitCode, 0);
    const auto found = m_backend->list({});
    QVERIFY(found);
    QCOMPARE(found->size(), 1);
    QCOMPARE(found->first().id, u"one"_s);
    QCOMPARE(found->first().kind, SessionKind::Sandbox);
    QVERIFY(found->first().created.isValid());
    const auto closed = m_backend->close({u"one"_s}, {});
    QVERIFY2(closed, closed ? "" : qUtf8Printable(toText(closed.error())));
    QVERIFY(m_backend->list({})->isEmpty());
    if (m_target.sharesFiles)
        QVERIFY(!QFile::exists(QString::fromUtf8(where.out().split('\n').value(0))));
    QVERIFY(QFile::exists(u"/etc"_s));
    QVERIFY(m_backend->close({u"one"_s}, {}));
    QVERIFY(m_backend->close({u"never was"_s}, {}));
    StartedRun after(*box, shell("echo no"));
    QCOMPARE(after.end().reason, EndReason::Infrastructure);
    QVERIFY(!after.end().mayHaveStarted);
}

void ContractSuite::oneSandboxTakesTurns()
{
    auto first = sandbox(u"shared"_s);
    auto second = sandbox(u"shared"_s);
    StartedRun holding(*first, shell("echo begun; until [ -e go ]; do sleep 0.05; done; echo first >> log"));
    QVERIFY(holding.sink().waitForOutput("begun"));
    StartedRun waiting(*second, shell("echo second >> log; cat log"));
    QVERIFY(waiting.sink().waitForWait());
    QVERIFY(waiting.sink().waits().first().contains(u"process"_s));
    StartedRun cancelled(*second, shell("echo never >> log"));
    cancelled.requestStop();
    QVERIFY(!waiting.hasEnded());
    const QString file = m_folder->filePath(u"go"_s);
    QVERIFY(write(file, {}));
    QVERIFY(first->put(file, "go", {}));
    QCOMPARE(holding.end().exitCode, 0);
    QCOMPARE(waiting.end().exitCode, 0);
    QCOMPARE(waiting.out(), QByteArray("first\nsecond\n"));
    QVERIFY(waiting.end().notes.join(u' ').contains(u"Waited for"_s));
    QCOMPARE(cancelled.end().reason, EndReason::Cancelled);
}

} // namespace hermes::tests
