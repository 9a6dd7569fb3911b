// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "snippetdocument.h"

#include "backends/core/replaceable.h"
#include "backends/core/savefile.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>
#include <QStringTokenizer>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::SnippetDocument)
};
/// An editor lays out a line as a whole, and makes a block of every line, while the window waits.
constexpr qsizetype LongestLine = 20'000;
constexpr qsizetype LongestText = 6LL * 1024 * 1024;
constexpr qsizetype MostLines = 300'000;

/// What a text document takes for the end of a block, beside line ends.
bool replaceSeparators(QString &text)
{
    bool found = false;
    for (QChar &c : text) {
        if (c == QChar::ParagraphSeparator || c == QChar(0xfdd0) || c == QChar(0xfdd1)) {
            c = u'\n';
            found = true;
        }
    }
    return found;
}

bool shorten(QString &text)
{
    QString shown;
    bool cut = text.size() > LongestText;
    qsizetype lines = 0;
    for (const QStringView line : QStringTokenizer(QStringView(text).first(std::min(text.size(), LongestText)), u'\n')) {
        if (++lines > MostLines) {
            cut = true;
            break;
        }
        shown += line.first(std::min(line.size(), LongestLine));
        shown += u'\n';
        cut = cut || line.size() > LongestLine;
    }
    if (cut)
        text = shown.chopped(1);
    return cut;
}

} // namespace

SnippetDocument SnippetDocument::fromBytes(QByteArray bytes)
{
    SnippetDocument document;
    document.m_bytes = std::move(bytes);
    document.makeText();
    return document;
}

void SnippetDocument::makeText()
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    m_text = decoder.decode(m_bytes);
    if (decoder.hasError())
        m_obstacle = Text::tr("This file is not valid UTF-8; what cannot be shown appears as \uFFFD.");
    m_hasMark = m_text.startsWith(QChar::ByteOrderMark);
    if (m_hasMark)
        m_text.remove(0, 1);
    m_hasCrLf = m_text.contains("\r\n"_L1);
    // The editor knows one line end only; comparing against what it shows needs the same here.
    m_text.replace("\r\n"_L1, "\n"_L1).replace(u'\r', u'\n');
    if (replaceSeparators(m_text))
        m_obstacle = Text::tr("This file has characters that the editor takes for line ends.");
    if (shorten(m_text))
        m_obstacle = Text::tr("This file is too long for the editor, which shows the beginning of it and of its lines.");
}

Result<SnippetDocument> SnippetDocument::read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(FaultKind::Denied, Text::tr("%1 could not be opened: %2").arg(path, file.errorString()));
    if (file.size() > MaxCodeBytes)
        return fail(FaultKind::Usage, Text::tr("%1 has %2 bytes").arg(path).arg(file.size()),
                    Text::tr("A snippet has at most %1.").arg(MaxCodeBytes));
    const std::optional<FileStamp> stamp = stampOf(path); // before the bytes: what changes meanwhile is noticed later
    const QByteArray bytes = file.read(MaxCodeBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return fail(FaultKind::Storage, Text::tr("%1 could not be read: %2").arg(path, file.errorString()));
    SnippetDocument document = fromBytes(bytes);
    document.m_path = QFileInfo(path).absoluteFilePath();
    document.m_stamp = stamp;
    return document;
}

SnippetDocument SnippetDocument::missing(const QString &path)
{
    SnippetDocument document;
    document.m_path = path;
    return document;
}

QByteArray SnippetDocument::code(const QString &editorText) const
{
    return !isEditable() || editorText == m_text ? m_bytes : editorText.toUtf8();
}

Result<> SnippetDocument::save(const QString &path, const QString &editorText, Overwrite overwrite)
{
    if (!isEditable())
        return fail(FaultKind::Conflict, Text::tr("%1 cannot be edited here and is left as it is").arg(m_path), m_obstacle);
    const QString target = QFileInfo(path).absoluteFilePath();
    if (overwrite == Overwrite::OnlyUnchanged && target == m_path && lookAtDisk().state == DiskLook::State::Changed)
        return fail(FaultKind::Conflict, Text::tr("%1 was changed by another program").arg(m_path));
    if (const Result<> replaceable = checkReplaceable(target); !replaceable)
        return replaceable;
    QString text = editorText;
    if (m_hasCrLf)
        text.replace(u'\n', "\r\n"_L1);
    if (m_hasMark)
        text.prepend(QChar::ByteOrderMark);
    const QByteArray bytes = text.toUtf8();
    SaveFile file(target);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return fail(FaultKind::Storage, Text::tr("%1 could not be saved: %2").arg(path, file.errorString()));
    m_path = target;
    m_stamp = stampOf(target);
    m_text = editorText;
    m_bytes = bytes;
    return {};
}

DiskLook SnippetDocument::lookAtDisk() const
{
    const std::optional<FileStamp> stamp = stampOf(m_path);
    if (!stamp)
        return {.state = DiskLook::State::Gone, .document = *this};
    if (stamp == m_stamp)
        return {.state = DiskLook::State::Same, .document = *this};
    Result<SnippetDocument> now = read(m_path);
    if (!now)
        return {.state = DiskLook::State::Gone, .document = *this};
    const bool same = m_stamp && now->m_bytes == m_bytes;
    return {.state = same ? DiskLook::State::Same : DiskLook::State::Changed, .document = *std::move(now)};
}

QByteArray SnippetDocument::fingerprint() const
{
    return QCryptographicHash::hash(m_bytes, QCryptographicHash::Sha256);
}

} // namespace hermes
