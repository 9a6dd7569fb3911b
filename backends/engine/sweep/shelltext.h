// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/sweep/templatehole.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <utility>

namespace hermes {

/// Whether a byte ends a word of a shell command.
[[nodiscard]] bool endsShellWord(char c);

/// A place in a shell script that moves forwards and collects the holes on its way.
class ShellText final
{
public:
    explicit ShellText(QByteArrayView code) : m_code(code) { }

    [[nodiscard]] qsizetype at() const { return m_at; }
    [[nodiscard]] bool atEnd() const { return m_at == m_code.size(); }
    /// The byte at this distance from here; NUL beyond either end.
    [[nodiscard]] char peek(qsizetype offset = 0) const;
    [[nodiscard]] bool startsWith(QByteArrayView text) const { return m_code.sliced(m_at).startsWith(text); }
    /// Without its line break.
    [[nodiscard]] QByteArrayView restOfLine() const;

    void skip(qsizetype bytes = 1);
    /// Takes the hole that begins here; false when there is none.
    bool takeHole(HolePlace place);
    /// A backslash and what it protects.
    void skipEscape(HolePlace place);
    /// Up to and with `end`; a backslash protects what follows where `escapes`.
    void skipVerbatim(char end, bool escapes, HolePlace place);
    /// Goes to the end of the script, since what began at `begin` has no clear end; collects the holes on the way.
    void giveUp(qsizetype begin);

    [[nodiscard]] FoundHoles takeFound() { return std::move(m_found); }

private:
    QByteArrayView m_code;
    qsizetype m_at = 0;
    FoundHoles m_found;
};

/// The here-documents that were announced, whose texts begin on the next line.
class HereDocuments final
{
public:
    /// Reads `<<` or `<<-` and the end word.
    void readOperator(ShellText &text);
    /// Skips the texts of all that were announced; the place is at the beginning of a line.
    void skipTexts(ShellText &text);

private:
    struct Document
    {
        QByteArray endWord = {};
        bool stripTabs = false;
        bool quoted = false;
    };

    [[nodiscard]] static QByteArray takeLine(const Document &document, ShellText &text);

    QList<Document> m_documents;
};

} // namespace hermes
