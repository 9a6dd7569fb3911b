// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/diff/diffmodel.h"
#include "models/diff/textdiff.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <iterator>

using namespace hermes;
using namespace Qt::StringLiterals;

namespace {

/// The second sequence, made from the first one by way of the hunks.
std::vector<int> applied(const std::vector<int> &left, const std::vector<int> &right, const std::vector<DiffHunk> &hunks)
{
    std::vector<int> result;
    int at = 0;
    for (const DiffHunk &hunk : hunks) {
        std::copy(left.begin() + at, left.begin() + hunk.leftBegin, std::back_inserter(result));
        std::copy(right.begin() + hunk.rightBegin, right.begin() + hunk.rightEnd, std::back_inserter(result));
        at = hunk.leftEnd;
    }
    std::copy(left.begin() + at, left.end(), std::back_inserter(result));
    return result;
}

int differences(const std::vector<DiffHunk> &hunks)
{
    int sum = 0;
    for (const DiffHunk &hunk : hunks)
        sum += hunk.leftEnd - hunk.leftBegin + hunk.rightEnd - hunk.rightBegin;
    return sum;
}

/// The least number of insertions and deletions, by the table of all pairs.
int leastDifferences(const std::vector<int> &left, const std::vector<int> &right)
{
    std::vector<int> row(right.size() + 1, 0);
    for (const int each : left) {
        int diagonal = 0;
        for (size_t at = 0; at < right.size(); ++at) {
            const int above = row[at + 1];
            row[at + 1] = each == right[at] ? diagonal + 1 : std::max(above, row[at]);
            diagonal = above;
        }
    }
    return int(left.size() + right.size()) - 2 * row.back();
}

quint32 next(quint32 &seed)
{
    seed = seed * 1664525U + 1013904223U;
    return seed >> 8;
}

std::vector<int> randomSequence(quint32 &seed, int length, int kinds)
{
    std::vector<int> sequence(size_t(length), 0);
    std::ranges::generate(sequence, [&] { return int(next(seed) % quint32(kinds)); });
    return sequence;
}

TextDiff compared(const QString &left, const QString &right, WhiteSpace whiteSpace = WhiteSpace::Counts)
{
    return compareTexts(diffText(left), diffText(right), whiteSpace);
}

/// `patch`, in small.
QString patched(const QString &text, const QString &unified)
{
    QStringList lines = text.split(u'\n');
    const bool ends = text.endsWith(u'\n');
    if (ends || text.isEmpty())
        lines.removeLast();
    QStringList result;
    bool resultEnds = ends;
    qsizetype at = 0;
    const QStringList patch = unified.split(u'\n');
    for (qsizetype i = 2; i + 1 < patch.size(); ++i) {
        const QString &line = patch.at(i);
        if (line.startsWith("@@"_L1)) {
            const QString range = line.split(u' ').at(1).mid(1);
            const qsizetype first = range.section(u',', 0, 0).toLongLong() - (range.endsWith(",0"_L1) ? 0 : 1);
            while (at < first)
                result += lines.at(at++);
        } else if (line.startsWith(u'-')) {
            if (lines.at(at++) != line.mid(1))
                return u"does not apply"_s;
        } else if (line.startsWith(u'\\')) {
            resultEnds = patch.at(i - 1).startsWith(u'-'); // else it is the new text that has no end
        } else {
            at += line.startsWith(u' ') ? 1 : 0;
            result += line.mid(1);
            resultEnds = true;
        }
    }
    const bool reachesEnd = at == lines.size();
    while (at < lines.size())
        result += lines.at(at++);
    return result.join(u'\n') + (result.isEmpty() || !(reachesEnd ? resultEnds : ends) ? QString() : u"\n"_s);
}

} // namespace

class TextDiffTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Applied it gives the second sequence, and there is no smaller one.
    void isRightAndSmallest()
    {
        quint32 seed = 3;
        for (int round = 0; round < 4000; ++round) {
            const int kinds = 1 + int(next(seed) % 6);
            const auto left = randomSequence(seed, int(next(seed) % 24), kinds);
            const auto right = randomSequence(seed, int(next(seed) % 24), kinds);
            const SequenceDiff diff = diffSequences(left, right);
            QVERIFY(applied(left, right, diff.hunks) == right);
            QCOMPARE_EQ(differences(diff.hunks), leastDifferences(left, right));
            QVERIFY(!diff.coarse);
            for (size_t at = 1; at < diff.hunks.size(); ++at)
                QVERIFY(diff.hunks[at].leftBegin > diff.hunks[at - 1].leftEnd);
        }
    }

    void staysRightWhereItGivesUp()
    {
        quint32 seed = 5;
        // Nothing in common that occurs once, and far too many differences.
        const auto left = randomSequence(seed, 40'000, 50);
        const auto right = randomSequence(seed, 40'000, 50);
        QElapsedTimer took;
        took.start();
        const SequenceDiff coarse = diffSequences(left, right);
        QVERIFY(coarse.coarse);
        QVERIFY(applied(left, right, coarse.hunks) == right);
        // Every tenth of many lines that are all different.
        std::vector<int> first(300'000, 0);
        std::ranges::generate(first, [n = 0]() mutable { return n++; });
        std::vector<int> second = first;
        for (size_t at = 0; at < second.size(); at += 10)
            second[at] = -int(at) - 1;
        const SequenceDiff large = diffSequences(first, second);
        QVERIFY(applied(first, second, large.hunks) == second);
        QCOMPARE_EQ(differences(large.hunks), 60'000);
        qInfo("both took %lld ms", static_cast<long long>(took.elapsed()));
        QVERIFY(took.elapsed() < 30'000);
    }

    void endsWhenItIsToldTo()
    {
        quint32 seed = 9;
        std::stop_source stop;
        stop.request_stop();
        const auto left = randomSequence(seed, 100'000, 1000);
        const auto right = randomSequence(seed, 100'000, 1000);
        QElapsedTimer took;
        took.start();
        QVERIFY(diffSequences(left, right, stop.get_token()).coarse);
        QVERIFY(took.elapsed() < 5000);
    }

    void comparesLines()
    {
        const TextDiff diff = compared(u"a\nvalue = 1\nold\nz\n"_s, u"a\nvalue = 2\nz\nnew\n"_s);
        QCOMPARE_EQ(diff.hunks.size(), 2U);
        const std::vector<DiffLine> expected {{.kind = DiffKind::Equal, .left = 0, .right = 0},
                                              {.kind = DiffKind::Changed, .left = 1, .right = 1, .hunk = 0},
                                              {.kind = DiffKind::Removed, .left = 2, .hunk = 0},
                                              {.kind = DiffKind::Equal, .left = 3, .right = 2},
                                              {.kind = DiffKind::Added, .right = 3, .hunk = 1}};
        QVERIFY(diff.lines == expected);
        QVERIFY(compared({}, {}).hunks.empty());
        QVERIFY(compared(u"x"_s, u"x"_s).hunks.empty());
        QCOMPARE_EQ(compared(u"x"_s, u"x\n"_s).hunks.size(), 1U);
        QCOMPARE_EQ(compared({}, u"x\ny\n"_s).lines.size(), 2U);
    }

    void ignoresWhiteSpace()
    {
        QVERIFY(compared(u"a b\n\tc\n"_s, u"ab \nc"_s, WhiteSpace::Ignored).hunks.empty());
        QCOMPARE_EQ(compared(u"a b\nc\n"_s, u"ab\nd\n"_s, WhiteSpace::Ignored).hunks.size(), 1U);
    }

    void marksWords()
    {
        using Span = WordMarks::Span;
        const WordMarks marks = wordMarks(u"loss = 0.25, step 7", u"loss = 0.75, step 7 done");
        QVERIFY(marks.left == (std::vector<Span> {{.begin = 9, .length = 2}}));
        QVERIFY(marks.right == (std::vector<Span> {{.begin = 9, .length = 2}, {.begin = 19, .length = 5}}));
        QVERIFY(wordMarks(u"same", u"same").left.empty());
    }

    void printsUnified()
    {
        QCOMPARE(unifiedText(compared(u"1\n2\n3\n4\n5\n"_s, u"1\n2\nX\n4\n5"_s), u"a"_s, u"b\nc"_s),
                 u"--- a\n+++ b↵c\n@@ -1,5 +1,5 @@\n 1\n 2\n-3\n+X\n 4\n-5\n+5\n\\ No newline at end of file\n"_s);
        QVERIFY(unifiedText(compared(u"x\n"_s, u"x\n"_s), u"a"_s, u"b"_s).isEmpty());
    }

    /// What it prints, applied to the first text, gives the second one.
    void unifiedApplies()
    {
        quint32 seed = 11;
        for (int round = 0; round < 1500; ++round) {
            const auto text = [&] {
                QStringList lines;
                for (const int each : randomSequence(seed, int(next(seed) % 40), 5))
                    lines += u"line %1"_s.arg(each);
                return lines.isEmpty() ? QString() : lines.join(u'\n') + (next(seed) % 2 == 0 ? u"\n"_s : QString());
            };
            const QString left = text();
            const QString right = text();
            const QString unified = unifiedText(compared(left, right), u"a"_s, u"b"_s);
            QCOMPARE(unified.isEmpty() ? left : patched(left, unified), right);
        }
    }

    void modelShowsBothArrangements()
    {
        DiffModel model;
        const QAbstractItemModelTester tester(&model);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        const QString equal = u"same\n"_s.repeated(20);
        model.setDiff(std::make_shared<TextDiff>(compared(equal + u"value 1\nold\n" + equal, equal + u"value 2\n" + equal)));
        QCOMPARE_EQ(reset.size(), 1);
        QCOMPARE_EQ(model.rowCount(), 42);
        QCOMPARE_EQ(model.hunkCount(), 1);
        QCOMPARE_EQ(model.rowOfHunk(0), 20);
        QCOMPARE_EQ(model.hunkBefore(19), -1);
        QCOMPARE_EQ(model.hunkBefore(30), 0);
        QCOMPARE(row(model, 20), u"21|value 1|~|21|value 2"_s);
        QCOMPARE(row(model, 21), u"22|old|-||"_s);
        QCOMPARE(row(model, 22), u"23|same||22|same"_s);
        QCOMPARE(model.index(21, 4).data(Qt::AccessibleTextRole).toString(), u"no line here"_s);
        QCOMPARE(model.index(20, 1).data(Qt::AccessibleTextRole).toString(), u"changed: value 1"_s);
        QVERIFY(model.marksOf(model.index(20, 4)) == (std::vector<WordMarks::Span> {{.begin = 6, .length = 1}}));
        model.setArrangement(DiffModel::Arrangement::Unified);
        QCOMPARE(row(model, 20), u"21||-|value 1"_s);
        QCOMPARE(row(model, 21), u"|21|+|value 2"_s);
        QVERIFY(!model.marksOf(model.index(20, 3)).empty());
        model.setLines(DiffModel::Lines::Differences);
        QCOMPARE_EQ(model.rowCount(), 11);
        QCOMPARE(model.index(0, 3).data().toString(), u"Equal lines left out: 17"_s);
        QCOMPARE_EQ(model.rowOfHunk(0), 4);
        model.setDiff(nullptr);
        QCOMPARE_EQ(model.rowCount(), 0);
    }

private:
    [[nodiscard]] static QString row(const DiffModel &model, int at)
    {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells += model.index(at, column).data().toString();
        return cells.join(u'|');
    }
};

QTEST_GUILESS_MAIN(TextDiffTest)
#include "tst_textdiff.moc"
