// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalfixture.h"

#include "backends/engine/journal/excerpt.h"
#include "backends/engine/outputrecorder.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include <csignal>

#include <sys/resource.h>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;

class TestOutputRecorder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nothingWritten();
    void smallOutputHasNoFile();
    void streamsAreApart();
    void longOutputIsSpooled_data();
    void longOutputIsSpooled();
    void limitBelowThePreview();
    void noLimitAtAll();
    void withoutFolderEndsAreKept();
    void charactersAreNotTorn();
    void bytesAreKept_data();
    void bytesAreKept();
    void hundredMebibytes();
    void linkIsNotFollowed();
    void failedWriteIsANote();
    void folderIsMissing();
    void withoutTakeTheFilesGo();
    void filesArePrivate();
    void tapGetsChunksAndCredit();
    void creditIsGivenBackWithoutTap();
    void snapshotWhileWriting();
    void readBackWhileWriting_data();
    void readBackWhileWriting();
    void readWhenItHasEnded_data();
    void readWhenItHasEnded();
    void readAfterTheFileWasRemoved();
    void throughTheJournal();

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    [[nodiscard]] SpoolPlace place() const { return {.folder = m_dir->path(), .launch = 5, .index = 9}; }
};

namespace {

QByteArray pattern(qint64 size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    quint32 state = 1;
    for (char &byte : bytes) {
        state = state * 1664525 + 1013904223;
        byte = char('a' + (state >> 24) % 26);
    }
    return bytes;
}

void feed(OutputRecorder &recorder, QByteArrayView bytes, qsizetype chunk, Stream stream = Stream::Stdout)
{
    for (; !bytes.isEmpty(); bytes = bytes.sliced(std::min(chunk, bytes.size())))
        recorder.output(stream, bytes.first(std::min(chunk, bytes.size())), {});
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class Tap final : public OutputSink
{
public:
    void started() override { ++starts; }
    void output(Stream stream, QByteArrayView bytes, Credit credit) override
    {
        seen += (stream == Stream::Stdout ? "o:" : "e:") + bytes.toByteArray() + ' ';
        credits.push_back(std::move(credit));
    }
    int starts = 0;
    QByteArray seen;
    std::vector<Credit> credits;
};

} // namespace

void TestOutputRecorder::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestOutputRecorder::nothingWritten()
{
    OutputRecorder recorder({}, place());
    const RecordedOutput recorded = recorder.take();
    QCOMPARE(recorded.out, StreamCapture());
    QCOMPARE(recorded.err, StreamCapture());
    QVERIFY(recorded.notes.isEmpty());
}

void TestOutputRecorder::smallOutputHasNoFile()
{
    OutputRecorder recorder({}, place());
    const QByteArray bytes = pattern(PreviewBytes);
    feed(recorder, bytes, 100);
    const RecordedOutput recorded = recorder.take();
    QCOMPARE(recorded.out, (StreamCapture {.bytes = bytes, .total = bytes.size()}));
    QVERIFY(QDir(m_dir->path()).isEmpty());
}

void TestOutputRecorder::streamsAreApart()
{
    OutputRecorder recorder({}, place());
    recorder.output(Stream::Stdout, "a", {});
    recorder.output(Stream::Stderr, "b", {});
    recorder.output(Stream::Stdout, "c", {});
    const RecordedOutput recorded = recorder.take();
    QCOMPARE(recorded.out.bytes, "ac");
    QCOMPARE(recorded.err.bytes, "b");
}

void TestOutputRecorder::longOutputIsSpooled_data()
{
    QTest::addColumn<qint64>("total");
    QTest::addColumn<qint64>("chunk");
    QTest::addColumn<CaptureLimits>("limits");
    const CaptureLimits small {.resultBytes = 40'000, .spoolBytes = 100'000};
    for (const qint64 chunk : {1LL, 7LL, 4096LL, 65'536LL, 10'000'000LL}) {
        for (const qint64 total : {16'385LL, 20'001LL, 40'000LL, 40'001LL, 100'000LL, 100'001LL, 119'000LL, 300'000LL})
            QTest::addRow("%lld by %lld", total, chunk) << total << chunk << small;
    }
    QTest::newRow("odd limits") << 50'000LL << 999LL << CaptureLimits {.resultBytes = 33'333, .spoolBytes = 17'001};
    QTest::newRow("tiny spool") << 50'000LL << 999LL << CaptureLimits {.resultBytes = 33'333, .spoolBytes = 1};
    QTest::newRow("defaults") << 3 * MiB << 65'536LL << CaptureLimits();
}

void TestOutputRecorder::longOutputIsSpooled()
{
    QFETCH(qint64, total);
    QFETCH(qint64, chunk);
    QFETCH(CaptureLimits, limits);
    const QByteArray bytes = pattern(total);
    OutputRecorder recorder(limits, place());
    feed(recorder, bytes, chunk, Stream::Stderr);
    const RecordedOutput recorded = recorder.take();
    const StreamCapture &err = recorded.err;
    QVERIFY(recorded.notes.isEmpty());
    QCOMPARE(err.total, total);
    QCOMPARE(err.truncated, total > limits.resultBytes);
    const qint64 half = limits.resultBytes / 2;
    QCOMPARE(err.bytes, err.truncated ? excerpt(bytes.first(half), bytes.last(limits.resultBytes - half), total) : bytes);
    QCOMPARE(err.spoolFile, m_dir->filePath(u"5-9.err"_s));
    QCOMPARE(err.spooled, std::min(total, limits.spoolBytes));
    QCOMPARE(err.spoolTail, std::min(total - err.spooled, limits.resultBytes - half));
    QCOMPARE(contentOf(err.spoolFile), bytes.first(err.spooled) + bytes.last(err.spoolTail));
    QCOMPARE(recorded.out, StreamCapture());
}

void TestOutputRecorder::limitBelowThePreview()
{
    OutputRecorder recorder({.resultBytes = 10}, place());
    feed(recorder, "0123456789abcdefghij", 3);
    const RecordedOutput recorded = recorder.take();
    QCOMPARE(recorded.out.bytes, "01234\n[… 10 bytes left out …]\nfghij");
    QVERIFY(recorded.out.truncated);
    QCOMPARE(contentOf(recorded.out.spoolFile), "0123456789abcdefghij");
}

void TestOutputRecorder::noLimitAtAll()
{
    OutputRecorder recorder({.resultBytes = 0, .spoolBytes = 0}, place());
    feed(recorder, "0123456789", 3);
    const RecordedOutput recorded = recorder.take();
    QCOMPARE(recorded.out, (StreamCapture {.bytes = "\n[… 10 bytes left out …]\n", .total = 10, .truncated = true}));
}

void TestOutputRecorder::withoutFolderEndsAreKept()
{
    OutputRecorder recorder({.resultBytes = 100}, {});
    const QByteArray bytes = pattern(100'000);
    feed(recorder, bytes, 777);
    const RecordedOutput recorded = recorder.take();
    QCOMPARE(recorded.out.bytes, excerpt(bytes.first(50), bytes.last(50), bytes.size()));
    QVERIFY(recorded.out.spoolFile.isEmpty());
    QVERIFY(recorded.notes.isEmpty());
}

void TestOutputRecorder::charactersAreNotTorn()
{
    OutputRecorder recorder({.resultBytes = 1001}, place());
    feed(recorder, QByteArray("é").repeated(5000), 1);
    const RecordedOutput recorded = recorder.take();
    const QString text = QString::fromUtf8(recorded.out.bytes);
    QVERIFY(!text.contains(QChar::ReplacementCharacter));
    QCOMPARE(text.count(u'é'), 500);
    QVERIFY(text.contains(u"\n[… 9000 bytes left out …]\n"_s));
}

void TestOutputRecorder::bytesAreKept_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("chunk");
    QTest::newRow("O3 character across chunks") << QByteArray(4095, 'a') + QByteArray("é").repeated(5000) << 4096;
    QTest::newRow("O3 byte by byte") << QByteArray("\303\251\n") << 1;
    QTest::newRow("O4 no UTF-8") << QByteArray("\376\377ok\n") << 2;
    QTest::newRow("O6 NUL") << QByteArray("a\0b", 3) << 1;
    QTest::newRow("O11 line ends") << QByteArray("a\nb\r\n") << 3;
}

void TestOutputRecorder::bytesAreKept()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, chunk);
    const auto journal = openJournal(m_dir->path());
    const LaunchId launch = createLaunch(*journal, 1);
    OutputRecorder recorder({}, {.folder = journal->spoolFolder(), .launch = launch});
    feed(recorder, bytes, chunk);
    RunResult result = exitedResult(0);
    result.out = recorder.take().out;
    QCOMPARE(result.out.bytes, bytes);
    journal->append({.launch = launch, .index = 0, .result = result}, {});
    QVERIFY(journal->flush(Patience));
    QCOMPARE(openReader(m_dir->path())->result(launch, 0, MiB)->result.out, result.out);
}

