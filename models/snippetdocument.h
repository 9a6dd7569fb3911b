// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/snippet.h"
#include "models/snippets/filestamp.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace hermes {

struct DiskLook;

/// What saving does where somebody else has changed the file since it was read.
enum class Overwrite { OnlyUnchanged, Anything };

/// The file behind the editor: its bytes, and what of them can be shown as text.
///
/// What an editor cannot keep or cannot show in time (bytes that are not UTF-8, endless lines) is shown as well as it can
/// be; such a document runs with its own bytes and is never saved, since what is shown is not what it is. A value; no
/// thread affinity.
class SnippetDocument final
{
public:
    SnippetDocument() = default;
    [[nodiscard]] static SnippetDocument fromBytes(QByteArray bytes);
    /// Refuses what is larger than MaxCodeBytes. Blocks for the time of the read.
    [[nodiscard]] static Result<SnippetDocument> read(const QString &path);
    /// A file that is not there (any more): nothing is in it yet.
    [[nodiscard]] static SnippetDocument missing(const QString &path);

    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] const QString &text() const { return m_text; }
    /// Why the text is not what the file holds, so that it must not be edited or saved: a sentence; empty when it is.
    [[nodiscard]] const QString &obstacle() const { return m_obstacle; }
    [[nodiscard]] bool isEditable() const { return m_obstacle.isEmpty(); }
    [[nodiscard]] std::optional<Language> language() const { return languageFromFileName(m_path); }

    /// What runs when the editor holds this text: the document's own bytes as long as the text is unchanged, and always
    /// where it cannot be edited.
    [[nodiscard]] QByteArray code(const QString &editorText) const;
    /// Writes the text with the line ends and byte order mark that the file had. Nothing is left half-written. Blocks.
    /// Conflict where the document cannot be edited, or its own file holds something else by now.
    [[nodiscard]] Result<> save(const QString &path, const QString &editorText, Overwrite overwrite = Overwrite::OnlyUnchanged);

    /// Compares with what the file holds now; reads it where its stamp is another one. Blocks.
    [[nodiscard]] DiskLook lookAtDisk() const;
    /// Tells the bytes of one document from those of another.
    [[nodiscard]] QByteArray fingerprint() const;

private:
    void makeText();

    QString m_path;
    std::optional<FileStamp> m_stamp; ///< Of the file that the bytes are from.
    QByteArray m_bytes;
    QString m_text;
    QString m_obstacle;
    bool m_hasMark = false;
    bool m_hasCrLf = false;
};

/// How the file of a document stands.
struct DiskLook
{
    enum class State {
        Same,    ///< Holds the bytes of the document; `document` is the same with the file's stamp.
        Changed, ///< Holds others: `document` is what it is now.
        Gone,    ///< Is not there, or cannot be read: `document` is as it was.
    };
    State state = State::Same;
    SnippetDocument document = {};
};

} // namespace hermes
