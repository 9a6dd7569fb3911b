// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputrow.h"

#include "models/displaytext.h"
#include "models/formatting.h"

#include <QCoreApplication>

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::OutputRow)
};

constexpr char Escape = '\x1b';

/// Puts together a row as a terminal would: a line of cells and a place where the next character goes.
class Cells final
{
public:
    struct Cell
    {
        char32_t character = 0;
        quint32 position = 0;
        AnsiStyle style = {};
    };

    void put(char32_t character, quint32 position)
    {
        const Cell cell {.character = character, .position = position, .style = style};
        if (m_at < m_cells.size())
            m_cells[m_at] = cell;
        else
            m_cells.push_back(cell);
        ++m_at;
    }
    void put(const QString &sign, quint32 position)
    {
        for (const QChar c : sign)
            put(char32_t(c.unicode()), position);
    }
    void toBegin() { m_at = 0; }
    void back() { m_at -= m_at > 0 ? 1 : 0; }
    /// "Erase in line".
    void erase(QByteArrayView parameter)
    {
        if (parameter.isEmpty() || parameter == "0") {
            m_cells.resize(std::min(m_at, m_cells.size()));
            return;
        }
        const size_t end = parameter == "1" ? std::min(m_at + 1, m_cells.size()) : m_cells.size();
        std::ranges::for_each(m_cells | std::views::take(end), [](Cell &cell) {
            cell.character = U' ';
            cell.style = {};
        });
    }
    void moveInto(OutputRow &row, quint32 end) const
    {
        row.text.reserve(qsizetype(m_cells.size()));
        row.positions.reserve(m_cells.size() + 1);
        for (const Cell &cell : m_cells) {
            const qsizetype begin = row.text.size();
            row.text.append(QChar::fromUcs4(cell.character));
            const qsizetype length = row.text.size() - begin;
            row.positions.insert(row.positions.end(), size_t(length), cell.position);
            if (cell.style == AnsiStyle {})
                continue;
            if (!row.runs.empty() && row.runs.back().begin + row.runs.back().length == begin && row.runs.back().style == cell.style)
                row.runs.back().length += length;
            else
                row.runs.push_back({.begin = begin, .length = length, .style = cell.style});
        }
        row.positions.push_back(end);
    }

    AnsiStyle style;

private:
    std::vector<Cell> m_cells;
    size_t m_at = 0;
};

bool isHiddenBeyondAscii(char32_t c)
{
    return (c >= 0x80 && c < 0xa0) || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x2069)
        || c == 0xfeff || c == 0xad;
}

/// What stands for a character that cannot be seen as it is.
QString signOf(char32_t c)
{
    const QString text = QChar::fromUcs4(c).operator QStringView().toString();
    if (const QString sign = visibleText(text); sign != text)
        return sign;
    return c == U'\r' ? u"␍"_s : u"‹U+%1›"_s.arg(quint32(c), 4, 16, '0'_L1).toUpper();
}

void putControl(Cells &cells, char c, quint32 position, Rendering rendering)
{
    if (c == '\t')
        cells.put(U'\t', position);
    else if (c == '\r' && rendering == Rendering::Terminal)
        cells.toBegin();
    else if (c == '\b' && rendering == Rendering::Terminal)
        cells.back();
    else if (c != '\x07' || rendering == Rendering::Plain)
        cells.put(signOf(char32_t(quint8(c))), position);
}

void carryOut(Cells &cells, QByteArrayView sequence)
{
    applyEscape(sequence, cells.style);
    if (sequence[1] == '[' && sequence.back() == 'K')
        cells.erase(sequence.sliced(2, sequence.size() - 3));
}

} // namespace

qsizetype OutputRow::columnOf(quint32 position) const
{
    // Not sorted where something was written over.
    const auto found = std::ranges::find_if(positions, [position](quint32 each) { return each >= position; });
    return std::min<qsizetype>(std::distance(positions.cbegin(), found), text.size());
}

DecodedCharacter decodeCharacter(QByteArrayView bytes)
{
    const auto at = [bytes](qsizetype i) { return char32_t(quint8(bytes[i])); };
    const char32_t first = at(0);
    if (first < 0x80)
        return {.character = first, .length = 1};
    const qsizetype length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    constexpr DecodedCharacter Invalid {.character = 0xfffd, .length = 1};
    if (first < 0xc2 || first > 0xf4)
        return Invalid;
    char32_t character = first & (0x7fU >> length);
    for (qsizetype i = 1; i < length; ++i) {
        // Overlong forms, surrogates and what is over U+10FFFF are told by the second byte.
        const char32_t least = i > 1 ? 0x80 : first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        const char32_t most = i > 1 ? 0xbf : first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (i >= bytes.size() || at(i) < least || at(i) > most)
            return {.character = 0xfffd, .length = i};
        character = character << 6 | (at(i) & 0x3f);
    }
    return {.character = character, .length = length};
}

OutputRow decodeRow(const OutputBlock &block, qsizetype at, Rendering rendering)
{
    const BlockRow &place = block.rows[size_t(at)];
    OutputRow row {
        .line = block.line + place.line, .startsLine = place.startsLine, .endsLine = place.endsLine, .isGap = place.isGap};
    if (place.isGap) {
        row.text = Text::tr("[… %1 are missing here: more was written than the limit of what is kept …]")
                       .arg(byteCountText(block.extent.total - block.extent.kept));
        row.positions.assign(size_t(row.text.size()) + 1, 0);
        return row;
    }
    const QByteArrayView bytes(block.bytes);
    Cells cells;
    cells.style = rendering == Rendering::Terminal ? place.style : AnsiStyle {};
    quint32 position = place.begin;
    while (position < place.end) {
        const QByteArrayView rest = bytes.sliced(position, place.end - position);
        const char c = rest.front();
        const qsizetype sequence = c == Escape && rendering == Rendering::Terminal ? escapeLength(rest) : 0;
        if (sequence > 0) {
            carryOut(cells, rest.first(sequence));
            position += quint32(sequence);
        } else if ((quint8(c) < 0x20) || c == '\x7f') {
            putControl(cells, c, position, rendering);
            ++position;
        } else {
            const DecodedCharacter decoded = decodeCharacter(rest);
            if (isHiddenBeyondAscii(decoded.character))
                cells.put(signOf(decoded.character), position);
            else
                cells.put(decoded.character, position);
            position += quint32(decoded.length);
        }
    }
    cells.moveInto(row, place.end);
    return row;
}

} // namespace hermes
