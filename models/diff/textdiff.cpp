// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "textdiff.h"

#include "models/displaytext.h"

#include <QHash>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Lines and words get numbers, so that comparing two of them costs nothing.
class Numbers final
{
public:
    int of(const QString &key)
    {
        const auto found = m_numbers.constFind(key);
        return found != m_numbers.cend() ? *found : *m_numbers.insert(key, int(m_numbers.size()));
    }

private:
    QHash<QString, int> m_numbers;
};

QString keyOf(QStringView line, WhiteSpace whiteSpace)
{
    QString key = line.toString();
    if (whiteSpace == WhiteSpace::Ignored)
        key.removeIf([](QChar c) { return c.isSpace(); });
    return key;
}

std::vector<int> numbersOf(const DiffText &text, WhiteSpace whiteSpace, Numbers &numbers, const std::stop_token &stop)
{
    std::vector<int> found;
    found.reserve(text.lines.size());
    for (const QStringView line : text.lines) {
        if (stop.stop_requested())
            break;
        found.push_back(numbers.of(keyOf(line, whiteSpace)));
    }
    // A last line without an end differs from one that has it.
    if (text.endsWithoutLineEnd && whiteSpace == WhiteSpace::Counts && found.size() == text.lines.size())
        found.back() = numbers.of(keyOf(text.lines.back(), whiteSpace) + u'\n');
    return found;
}

/// Whether two lines have so much in common that showing what changed within them helps.
bool areAlike(QStringView left, QStringView right)
{
    const qsizetype shorter = std::min(left.size(), right.size());
    qsizetype begin = 0;
    while (begin < shorter && left[begin] == right[begin])
        ++begin;
    qsizetype end = 0;
    while (end < shorter - begin && left[left.size() - 1 - end] == right[right.size() - 1 - end])
        ++end;
    return 3 * (begin + end) >= std::max(left.size(), right.size());
}

void addHunk(TextDiff &diff, const DiffHunk &hunk, int number)
{
    int left = hunk.leftBegin;
    int right = hunk.rightBegin;
    while (left < hunk.leftEnd && right < hunk.rightEnd
           && areAlike(diff.left->lines[size_t(left)], diff.right->lines[size_t(right)]))
        diff.lines.push_back({.kind = DiffKind::Changed, .left = left++, .right = right++, .hunk = number});
    while (left < hunk.leftEnd)
        diff.lines.push_back({.kind = DiffKind::Removed, .left = left++, .hunk = number});
    while (right < hunk.rightEnd)
        diff.lines.push_back({.kind = DiffKind::Added, .right = right++, .hunk = number});
}

void addEqual(TextDiff &diff, int leftEnd, int &left, int &right)
{
    while (left < leftEnd)
        diff.lines.push_back({.kind = DiffKind::Equal, .left = left++, .right = right++});
}

enum class CharacterClass : quint8 { Word, Space, Other };

CharacterClass classOf(QChar c)
{
    if (c.isLetterOrNumber() || c == u'_' || c.isSurrogate() || c.isMark())
        return CharacterClass::Word;
    return c.isSpace() ? CharacterClass::Space : CharacterClass::Other;
}

std::vector<WordMarks::Span> wordsOf(QStringView line)
{
    std::vector<WordMarks::Span> words;
    for (qsizetype at = 0; at < line.size();) {
        const CharacterClass first = classOf(line[at]);
        qsizetype end = at + 1;
        while (first != CharacterClass::Other && end < line.size() && classOf(line[end]) == first)
            ++end;
        words.push_back({.begin = at, .length = end - at});
        at = end;
    }
    return words;
}

/// Words that follow one another as one span.
void appendJoined(std::vector<WordMarks::Span> &spans, const std::vector<WordMarks::Span> &words, int begin, int end)
{
    if (begin == end)
        return;
    const WordMarks::Span &last = words[size_t(end - 1)];
    const qsizetype from = words[size_t(begin)].begin;
    spans.push_back({.begin = from, .length = last.begin + last.length - from});
}

} // namespace

std::shared_ptr<const DiffText> diffText(const QString &text, bool cut)
{
    auto made = std::make_shared<DiffText>(DiffText {.text = text, .lines = {}, .cut = cut});
    const QStringView all(made->text);
    for (qsizetype at = 0; at < all.size();) {
        const qsizetype end = all.indexOf(u'\n', at);
        made->endsWithoutLineEnd = end < 0;
        made->lines.push_back(all.sliced(at, (end < 0 ? all.size() : end) - at));
        at = end < 0 ? all.size() : end + 1;
    }
    return made;
}

Result<std::shared_ptr<const DiffText>> readDiffText(const OutputReader &reader)
{
    const auto extent = reader.extent();
    if (!extent)
        return std::unexpected(extent.error());
    return reader.read(0, MostCompared).transform([&](QByteArray bytes) {
        bool cut = extent->kept > bytes.size();
        if (const qsizetype end = bytes.lastIndexOf('\n'); cut && end >= 0)
            bytes.truncate(end + 1); // half a line would differ from nothing but itself
        cut = cut || extent->gap || extent->excerpt;
        return diffText(visibleText(QString::fromUtf8(bytes)), cut);
    });
}

