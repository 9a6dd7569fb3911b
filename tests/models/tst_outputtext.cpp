// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/output/bytepattern.h"
#include "models/output/outputsave.h"
#include "models/output/outputsearch.h"
#include "models/output/outputtext.h"
#include "models/output/resultfacts.h"
#include "models/output/rowcut.h"
#include "tests/support/memoryoutput.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto Patience = 60s;

/// All rows of an index, as text; a row that ends its line with a line end.
QString textOf(const OutputReader &reader, const OutputIndex &index, Rendering rendering = Rendering::Terminal)
{
    QString text;
    qint64 rows = 0;
    for (qsizetype block = 0; block < index.blockCount(); ++block) {
        const auto loaded = index.load(reader, block);
        if (!loaded || loaded->row != rows)
            return u"broken"_s;
        for (qsizetype at = 0; at < qsizetype(loaded->rows.size()); ++at) {
            const OutputRow row = decodeRow(*loaded, at, rendering);
            text += row.endsLine ? QString(row.text + u'\n') : row.text;
        }
        rows = loaded->endRow();
    }
    return rows == index.rows ? text : u"other rows"_s;
}

OutputIndex indexOf(const OutputReader &reader)
{
    OutputIndexer indexer;
    while (!indexer.index().complete && indexer.advance(reader, 1024LL * 1024, {}).value_or(false))
        continue;
    return indexer.index();
}

QByteArray randomText(quint32 &seed, qsizetype size)
{
    QByteArray bytes;
    while (bytes.size() < size) {
        seed = seed * 1664525U + 1013904223U;
        switch (seed >> 28) {
        case 0:
        case 1: bytes += '\n'; break;
        case 2: bytes += "\x1b[3" + QByteArray::number(seed % 8) + 'm'; break;
        case 3: bytes += "é"; break;
        case 4: bytes += QByteArray(qsizetype(seed >> 8 & 0x1fff), 'x'); break;
        case 5: bytes += (seed & 64) != 0 ? "\r" : "\xff"; break;
        default: bytes += QByteArray::number(seed); break;
        }
    }
    return bytes.first(size);
}

} // namespace

class OutputTextTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsLongLines()
    {
        const QByteArray line(10'000, 'x');
        const auto cut = cutRow(line, 0);
        QVERIFY(cut);
        QCOMPARE_EQ(cut->end, LongestRow);
        QVERIFY(!cut->endsLine);
        QVERIFY(!cutRow(line.first(LongestRow), 0)); // depends on what comes
        QCOMPARE_EQ(cutRow(QByteArray(line.first(LongestRow) + '\n'), 0)->end, LongestRow);
        // Not within a character or a sequence.
        const QByteArray accents = 'a' + QByteArray("é").repeated(5000);
        QCOMPARE_EQ(cutRow(accents, 0)->end % 2, 1);
        const QByteArray colored = QByteArray(LongestRow - 3, 'x') + "\x1b[31mred" + line;
        QCOMPARE_EQ(cutRow(colored, 0)->end, LongestRow - 3);
    }

    void findsRowsAndLines()
    {
        const MemoryOutput output("one\ntwo\n\nlast");
        const OutputIndex index = indexOf(output);
        QCOMPARE_EQ(index.rows, 4);
        QCOMPARE_EQ(index.lines, 4);
        QCOMPARE(textOf(output, index), u"one\ntwo\n\nlast"_s);
        QCOMPARE_EQ(indexOf(MemoryOutput("one\n")).rows, 1);
        QCOMPARE_EQ(indexOf(MemoryOutput()).rows, 0);
    }

    /// The same rows whatever pieces the bytes come in, and the text is whole.
    void growsAsItWouldBeReadAtOnce()
    {
        quint32 seed = 7;
        for (int round = 0; round < 60; ++round) {
            const QByteArray all = randomText(seed, 200'000);
            MemoryOutput growing;
            growing.setGrowing(true);
            OutputIndexer indexer;
            for (qsizetype at = 0; at < all.size();) {
                seed = seed * 1664525U + 1013904223U;
                const qsizetype size = std::min<qsizetype>(all.size() - at, seed >> (seed & 1 ? 12 : 20) & 0xffff);
                growing.append(all.sliced(at, size));
                at += size;
                QVERIFY(indexer.advance(growing, 64LL * 1024 * 1024, {}).value_or(false));
                QCOMPARE_EQ(indexer.index().bytes, at);
            }
            const MemoryOutput whole(all);
            const OutputIndex index = indexOf(whole);
            QCOMPARE_EQ(indexer.index().rows, index.rows);
            QCOMPARE_EQ(indexer.index().lines, index.lines);
            QCOMPARE_EQ(index.lines, all.count('\n') + (all.endsWith('\n') ? 0 : 1));
            QVERIFY(textOf(growing, indexer.index()) == textOf(whole, index));
        }
    }

    void carriesColoursOverRowsAndBlocks()
    {
        const MemoryOutput output("\x1b[32m" + QByteArray("green\n").repeated(20'000) + "\x1b[0mplain\n");
        const OutputIndex index = indexOf(output);
        QVERIFY(index.blockCount() > 3);
        const auto block = index.load(output, 2);
        QCOMPARE(decodeRow(*block, 0, Rendering::Terminal).runs.size(), 1U);
        const auto last = index.load(output, index.blockCount() - 1);
        QVERIFY(decodeRow(*last, qsizetype(last->rows.size()) - 1, Rendering::Terminal).runs.empty());
    }

    /// A progress bar that never ends a line is one row: its last state.
    void aLongProgressBarIsOneRow()
    {
        QByteArray bytes;
        for (int percent = 0; percent < 50'000; ++percent)
            bytes += "\rstep " + QByteArray::number(percent) + " of many";
        const MemoryOutput output(bytes + "\ndone\n");
        const OutputIndex index = indexOf(output);
        QCOMPARE_EQ(index.rows, 2);
        QCOMPARE(textOf(output, index), u"step 49999 of many\ndone\n"_s);
    }

    void saysWhereBytesAreMissing()
    {
        const MemoryOutput output("head\ntail\n", {.total = 1'000'000, .gap = 7});
        const OutputIndex index = indexOf(output);
        const QString text = textOf(output, index);
        QVERIFY2(text.startsWith("head\nta["_L1) || text.startsWith("head\nta"_L1), qPrintable(text));
        QVERIFY2(text.contains("976.6 KiB are missing here"_L1), qPrintable(text));
        QVERIFY2(text.endsWith("\nil\n"_L1), qPrintable(text));
        QCOMPARE_EQ(index.rows, 4);
        const MemoryOutput endless("head\n", {.total = 1'000'000, .gap = 5});
        QVERIFY(textOf(endless, indexOf(endless)).endsWith(u"…]\n"_s));
    }

    /// O1: what the index takes does not depend on what the output is like.
    void indexStaysSmall()
    {
        for (const QByteArray &bytes : {QByteArray(30'000'000, 'x'), QByteArray(30'000'000, '\n')}) {
            const MemoryOutput output(bytes);
            const OutputIndex index = indexOf(output);
            QVERIFY(index.complete);
            QVERIFY(index.blockCount() < 1000);
            QCOMPARE_EQ(index.rows, bytes.front() == '\n' ? 30'000'000 : (30'000'000 + LongestRow - 1) / LongestRow);
            QCOMPARE_EQ(index.lines, bytes.front() == '\n' ? 30'000'000 : 1);
        }
    }

    /// O1: 100 MiB in a file take next to no memory, wherever one looks.
    void aBigFileStaysOnTheDisk()
    {
        const QTemporaryDir folder;
        constexpr qint64 Size = 100LL * 1024 * 1024;
        QFile file(folder.filePath(u"spool"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(Size));
        const auto resident = [] {
            QFile status(u"/proc/self/statm"_s);
            return status.open(QIODevice::ReadOnly) ? status.readAll().split(' ').at(1).toLongLong() * 4096 : 0;
        };
        const qint64 before = resident();
        OutputText text;
        text.setReader(outputReader({.total = Size, .spoolFile = file.fileName(), .spooled = Size}), OutputText::Continuity::New);
        QTRY_VERIFY_WITH_TIMEOUT(!text.isReading(), Patience);
        for (qint64 row = 0; row < text.rowCount(); row += 500) {
            QTRY_VERIFY_WITH_TIMEOUT(text.row(row), Patience);
            QVERIFY(text.row(row)->text.startsWith(u'␀'));
        }
        QCOMPARE_LT(resident() - before, 32LL * 1024 * 1024);
    }

    void readsRowsWhenTheyAreWanted()
    {
        OutputText text;
        QSignalSpy loaded(&text, &OutputText::loaded);
        text.setReader(std::make_shared<MemoryOutput>(QByteArray("line\n").repeated(100'000)), OutputText::Continuity::New);
        QTRY_VERIFY_WITH_TIMEOUT(!text.isReading(), Patience);
        QCOMPARE_EQ(text.rowCount(), 100'000);
        QVERIFY(!text.rowInMemory(77'777));
        QVERIFY(!text.row(77'777));
        QTRY_VERIFY_WITH_TIMEOUT(text.rowInMemory(77'777), Patience);
        QCOMPARE(text.row(77'777)->text, u"line"_s);
        QCOMPARE(text.row(77'777)->line, 77'777);
        QVERIFY(!text.row(100'000));
        text.setReader(nullptr, OutputText::Continuity::New);
        QCOMPARE_EQ(text.rowCount(), 0);
    }

    /// O3: a character that comes in two pieces is whole in the end.
    void aSplitCharacterIsWholeInTheEnd()
    {
        OutputText text;
        const auto output = std::make_shared<MemoryOutput>("a\xc3");
        output->setGrowing(true);
        text.setReader(output, OutputText::Continuity::New);
        QTRY_VERIFY_WITH_TIMEOUT(text.row(0), Patience);
        QCOMPARE(text.row(0)->text, u"a\uFFFD"_s);
        output->append("\xa9\n");
        text.refresh();
        QTRY_COMPARE_WITH_TIMEOUT(text.row(0)->text, u"aé"_s, Patience);
        // What replaces it goes on from there.
        text.setReader(std::make_shared<MemoryOutput>("a\xc3\xa9\nend\n"), OutputText::Continuity::Continued);
        QTRY_COMPARE_WITH_TIMEOUT(text.rowCount(), 2, Patience);
    }

    /// A file that was given up takes what was read of it with it.
    void beginsAnewWhenThereIsLess()
    {
        OutputText text;
        QSignalSpy reset(&text, &OutputText::reset);
        text.setReader(std::make_shared<MemoryOutput>("one\ntwo\n"), OutputText::Continuity::New);
        QTRY_COMPARE_WITH_TIMEOUT(text.rowCount(), 2, Patience);
        text.setReader(std::make_shared<MemoryOutput>("one\n"), OutputText::Continuity::Continued);
        QTRY_COMPARE_WITH_TIMEOUT(text.rowCount(), 1, Patience);
        QCOMPARE_EQ(reset.size(), 2);
    }

    void givesExcerpts()
    {
        OutputText text;
        text.setReader(std::make_shared<MemoryOutput>("\x1b[1mone\x1b[0m\ntwo\nthree"), OutputText::Continuity::New);
        QTRY_VERIFY_WITH_TIMEOUT(!text.isReading(), Patience);
        const auto excerpt = [&](TextPlace from, TextPlace to, qsizetype limit) {
            auto future = text.excerpt(from, to, limit);
            future.waitForFinished();
            return future.result();
        };
        QCOMPARE(excerpt({}, {.row = 2, .column = 5}, 100).text, u"one\ntwo\nthree"_s);
        QCOMPARE(excerpt({.row = 0, .column = 1}, {.row = 1, .column = 2}, 100).text, u"ne\ntw"_s);
        QCOMPARE(excerpt({.row = 1, .column = 0}, {.row = 1, .column = 4}, 100).text, u"two\n"_s);
        const auto cut = excerpt({}, {.row = 2, .column = 5}, 3);
        QCOMPARE(cut.text, u"one"_s);
        QVERIFY(cut.cut);
    }

    void findsBytes()
    {
        using Span = BytePattern::Span;
        const auto all = [](const QString &text, Qt::CaseSensitivity sensitivity, const QByteArray &bytes) {
            return BytePattern(text, sensitivity).findAll(bytes, bytes.size());
        };
        QCOMPARE(all(u"aA"_s, Qt::CaseInsensitive, "aaaaa"), (std::vector<Span> {{0, 2}, {2, 2}}));
        QCOMPARE(all(u"aA"_s, Qt::CaseSensitive, "aaAa"), (std::vector<Span> {{1, 2}}));
        QCOMPARE(all(u"É"_s, Qt::CaseInsensitive, "x\xff\xc3\xa9"), (std::vector<Span> {{2, 2}}));
        QVERIFY(all({}, Qt::CaseSensitive, "abc").empty());
        QVERIFY(all(u"abcd"_s, Qt::CaseSensitive, "abc").empty());
    }

    void searchesAndCounts()
    {
        OutputText text;
        const auto output = std::make_shared<MemoryOutput>(QByteArray("some line\n").repeated(50'000) + "needle\n");
        output->setGrowing(true);
        text.setReader(output, OutputText::Continuity::New);
        QTRY_VERIFY_WITH_TIMEOUT(!text.isReading(), Patience);
        OutputSearch search(&text);
        QList<std::optional<OutputSearch::Hit>> hits;
        connect(&search, &OutputSearch::found, this, [&](const auto &hit) { hits += hit; });
        search.setPattern(BytePattern(u"LINE"_s, Qt::CaseInsensitive));
        QTRY_VERIFY_WITH_TIMEOUT(!search.isCounting(), Patience);
        QCOMPARE_EQ(search.count(), 50'000);
        search.findNext(400'001);
        QTRY_COMPARE_WITH_TIMEOUT(hits.size(), 1, Patience);
        QCOMPARE_EQ(hits.last()->offset, 400'005);
        QCOMPARE_EQ(search.numberOf(*hits.last()).value_or(0), 40'001);
        search.findPrevious(400'005);
        QTRY_COMPARE_WITH_TIMEOUT(hits.size(), 2, Patience);
        QCOMPARE_EQ(hits.last()->offset, 399'995);
        // From the end it leads to the other end.
        search.findNext(500'003);
        QTRY_COMPARE_WITH_TIMEOUT(hits.size(), 3, Patience);
        QCOMPARE_EQ(hits.last()->offset, 5);
        search.findPrevious(0);
        QTRY_COMPARE_WITH_TIMEOUT(hits.size(), 4, Patience);
        QCOMPARE_EQ(hits.last()->offset, 499'995);
        // What is added counts as well; where only one is, it is found from everywhere.
        search.setPattern(BytePattern(u"needle"_s, Qt::CaseSensitive));
        output->append("another needle");
        text.refresh();
        QTRY_VERIFY_WITH_TIMEOUT(search.count() == 2 && !search.isCounting(), Patience);
        search.setPattern(BytePattern(u"another"_s, Qt::CaseSensitive));
        search.findNext(500'008);
        QTRY_COMPARE_WITH_TIMEOUT(hits.size(), 5, Patience);
        QCOMPARE_EQ(hits.last()->offset, 500'007);
        search.setPattern(BytePattern(u"nowhere"_s, Qt::CaseSensitive));
        search.findNext(0);
        QTRY_COMPARE_WITH_TIMEOUT(hits.size(), 6, Patience);
        QVERIFY(!hits.last());
    }

    void placesHits()
    {
        OutputText text;
        text.setReader(std::make_shared<MemoryOutput>("zero\n\x1b[31mone two\n"), OutputText::Continuity::New);
        QTRY_VERIFY_WITH_TIMEOUT(!text.isReading(), Patience);
        auto place = text.placeOf(14);
        place.waitForFinished();
        QCOMPARE(place.result(), (TextPlace {.row = 1, .column = 4}));
    }

    /// O4, O6: exactly the bytes.
    void savesTheBytes()
    {
        const QTemporaryDir folder;
        const QByteArray bytes = QByteArray("\376\377ok\n\0\x1b[31m", 12).repeated(300'000);
        OutputSave save;
        QSignalSpy finished(&save, &OutputSave::finished);
        save.start(std::make_shared<MemoryOutput>(bytes), folder.filePath(u"out"_s));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, Patience);
        QVERIFY(finished.first().first().value<Result<>>().has_value());
        QFile file(folder.filePath(u"out"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll() == bytes);
    }

    void savesOverNoDevice()
    {
        const QTemporaryDir folder;
        const QByteArray pipe = QFile::encodeName(folder.filePath(u"pipe"_s));
        QCOMPARE_EQ(::mkfifo(pipe.constData(), 0600), 0);
        OutputSave save;
        QSignalSpy finished(&save, &OutputSave::finished);
        save.start(std::make_shared<MemoryOutput>("x"), QFile::decodeName(pipe));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, Patience);
        QCOMPARE(finished.first().first().value<Result<>>().error().kind, FaultKind::Usage);
    }

    void aCancelledSaveLeavesWhatWasThere()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"out"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("before") == 6);
        file.close();
        OutputSave save;
        QSignalSpy finished(&save, &OutputSave::finished);
        save.cancel();
        save.start(std::make_shared<MemoryOutput>(QByteArray(1'000'000, 'x')), file.fileName());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, Patience);
        QCOMPARE(finished.first().first().value<Result<>>().error().kind, FaultKind::Cancelled);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), "before"_ba);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList(u"out"_s));
    }

    void tellsFacts()
    {
        RunResult result;
        result.end = {.reason = EndReason::Signalled, .exitCode = 137, .signal = 9, .outOfMemory = true, .run = 1500ms};
        result.end.use = ResourceUse {.userTime = 1s, .systemTime = 500ms, .maxResidentBytes = 3LL * 1024 * 1024};
        result.startedAt = QDateTime(QDate(2026, 12, 1), QTime(13, 3, 5, 120), QTimeZone::UTC);
        result.out = {.total = 2048};
        result.err = {.total = 99'999'999, .truncated = true};
        QMap<QString, QString> facts;
        for (const ResultFact &fact : resultFacts(result, QTimeZone(-12600)))
            facts.insert(fact.label, fact.value);
        QCOMPARE(facts.value(u"Exit code"_s), u"137"_s);
        QCOMPARE(facts.value(u"Signal"_s), u"SIGKILL (9)"_s);
        QCOMPARE(facts.value(u"End"_s), u"ended by a signal, out of memory"_s);
        QCOMPARE(facts.value(u"Started"_s), u"2026-12-01 09:33:05.120 -03:30"_s);
        QCOMPARE(facts.value(u"Run time"_s), u"1.500 s"_s);
        QCOMPARE(facts.value(u"Peak memory"_s), u"3.0 MiB"_s);
        QVERIFY(facts.value(u"Stdout"_s).startsWith("2.0 KiB"_L1));
        QVERIFY(facts.value(u"Stderr"_s).contains("only both ends"_L1));
        result.end.use.reset();
        result.end.signal = 0;
        QCOMPARE_EQ(resultFacts(result).size(), facts.size() - 3);
    }

    void printsTheLastObject()
    {
        QCOMPARE(prettyLastObject("text\n{\"b\":1.10,\"a\":[1, {}],\"t\":\"x,{\\\"}\"}\n"),
                 u"{\n  \"b\": 1.10,\n  \"a\": [\n    1,\n    {}\n  ],\n  \"t\": \"x,{\\\"}\"\n}"_s);
        QVERIFY(prettyLastObject("{broken}").isEmpty());
        QVERIFY(prettyLastObject("no object").isEmpty());
        QVERIFY(prettyLastObject({}).isEmpty());
    }
};

QTEST_GUILESS_MAIN(OutputTextTest)
#include "tst_outputtext.moc"