/// O1: total stated, both ends there, the rest in the file.
void TestOutputRecorder::hundredMebibytes()
{
    OutputRecorder recorder({}, place());
    const QByteArray chunk(64 * 1024, 'x');
    recorder.output(Stream::Stdout, "first", {});
    for (int count = 0; count < 1600; ++count)
        recorder.output(Stream::Stdout, chunk, {});
    recorder.output(Stream::Stdout, "last", {});
    const StreamCapture out = recorder.take().out;
    QCOMPARE(out.total, 104'857'600 + 9);
    QVERIFY(out.truncated);
    QVERIFY(out.bytes.startsWith("firstx"));
    QVERIFY(out.bytes.endsWith("xlast"));
    QVERIFY(out.bytes.size() < MiB + 100);
    QCOMPARE(QFile(out.spoolFile).size(), out.total);
}

void TestOutputRecorder::linkIsNotFollowed()
{
    const QString target = m_dir->filePath(u"target"_s);
    QVERIFY(QFile::link(target, m_dir->filePath(u"5-9.out"_s)));
    OutputRecorder recorder({}, place());
    const QByteArray bytes = pattern(100'000);
    feed(recorder, bytes, 5000);
    const RecordedOutput recorded = recorder.take();
    QCOMPARE(recorded.notes.size(), 0);
    QVERIFY(!QFile::exists(target));
    QVERIFY(!QFileInfo(recorded.out.spoolFile).isSymLink());
    QCOMPARE(QFile(recorded.out.spoolFile).size(), bytes.size());
}

/// As on a full disk: the file was begun, and grows no further.
void TestOutputRecorder::failedWriteIsANote()
{
    rlimit before {};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small {.rlim_cur = 30'000, .rlim_max = before.rlim_max};
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
    OutputRecorder recorder({}, place());
    const QByteArray bytes = pattern(100'000);
    feed(recorder, bytes.first(20'000), 5000);
    const bool begun = QFile::exists(m_dir->filePath(u"5-9.out"_s));
    feed(recorder, bytes.sliced(20'000), 5000);
    const RecordedOutput recorded = recorder.take();
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    QVERIFY(begun);
    QCOMPARE(recorded.out, (StreamCapture {.bytes = bytes, .total = bytes.size()}));
    QCOMPARE(recorded.notes, QStringList {u"The whole stdout could not be spooled: File too large."_s});
    QVERIFY(QDir(m_dir->path()).isEmpty()); // The space is the journal's.
}

void TestOutputRecorder::folderIsMissing()
{
    OutputRecorder recorder({}, {.folder = m_dir->filePath(u"none"_s), .launch = 1});
    const QByteArray bytes = pattern(50'000);
    feed(recorder, bytes, 5000);
    const RecordedOutput recorded = recorder.take();
    QCOMPARE(recorded.out.bytes, bytes);
    QCOMPARE(recorded.notes, QStringList {u"The whole stdout could not be spooled: No such file or directory."_s});
}

void TestOutputRecorder::withoutTakeTheFilesGo()
{
    {
        OutputRecorder recorder({}, place());
        feed(recorder, pattern(50'000), 5000);
        QVERIFY(QFile::exists(m_dir->filePath(u"5-9.out"_s)));
    }
    QVERIFY(QDir(m_dir->path()).isEmpty());
}

void TestOutputRecorder::filesArePrivate()
{
    OutputRecorder recorder({}, place());
    feed(recorder, pattern(50'000), 5000);
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QCOMPARE(QFile(recorder.take().out.spoolFile).permissions() & others, QFile::Permissions());
}

void TestOutputRecorder::tapGetsChunksAndCredit()
{
    const auto tap = std::make_shared<Tap>();
    OutputRecorder recorder({}, place(), tap);
    int given = 0;
    recorder.started();
    recorder.output(Stream::Stdout, "one", Credit([&given] { ++given; }));
    recorder.output(Stream::Stderr, "two", Credit([&given] { ++given; }));
    QCOMPARE(tap->starts, 1);
    QCOMPARE(tap->seen, "o:one e:two ");
    QCOMPARE(given, 0);
    tap->credits.clear();
    QCOMPARE(given, 2);
}

void TestOutputRecorder::creditIsGivenBackWithoutTap()
{
    OutputRecorder recorder({}, place());
    int given = 0;
    recorder.output(Stream::Stdout, "one", Credit([&given] { ++given; }));
    QCOMPARE(given, 1);
}

void TestOutputRecorder::snapshotWhileWriting()
{
    OutputRecorder recorder({.resultBytes = 64 * 1024}, place());
    const QByteArray bytes = pattern(2 * MiB);
    std::atomic<bool> done = false;
    qint64 last = 0;
    bool ordered = true;
    {
        const std::jthread writer([&] {
            feed(recorder, bytes, 1000);
            done = true;
        });
        while (!done) {
            const StreamCapture now = recorder.snapshot().out;
            ordered = ordered && now.total >= last && now.bytes.startsWith(bytes.first(std::min(now.total, 32'768LL)));
            last = now.total;
        }
    }
    QVERIFY(ordered);
    QCOMPARE(recorder.snapshot().out.total, bytes.size());
}

void TestOutputRecorder::readBackWhileWriting_data()
{
    QTest::addColumn<bool>("spools");
    QTest::addColumn<qint64>("resultBytes");
    QTest::addColumn<qint64>("spoolBytes");
    QTest::addColumn<qint64>("reach"); // of 300'000 bytes
    QTest::newRow("spooled") << true << qint64(4000) << qint64(1'000'000) << qint64(300'000);
    QTest::newRow("beyond the limit") << true << qint64(4000) << qint64(100'000) << qint64(100'000);
    QTest::newRow("in memory") << false << qint64(400'000) << qint64(0) << qint64(300'000);
    QTest::newRow("only both ends") << false << qint64(50'000) << qint64(0) << qint64(25'000);
}

/// What can be read is a beginning of the stream at any time, and never less than before.
void TestOutputRecorder::readBackWhileWriting()
{
    QFETCH(const bool, spools);
    QFETCH(const qint64, resultBytes);
    QFETCH(const qint64, spoolBytes);
    QFETCH(const qint64, reach);
    const QByteArray all = pattern(300'000);
    OutputRecorder recorder({.resultBytes = resultBytes, .spoolBytes = spoolBytes}, spools ? place() : SpoolPlace {});
    QFile file;
    qint64 last = 0;
    for (qsizetype at = 0; at < all.size(); at += 1500) {
        recorder.output(Stream::Stdout, QByteArrayView(all).sliced(at, 1500), {});
        const OutputExtent extent = recorder.extent(Stream::Stdout);
        QCOMPARE_EQ(extent.total, at + 1500);
        QVERIFY(extent.growing);
        if (spools || extent.kept == extent.total)
            QCOMPARE_GE(extent.kept, last);
        for (const qint64 from : {0LL, std::max(0LL, extent.kept - 1000), extent.kept / 2, extent.kept}) {
            const auto bytes = recorder.read(Stream::Stdout, file, from, 5000);
            QVERIFY(bytes.has_value());
            QCOMPARE_EQ(bytes->size(), std::min<qint64>(5000, extent.kept - from));
            QVERIFY(all.sliced(from, bytes->size()) == *bytes);
        }
        last = extent.kept;
    }
    QCOMPARE_EQ(last, reach);
    QCOMPARE_EQ(recorder.extent(Stream::Stderr).kept, 0);
}

void TestOutputRecorder::readWhenItHasEnded_data()
{
    QTest::addColumn<qint64>("size");
    QTest::addColumn<qint64>("spoolBytes");
    QTest::newRow("small") << qint64(1000) << qint64(1'000'000);
    QTest::newRow("spooled") << qint64(300'000) << qint64(1'000'000);
    QTest::newRow("with a gap") << qint64(300'000) << qint64(100'000);
    QTest::newRow("without a file") << qint64(300'000) << qint64(0);
}

void TestOutputRecorder::readWhenItHasEnded()
{
    QFETCH(const qint64, size);
    QFETCH(const qint64, spoolBytes);
    const QByteArray all = pattern(size);
    OutputRecorder recorder({.resultBytes = 4000, .spoolBytes = spoolBytes}, place());
    feed(recorder, all, 700);
    const StreamCapture capture = recorder.take().out;
    const auto reader = outputReader(capture);
    const OutputExtent extent = reader->extent().value();
    QCOMPARE_EQ(extent.total, size);
    QVERIFY(!extent.growing);
    QCOMPARE_EQ(extent.excerpt, spoolBytes == 0);
    QCOMPARE_EQ(extent.gap.has_value(), spoolBytes > 0 && spoolBytes < size);
    const QByteArray read = reader->read(0, size).value();
    QCOMPARE_EQ(read.size(), extent.kept);
    if (extent.excerpt)
        QCOMPARE(read, capture.bytes);
    else if (extent.gap)
        QVERIFY(read == all.first(*extent.gap) + all.last(extent.kept - *extent.gap));
    else
        QVERIFY(read == all);
    QCOMPARE(reader->read(extent.kept - 3, 100).value(), read.last(3));
}

/// The quota takes files away that somebody may be looking at.
void TestOutputRecorder::readAfterTheFileWasRemoved()
{
    OutputRecorder recorder({}, place());
    const QByteArray all = pattern(100'000);
    feed(recorder, all, 10'000);
    const StreamCapture capture = recorder.take().out;
    const auto open = outputReader(capture);
    QCOMPARE_EQ(open->read(0, 10).value().size(), 10);
    QVERIFY(QFile::remove(capture.spoolFile));
    QVERIFY(open->read(50'000, 50'000).value() == all.last(50'000));
    const auto late = outputReader(capture)->read(0, 10);
    QVERIFY(!late);
    QCOMPARE(late.error().kind, FaultKind::Storage);
}

void TestOutputRecorder::throughTheJournal()
{
    const auto journal = openJournal(m_dir->path());
    const LaunchId launch = createLaunch(*journal, 1);
    OutputRecorder recorder({}, {.folder = journal->spoolFolder(), .launch = launch});
    const QByteArray bytes = pattern(3 * MiB);
    feed(recorder, bytes, 65'536);
    const RecordedOutput recorded = recorder.take();
    RunResult result = exitedResult(0);
    result.out = recorded.out;
    journal->append({.launch = launch, .index = 0, .result = result}, {});
    QVERIFY(journal->flush(Patience));
    const auto stored = openReader(m_dir->path())->result(launch, 0, MiB);
    QVERIFY(stored);
    QCOMPARE(stored->result.out, recorded.out);
    QCOMPARE(openReader(m_dir->path())->result(launch, 0, 4 * MiB)->result.out.bytes, bytes);
}

QTEST_GUILESS_MAIN(TestOutputRecorder)
#include "tst_outputrecorder.moc"