TextDiff compareTexts(std::shared_ptr<const DiffText> left, std::shared_ptr<const DiffText> right, WhiteSpace whiteSpace,
                      const std::stop_token &stop)
{
    TextDiff diff {.left = std::move(left), .right = std::move(right)};
    Numbers numbers;
    const std::vector<int> leftNumbers = numbersOf(*diff.left, whiteSpace, numbers, stop);
    const std::vector<int> rightNumbers = numbersOf(*diff.right, whiteSpace, numbers, stop);
    SequenceDiff found = diffSequences(leftNumbers, rightNumbers, stop);
    diff.coarse = found.coarse;
    diff.hunks = std::move(found.hunks);
    if (stop.stop_requested())
        return diff;
    int leftLine = 0;
    int rightLine = 0;
    int number = 0;
    for (const DiffHunk &hunk : diff.hunks) {
        addEqual(diff, hunk.leftBegin, leftLine, rightLine);
        addHunk(diff, hunk, number++);
        leftLine = hunk.leftEnd;
        rightLine = hunk.rightEnd;
    }
    addEqual(diff, int(diff.left->lines.size()), leftLine, rightLine);
    return diff;
}

WordMarks wordMarks(QStringView left, QStringView right)
{
    const std::vector<WordMarks::Span> leftWords = wordsOf(left);
    const std::vector<WordMarks::Span> rightWords = wordsOf(right);
    Numbers numbers;
    const auto numbered = [&numbers](QStringView line, const std::vector<WordMarks::Span> &words) {
        std::vector<int> found;
        found.reserve(words.size());
        for (const WordMarks::Span &word : words)
            found.push_back(numbers.of(line.sliced(word.begin, word.length).toString()));
        return found;
    };
    const std::vector<int> leftNumbers = numbered(left, leftWords);
    const std::vector<int> rightNumbers = numbered(right, rightWords);
    WordMarks marks;
    for (const DiffHunk &hunk : diffSequences(leftNumbers, rightNumbers).hunks) {
        appendJoined(marks.left, leftWords, hunk.leftBegin, hunk.leftEnd);
        appendJoined(marks.right, rightWords, hunk.rightBegin, hunk.rightEnd);
    }
    return marks;
}

namespace {

constexpr int ContextLines = 3;

void appendSide(QString &text, char16_t sign, const DiffText &side, int begin, int end)
{
    for (int line = begin; line < end; ++line) {
        text += QChar(sign) + side.lines[size_t(line)].toString() + u'\n';
        if (side.endsWithoutLineEnd && line + 1 == int(side.lines.size()))
            text += "\\ No newline at end of file\n"_L1;
    }
}

QString rangeText(int begin, int end)
{
    // An empty range is named by the line before it.
    const int count = end - begin;
    const QString first = QString::number(count == 0 ? begin : begin + 1);
    return count == 1 ? first : first + u',' + QString::number(count);
}

} // namespace

QString unifiedText(const TextDiff &diff, const QString &leftName, const QString &rightName)
{
    if (diff.hunks.empty())
        return {};
    QString text = u"--- "_s + lineText(leftName) + u"\n+++ " + lineText(rightName) + u'\n';
    const int leftLines = int(diff.left->lines.size());
    for (size_t first = 0; first < diff.hunks.size();) {
        size_t last = first;
        while (last + 1 < diff.hunks.size() && diff.hunks[last + 1].leftBegin - diff.hunks[last].leftEnd <= 2 * ContextLines)
            ++last;
        const DiffHunk &from = diff.hunks[first];
        const DiffHunk &to = diff.hunks[last];
        const int before = std::min(ContextLines, from.leftBegin);
        const int after = std::min(ContextLines, leftLines - to.leftEnd);
        text += u"@@ -%1 +%2 @@\n"_s.arg(rangeText(from.leftBegin - before, to.leftEnd + after),
                                         rangeText(from.rightBegin - before, to.rightEnd + after));
        int equal = from.leftBegin - before;
        for (size_t hunk = first; hunk <= last; ++hunk) {
            appendSide(text, u' ', *diff.left, equal, diff.hunks[hunk].leftBegin);
            appendSide(text, u'-', *diff.left, diff.hunks[hunk].leftBegin, diff.hunks[hunk].leftEnd);
            appendSide(text, u'+', *diff.right, diff.hunks[hunk].rightBegin, diff.hunks[hunk].rightEnd);
            equal = diff.hunks[hunk].leftEnd;
        }
        appendSide(text, u' ', *diff.left, equal, to.leftEnd + after);
        first = last + 1;
    }
    return text;
}

} // namespace hermes
