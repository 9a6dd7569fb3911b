// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/outputreader.h"
#include "models/diff/sequencediff.h"

#include <QString>

#include <memory>
#include <stop_token>
#include <vector>

namespace hermes {

enum class WhiteSpace : quint8 { Counts, Ignored };

/// How two lines stand to each other.
enum class DiffKind : quint8 {
    Equal,
    Changed, ///< Both are there and much alike.
    Removed, ///< Only the left one is there.
    Added    ///< Only the right one is there.
};

/// One line of the comparison; -1 where that side has none.
struct DiffLine
{
    DiffKind kind = DiffKind::Equal;
    int left = -1;
    int right = -1;
    int hunk = -1; ///< Which difference it is of, from 0.

    bool operator==(const DiffLine &) const = default;
};

/// A text and its lines, without their ends.
struct DiffText
{
    QString text = {};
    std::vector<QStringView> lines = {};
    bool endsWithoutLineEnd = false;
    bool cut = false; ///< Only its beginning was compared.
};

/// Two texts line by line. Never changes once it is made.
struct TextDiff
{
    std::shared_ptr<const DiffText> left = {};
    std::shared_ptr<const DiffText> right = {};
    std::vector<DiffHunk> hunks = {};
    std::vector<DiffLine> lines = {};
    bool coarse = false; ///< As in SequenceDiff.

    [[nodiscard]] bool isCut() const { return left->cut || right->cut; }
};

/// The most bytes of each output that are compared.
inline constexpr qint64 MostCompared = 8LL * 1024 * 1024;

[[nodiscard]] std::shared_ptr<const DiffText> diffText(const QString &text, bool cut = false);
/// Reads the beginning of an output, control characters as signs. Blocks on the disk.
[[nodiscard]] Result<std::shared_ptr<const DiffText>> readDiffText(const OutputReader &reader);
/// Takes up to some seconds; ends early when told to stop.
[[nodiscard]] TextDiff compareTexts(std::shared_ptr<const DiffText> left, std::shared_ptr<const DiffText> right,
                                    WhiteSpace whiteSpace, const std::stop_token &stop = {});

/// What differs within two lines, word by word: pieces of each.
struct WordMarks
{
    struct Span
    {
        qsizetype begin = 0;
        qsizetype length = 0;

        bool operator==(const Span &) const = default;
    };
    std::vector<Span> left = {};
    std::vector<Span> right = {};
};
[[nodiscard]] WordMarks wordMarks(QStringView left, QStringView right);

/// As `diff -u` prints it, with three lines around each difference. Empty when nothing differs.
[[nodiscard]] QString unifiedText(const TextDiff &diff, const QString &leftName, const QString &rightName);

} // namespace hermes
