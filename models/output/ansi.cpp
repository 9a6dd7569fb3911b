// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ansi.h"

#include <array>
#include <span>

namespace hermes {

namespace {

constexpr char Escape = '\x1b';
constexpr char Bell = '\x07';
constexpr qsizetype LongestControl = 64;
constexpr qsizetype LongestString = 2048;
constexpr int MostParameters = 32;

bool isBetween(char c, char first, char last)
{
    return c >= first && c <= last;
}

/// ESC [ parameters, intermediates, one final byte.
qsizetype controlLength(QByteArrayView bytes)
{
    const qsizetype end = std::min(bytes.size(), LongestControl);
    for (qsizetype at = 2; at < end; ++at) {
        if (isBetween(bytes[at], '@', '~'))
            return at + 1;
        if (!isBetween(bytes[at], ' ', '?'))
            return 0;
    }
    return 0;
}

/// ESC ] text up to BEL or ESC \: titles, links.
qsizetype stringLength(QByteArrayView bytes)
{
    const qsizetype end = std::min(bytes.size(), LongestString);
    for (qsizetype at = 2; at < end; ++at) {
        if (bytes[at] == Bell)
            return at + 1;
        if (bytes[at] == Escape)
            return at + 1 < end && bytes[at + 1] == '\\' ? at + 2 : 0;
    }
    return 0;
}

struct Parameters
{
    std::array<int, MostParameters> values {};
    int count = 0;
};

/// Numbers between ; or :, an empty one is 0.
Parameters parametersOf(QByteArrayView text)
{
    Parameters parameters {.values = {}, .count = 1};
    for (const char c : text) {
        int &value = parameters.values[size_t(parameters.count - 1)];
        if (isBetween(c, '0', '9'))
            value = std::min(value * 10 + (c - '0'), 100'000);
        else if (parameters.count == MostParameters)
            break;
        else
            ++parameters.count;
    }
    return parameters;
}

AnsiColor indexed(int value)
{
    return {.kind = AnsiColor::Kind::Indexed, .value = quint32(value & 0xff)};
}

/// After 38 or 48: 5;N or 2;R;G;B. Returns how many parameters it took.
int extendedColor(std::span<const int> rest, AnsiColor &color)
{
    if (rest.size() >= 2 && rest[0] == 5) {
        color = indexed(rest[1]);
        return 2;
    }
    if (rest.size() >= 4 && rest[0] == 2) {
        const auto part = [&](size_t at) { return quint32(rest[at] & 0xff); };
        color = {.kind = AnsiColor::Kind::Rgb, .value = part(1) << 16 | part(2) << 8 | part(3)};
        return 4;
    }
    return int(rest.size());
}

void applyAttribute(int code, AnsiStyle &style)
{
    switch (code) {
    case 0: style = {}; break;
    case 1: style.bold = true; break;
    case 2: style.faint = true; break;
    case 3: style.italic = true; break;
    case 4:
    case 21: style.underline = true; break;
    case 7: style.reverse = true; break;
    case 9: style.strikeOut = true; break;
    case 22: style.bold = style.faint = false; break;
    case 23: style.italic = false; break;
    case 24: style.underline = false; break;
    case 27: style.reverse = false; break;
    case 29: style.strikeOut = false; break;
    case 39: style.foreground = {}; break;
    case 49: style.background = {}; break;
    default:
        if (code >= 30 && code <= 37)
            style.foreground = indexed(code - 30);
        else if (code >= 90 && code <= 97)
            style.foreground = indexed(code - 90 + 8);
        else if (code >= 40 && code <= 47)
            style.background = indexed(code - 40);
        else if (code >= 100 && code <= 107)
            style.background = indexed(code - 100 + 8);
        break;
    }
}

} // namespace

qsizetype escapeLength(QByteArrayView bytes)
{
    if (bytes.size() < 2 || bytes[0] != Escape)
        return 0;
    const char kind = bytes[1];
    if (kind == '[')
        return controlLength(bytes);
    if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_')
        return stringLength(bytes);
    if (isBetween(kind, ' ', '/')) // ESC ( B: a character set
        return bytes.size() > 2 && isBetween(bytes[2], '0', '~') ? 3 : 0;
    return isBetween(kind, '0', '~') ? 2 : 0;
}

void applyEscape(QByteArrayView sequence, AnsiStyle &style)
{
    if (sequence.size() < 3 || sequence[1] != '[' || sequence.back() != 'm')
        return;
    const QByteArrayView text = sequence.sliced(2, sequence.size() - 3);
    // "ESC [ > 4 m" and its like are no colours.
    if (!text.isEmpty() && !isBetween(text.front(), '0', ';'))
        return;
    const Parameters parameters = parametersOf(text);
    const std::span<const int> values(parameters.values.data(), size_t(parameters.count));
    for (size_t at = 0; at < values.size(); ++at) {
        if (values[at] == 38 || values[at] == 48)
            at += size_t(extendedColor(values.subspan(at + 1), values[at] == 38 ? style.foreground : style.background));
        else
            applyAttribute(values[at], style);
    }
}

void applyEscapes(QByteArrayView bytes, AnsiStyle &style)
{
    for (qsizetype at = bytes.indexOf(Escape); at >= 0; at = bytes.indexOf(Escape, at)) {
        const qsizetype length = escapeLength(bytes.sliced(at));
        applyEscape(bytes.sliced(at, length), style);
        at += std::max<qsizetype>(1, length);
    }
}

} // namespace hermes
